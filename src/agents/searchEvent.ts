import type { LineHasher } from '../text/lineHash';
import type { Envelope, Glimpse, SearchEvent } from '../tracker/event';
import { questionKey } from './question';

/** A call of a search tool. Its arguments may quote a file: only their key is kept. */
export function searchEvent(
  base: Envelope,
  tool: string,
  args: unknown,
  hasher: LineHasher,
  glimpsed: readonly Glimpse[] = [],
): SearchEvent {
  return { kind: 'search', ...base, tool, question: questionKey(tool, args, hasher), glimpsed };
}
