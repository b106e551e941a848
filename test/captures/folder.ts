import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { field, isObject, listField, objectField, textField } from '../../src/agents/json';
import { ADAPTERS } from '../../src/agents/registry';
import { isTranscriptPlace } from '../../src/ingest/folderBeside';
import { InputError } from '../../src/ingest/inputError';
import { KNOWN_FORMATS } from '../../src/ingest/knownFormats';
import { openStored } from '../../src/ingest/storedFile';
import type { Truth } from '../golden/support/capture';
import type { Place } from '../golden/support/grade';

/** One set of transcripts of a recorded run, and what its model was given. */
export interface CaptureSet {
  readonly name: string;
  /** Absolute paths. */
  readonly files: readonly string[];
  readonly truth: readonly Truth[];
  readonly place: Place;
}

/** A folder that is no capture, or a truth that says nothing. */
export class BadCapture extends Error {}

/**
 * The captures in a folder: each is a folder with `truth.json`, the agent's home in `home/`, and logs of its own beside
 * (`acp-stdio.jsonl`), each of which is a set for itself.
 *
 * @param workspace absolute folder that the runs took place in
 * @throws BadCapture
 */
export function capturesIn(folder: string, workspace: string): CaptureSet[] {
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const sets = names
    .filter((name) => existsSync(join(folder, name, 'truth.json')))
    .flatMap((name) => setsOf(resolve(folder, name), name, workspace));
  if (sets.length === 0) throw new BadCapture(`${folder} holds no folder with a truth.json and transcripts.`);
  return sets;
}

function setsOf(folder: string, name: string, workspace: string): CaptureSet[] {
  const { truth, links } = truthOf(join(folder, 'truth.json'));
  const place = { workspace, links };
  const files = transcriptsIn(join(folder, 'home'));
  const logs = readdirSync(folder).filter((file) => file.endsWith('.jsonl') && !file.startsWith('hook'));
  return [
    ...(files.length === 0 ? [] : [{ name, files, truth, place }]),
    ...logs.sort().map((log) => ({ name: `${name}/${log}`, files: [join(folder, log)], truth, place })),
  ];
}

/** The transcripts and databases among the files of a home. */
function transcriptsIn(home: string): string[] {
  if (!existsSync(home)) return [];
  return readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => mayBeTranscript(file) && isKnown(file))
    .sort();
}

function mayBeTranscript(file: string): boolean {
  const known = ADAPTERS.flatMap(({ transcripts }) => transcripts ?? []);
  return (
    file.endsWith('.jsonl') ||
    known.some((transcripts) => isTranscriptPlace(file, transcripts)) ||
    known.some(({ databases = [] }) => databases.some(({ path }) => file.endsWith(`/${path}`)))
  );
}

function isKnown(file: string): boolean {
  try {
    openStored(file, KNOWN_FORMATS);
    return true;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

/** @throws BadCapture */
function truthOf(path: string): { readonly truth: Truth[]; readonly links: Map<string, string> } {
  const entries: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!Array.isArray(entries)) throw new BadCapture(`${path} is no list of calls.`);
  const links = new Map<string, string>();
  const truth = entries.map((entry: unknown): Truth => {
    const callId = isObject(entry) ? textField(entry, 'callId') : undefined;
    if (!isObject(entry) || callId === undefined) throw new BadCapture(`${path} has a call without callId.`);
    const [file, target] = [textField(entry, 'file'), textField(entry, 'resolvesTo')];
    if (file !== undefined && target !== undefined) links.set(file, target);
    const command = textField(entry, 'command');
    const nonText = listField(entry, 'nonText')?.map(String);
    return {
      callId,
      label: textField(entry, 'label') ?? callId,
      conversation: textField(entry, 'conversation') ?? 'main',
      kind: textField(entry, 'kind') ?? '',
      ...(command === undefined ? {} : { command }),
      returned: returnedOf(objectField(entry, 'returned') ?? {}),
      resultSeenByModel: field(entry, 'resultSeenByModel') !== false,
      failed: field(entry, 'failed') === true,
      unchangedStub: field(entry, 'unchangedStub') === true,
      ...(nonText === undefined ? {} : { nonText }),
    };
  });
  return { truth, links };
}

function returnedOf(files: NonNullable<ReturnType<typeof objectField>>): Truth['returned'] {
  return Object.fromEntries(
    Object.keys(files).map((file) => {
      const told = objectField(files, file) ?? {};
      const ranges = (listField(told, 'ranges') ?? []).flatMap((range): [number, number][] =>
        Array.isArray(range) && range.length === 2 ? [[Number(range[0]), Number(range[1])]] : [],
      );
      return [file, { ranges, cutLines: (listField(told, 'cutLines') ?? []).map(Number) }];
    }),
  );
}
