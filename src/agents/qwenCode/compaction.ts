import { resolvePath } from '../../text/path';
import type { DeliveredEvent, Envelope } from '../../tracker/event';
import type { Answers } from '../geminiFamily/answers';
import { responsesOf, textsOf } from '../geminiFamily/response';
import { isObject, listField, objectField, textField } from '../json';
import { credit } from '../shownLines';
import { countOf, plainLines } from '../textLines';
import type { Workshop } from '../workshop';
import type { Row } from './row';

/** A file that the agent put back, below its path, in a fence that is longer than any within. */
const FILE =
  /^Recently accessed file \(full current content embedded\):\n\n## ([^\n]+)\n\n(`{3,1000})\n([\s\S]*)\n\2$/;
const MOST_FILES = 100;

/** The conversation as it is after a compaction; null where the row tells none. */
export function compressedHistory({ record, subtype }: Row): readonly unknown[] | null {
  const payload = subtype === 'chat_compression' ? objectField(record, 'systemPayload') : undefined;
  return payload === undefined ? null : (listField(payload, 'compressedHistory') ?? null);
}

/**
 * The calls whose answers stay in the context: those that are repeated as they were, and calls at the end of it, whose
 * answers follow.
 */
export function keptCalls(history: readonly unknown[], answers: Answers): string[] {
  const answered = history.flatMap((message) =>
    responsesOf(partsIn(message)).flatMap(({ id, text }) => (answers.isSame(id, text) ? [id] : [])),
  );
  const pending = partsIn(history.at(-1)).flatMap((part) => {
    const call = isObject(part) ? objectField(part, 'functionCall') : undefined;
    return call === undefined ? [] : (textField(call, 'id') ?? []);
  });
  return [...new Set([...answered, ...pending])];
}

/** The files that are put back as they are now. */
export function restoredFiles(
  history: readonly unknown[],
  base: Envelope,
  cwd: string,
  workshop: Workshop,
): DeliveredEvent[] {
  const texts = history.flatMap((message) =>
    isObject(message) && textField(message, 'role') === 'user' ? textsOf(partsIn(message)) : [],
  );
  return texts.slice(0, MOST_FILES).flatMap((text): DeliveredEvent[] => {
    const [, written = '', , content = ''] = FILE.exec(text) ?? [];
    if (written === '') return [];
    const lines = plainLines(content);
    const path = resolvePath(cwd, written);
    const shown = { start: 1, lines, cutLines: [], total: countOf(lines) };
    const { bytes: _, ...seen } = credit(shown, path, workshop);
    return [{ kind: 'delivered', ...base, path, written, ...seen }];
  });
}

function partsIn(message: unknown): readonly unknown[] {
  return isObject(message) ? (listField(message, 'parts') ?? []) : [];
}
