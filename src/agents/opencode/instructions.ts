import { resolvePath } from '../../text/path';
import type { DeliveredEvent, Envelope } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { listField } from '../json';
import { credit } from '../shownLines';
import { plainLines } from '../textLines';
import type { Workshop } from '../workshop';

const REMINDER = /^\n+<system-reminder>\n([\s\S]*)\n<\/system-reminder>$/;

/**
 * Files of instructions (`AGENTS.md`) that the agent puts below the first read of a folder: each whole, behind a line
 * with its name. A file that holds such a line of another is not divided.
 */
export function instructions(
  rest: string,
  metadata: JsonObject,
  base: Envelope,
  cwd: string,
  workshop: Workshop,
): DeliveredEvent[] {
  const loaded = (listField(metadata, 'loaded') ?? []).filter((path) => typeof path === 'string');
  const text = REMINDER.exec(rest)?.[1];
  if (text === undefined || loaded.length === 0) return [];
  const heads = loaded.map((path) => `Instructions from: ${path}\n`);
  const starts = heads.map((head) => (text.startsWith(head) ? 0 : text.indexOf(`\n\n${head}`) + 2));
  const isPlain =
    starts[0] === 0 &&
    starts.every((start, i) => i === 0 || start > (starts[i - 1] ?? 0)) &&
    heads.every((head) => text.indexOf(head) === text.lastIndexOf(head));
  if (!isPlain) return [];
  return loaded.map((written, i): DeliveredEvent => {
    const next = starts[i + 1];
    const content = text.slice(
      (starts[i] ?? 0) + (heads[i]?.length ?? 0),
      next === undefined ? undefined : next - 2,
    );
    const path = resolvePath(cwd, written);
    const { bytes: _, ...lines } = credit(
      { start: 1, lines: plainLines(content), cutLines: [], total: null },
      path,
      workshop,
    );
    return { kind: 'delivered', ...base, path, written, ...lines };
  });
}
