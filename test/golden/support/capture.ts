import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { JsonObject } from '../../../src/agents/adapter';

const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url));

/** What one call of the model was given, worked out from the requests that the model got, not from the transcript. */
export interface Truth {
  readonly callId: string;
  readonly label: string;
  /** `main`, or `sub:A` for a subagent. */
  readonly conversation: string;
  readonly kind: string;
  readonly file?: string;
  readonly command?: string;
  /** Compactions of the conversation before the call. */
  readonly afterCompactions?: number;
  readonly returned: Readonly<Record<string, { ranges: [number, number][]; cutLines?: number[] }>>;
  readonly resultSeenByModel: boolean;
  readonly failed?: boolean;
  readonly unchangedStub?: boolean;
  readonly nonText?: readonly string[];
}

/** File text that reached the model outside of tool results. */
export interface Injected {
  readonly file: string;
  readonly ranges: [number, number][];
}

/** The rows of each transcript of a capture, by file name. */
export function transcripts(capture: string): Map<string, JsonObject[]> {
  const folder = join(FIXTURES, capture, 'transcripts');
  const names = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.jsonl.gz'));
  return new Map(
    names.sort().map((name) => {
      const lines = unpacked(join(folder, name)).split('\n').filter(Boolean);
      return [name, lines.map((line) => JSON.parse(line) as JsonObject)];
    }),
  );
}

export function truth(capture: string): Truth[] {
  return JSON.parse(unpacked(join(FIXTURES, capture, 'truth.json.gz'))) as Truth[];
}

/** The payloads of the hooks of a capture, in the order in which they were called. */
export function hookPayloads(capture: string): JsonObject[] {
  const lines = unpacked(join(FIXTURES, capture, 'hook-payloads.jsonl.gz'))
    .split('\n')
    .filter(Boolean);
  return lines.map((line) => JSON.parse(line) as JsonObject);
}

/** A file of the workspace as it was before the run. */
export function workspaceText(name: string): string {
  return unpacked(join(FIXTURES, 'workspace', `${name}.gz`));
}

/** What was injected, in the workspace's own paths and without the empty text after the last line end. */
export function injected(capture: string): Injected[] {
  const raw = JSON.parse(unpacked(join(FIXTURES, capture, 'injected.json.gz'))) as RawInjected[];
  return raw.flatMap((one) => {
    if (one.file !== undefined) return one.file === '' ? [] : [{ file: one.file, ranges: one.ranges ?? [] }];
    const file = (one.calledWith?.file_path ?? '').replace('/home/dev/ws/', '');
    const { firstLine = 1, lastLine = 1 } = one;
    // Every file but one of these ends with a line end.
    return [{ file, ranges: [[firstLine, file === 'src/nofinal.txt' ? lastLine : lastLine - 1]] }];
  });
}

interface RawInjected {
  readonly file?: string;
  readonly ranges?: [number, number][];
  readonly calledWith?: { readonly file_path?: string };
  readonly firstLine?: number;
  readonly lastLine?: number;
}

/** Every line of the workspace's files that is long enough to be told from other text. */
export function workspaceLines(): string[] {
  const folder = join(FIXTURES, 'workspace');
  const names = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.gz'));
  const lines = names.flatMap((name) => unpacked(join(folder, name)).split(/\r?\n/));
  return [...new Set(lines.map((line) => line.trim()).filter((line) => line.length >= 8))];
}

function unpacked(path: string): string {
  return gunzipSync(readFileSync(path)).toString('utf8');
}
