import type { AgentEvent, Envelope } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { field, listField, textField, wholeField } from '../json';
import { parseTime } from '../time';
import { itemsOf } from './items';

/** Stands at the end of a text that was shortened when it was kept. */
const SHORTENED = '...[truncated ';

/** What a compaction file tells. */
export interface Compaction {
  /** Two of them with the same key are the same compaction. */
  readonly key: string;
  readonly session: string | undefined;
  readonly time: number | null;
  /** Calls whose results are kept as they were. */
  readonly kept: readonly string[];
}

/**
 * What a compaction left: a summary, and the last messages as they were. The messages file stays whole and does not tell
 * of it. Of several compactions, the file holds only the last.
 */
export function compactionOf(record: JsonObject): Compaction {
  const items = itemsOf(listField(record, 'messages') ?? []);
  const kept = items.flatMap((item) =>
    item.kind === 'result' && !mentions(item.result.content, SHORTENED) ? [item.id] : [],
  );
  return {
    key: `${wholeField(record, 'source_message_count')} ${textField(record, 'source_last_message_key')}`,
    session: textField(record, 'conversation_id'),
    time: parseTime(field(record, 'updated_at')),
    kept,
  };
}

export function compactionEvent(
  { kept, time }: Compaction,
  base: Omit<Envelope, 'time' | 'call'>,
): AgentEvent {
  return { kind: 'context-lost', ...base, time, call: null, reason: 'compaction', kept };
}

function mentions(content: unknown, words: string): boolean {
  return (JSON.stringify(content) ?? '').includes(words);
}
