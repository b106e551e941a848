import type { Finding, ReadRecord } from './views';

/** What one event led to, before it is told. */
export interface Effects {
  read: ReadRecord | null;
  readonly findings: Finding[];
  readonly changedPaths: string[];
}
