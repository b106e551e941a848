import type { Adapter, JsonObject, ReaderContext, RecordReader } from '../agents/adapter';

/** The formats that records can have: one for each agent, and the workspace log that may mix them all. */
export interface Formats {
  readonly adapters: readonly Adapter[];
  /** Reader of a log whose lines are native events or records of any of the adapters. */
  readonly logReader: (context: ReaderContext) => RecordReader;
  /**
   * The rows of a finished SQLite database of one of the agents, as records (see `RowLayout`) in the order of time.
   *
   * @throws InputError where it is no such database, or there is no SQLite here
   */
  readonly databaseRows?: (path: string) => Iterable<JsonObject>;
}

/** The kind of the workspace log's own events. */
export const NATIVE_KIND = 'native';
