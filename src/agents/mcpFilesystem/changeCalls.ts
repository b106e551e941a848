import { splitLines } from '../../text/lines';
import type { AgentEvent, Envelope } from '../../tracker/event';
import { writtenFile } from '../changeEvents';
import type { NamedFile } from '../namedFile';
import { parsePatch, type UnifiedPart, unifiedParts } from '../patch';
import { credit } from '../shownLines';
import { plainLines } from '../textLines';
import type { Workshop } from '../workshop';
import type { ServerText } from './result';

/** An edit that was made, or only tried. The answer is a diff, which also shows lines around the changes. */
export function editCall(
  file: NamedFile,
  isDryRun: boolean,
  answer: ServerText | null,
  base: Envelope,
  workshop: Workshop,
): AgentEvent[] {
  const { hasher, memory } = workshop;
  const diff = answer === null || answer.isDoubtful ? null : fencedDiff(answer.text);
  const parts = diff === null ? null : unifiedParts(diff);
  const patch = parts === null ? null : parsePatch(parts);
  if (parts === null || patch === null) {
    if (isDryRun) return [];
    memory.forget(file.path);
    memory.unsettle();
    return [{ kind: 'edit', ...base, ...file, outcome: 'ok' }];
  }
  const shown = parts.flatMap((part) => shownSide(part, isDryRun));
  if (isDryRun) return shown.map((run) => delivered(run, file, base, workshop));
  const { hunks, lines } = patch;
  const lineHashes = hasher.each(patch.written);
  memory.edited(file.path, hunks, lineHashes);
  return [
    { kind: 'edit', ...base, ...file, outcome: 'ok', hunks, lines, lineHashes },
    ...shown.map((run) => delivered(run, file, base, workshop)),
  ];
}

/** A file that was given its whole content, if the server says so in its own words. */
export function writeCall(
  file: NamedFile,
  content: string,
  answer: ServerText | null,
  base: Envelope,
  workshop: Workshop,
): AgentEvent[] {
  const { memory } = workshop;
  // A file that was there before may have other names.
  memory.unsettle();
  if (answer?.text !== `Successfully wrote to ${file.written}`) {
    memory.forget(file.path);
    return [{ kind: 'document-changed', ...base, path: file.path }];
  }
  return [writtenFile(file, splitLines(content), base, workshop)];
}

/** A file or folder that has another name now, if the server says so in its own words. */
export function moveCall(
  source: NamedFile,
  destination: NamedFile,
  answer: ServerText | null,
  base: Envelope,
  { memory }: Workshop,
): AgentEvent[] {
  memory.forget(source.path);
  memory.forget(destination.path);
  memory.unsettle();
  if (answer?.text === `Successfully moved ${source.written} to ${destination.written}`) {
    const [from, to] = [source.path, destination.path];
    return [{ kind: 'rename', ...base, from, to, written: destination.written }];
  }
  return [source, destination].map(({ path }) => ({ kind: 'document-changed', ...base, path }));
}

/** The diff within a fence of as many backticks as its own lines need. */
function fencedDiff(text: string): string | null {
  const [, fence = ''] = /^(`{3,})diff\n/.exec(text) ?? [];
  const end = `${fence}\n\n`;
  if (fence === '' || !text.endsWith(end)) return null;
  return text.slice(fence.length + 'diff\n'.length, -end.length);
}

interface Run {
  readonly start: number;
  readonly lines: readonly string[];
}

/** The lines of the file that a part of the diff shows: as they were before it, or as they are after it. */
function shownSide(part: UnifiedPart, isBefore: boolean): Run[] {
  const [start, gone] = isBefore ? [part.oldStart, '+'] : [part.newStart, '-'];
  const lines = part.lines.filter((line) => !line.startsWith(gone) && !line.startsWith('\\'));
  return lines.length === 0 ? [] : [{ start, lines: lines.map((line) => line.slice(1)) }];
}

function delivered({ start, lines }: Run, file: NamedFile, base: Envelope, workshop: Workshop): AgentEvent {
  const text = { start, lines: plainLines(`${lines.join('\n')}\n`), cutLines: [], total: null };
  const { bytes: _, ...shown } = credit(text, file.path, workshop);
  return { kind: 'delivered', ...base, ...file, ...shown };
}
