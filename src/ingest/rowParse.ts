import type { Adapter, RowParse } from '../agents/adapter';
import type { LineHasher } from '../text/lineHash';

/** What parses the rows of an agent's transcripts; undefined: `JSON.parse` does. */
export function rowParseOf(adapter: Adapter | null, hasher: LineHasher): RowParse | undefined {
  return adapter?.rowParse?.(hasher, crypto.randomUUID().replaceAll('-', ''));
}
