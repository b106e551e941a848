import type { Adapter, ReaderContext, RecordReader } from '../agents/adapter';

/** The formats that records can have: one for each agent, and the workspace log that may mix them all. */
export interface Formats {
  readonly adapters: readonly Adapter[];
  /** Reader of a log whose lines are native events or records of any of the adapters. */
  readonly logReader: (context: ReaderContext) => RecordReader;
}

/** The kind of the workspace log's own events. */
export const NATIVE_KIND = 'native';
