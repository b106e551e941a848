import type { LineRange } from '../text/ranges';
import type { Finding, ReadRecord } from './views';

/** What one event led to, before it is told. */
export interface Effects {
  read: ReadRecord | null;
  newRanges: readonly LineRange[];
  attested: boolean;
  readonly findings: Finding[];
  readonly changedPaths: string[];
}
