import type { LineHasher } from '../text/lineHash';
import type { AgentEvent } from '../tracker/event';
import type { Transcripts } from './transcripts';

/** A JSON object as it was parsed: nothing about it is known yet. */
export type JsonObject = { readonly [key: string]: unknown };

/** What a reader needs to know besides the records. */
export interface ReaderContext {
  readonly hasher: LineHasher;
  /** Source of the events, see `Envelope.source`. */
  readonly source: string;
  /** Absolute folder that relative paths start from where the record names none. */
  readonly baseFolder: string;
  /**
   * Session id where the record names none: the session that the transcript was found to belong to, also that of a
   * subagent's transcript; of a file that was opened by itself, its name without the ending.
   */
  readonly sessionFallback: string;
  /**
   * Absolute path of the transcript, separated by `/` on every system: where the records do not tell session or actor,
   * the names in it may. Missing where the records come from no file.
   */
  readonly file?: string;
}

/**
 * Turns the records of one transcript or log, in the order of the file, into events. It remembers what it must across
 * records (calls waiting for their results, lines seen) and asks nothing else: no disk, no clock.
 *
 * Paths in its events are absolute and lexically normal; ingest resolves symlinks. Records it does not understand give
 * no event and are never fatal.
 */
export interface RecordReader {
  /** Events that are settled by now, in call order. Results of a parallel turn are held until all are in. */
  read(record: JsonObject): AgentEvent[];
  /** What is still held; called at the end of the file and after a silence. */
  flush(): AgentEvent[];
  /**
   * How many records so far could not be used: they have the format's shape, but what they say cannot be (a range that
   * ends before it starts), or, in a log of mixed formats, they have no known shape.
   */
  readonly rejected: number;
}

/** Makes an object of a line's bytes, which start with a brace; throws a SyntaxError where they are damaged. */
export type RowParse = (row: Buffer) => JsonObject;

/** One agent's transcript format. */
export interface Adapter {
  /** The agent kind: `claude-code`, …; `native` for the workspace log's own events. */
  readonly kind: string;
  /** Whether the record has this format's shape. */
  recognises(record: JsonObject): boolean;
  reader(context: ReaderContext): RecordReader;
  /**
   * Parses the rows of one transcript or several quicker than `JSON.parse`, for this format's reader alone, which has to
   * be given each row before the next is parsed. The bytes of a row may be used again after that.
   *
   * @param mark letters and digits that nobody who writes rows can know
   */
  rowParse?(hasher: LineHasher, mark: string): RowParse;
  /** Where the agent keeps its transcripts; missing where it keeps none that can be found. */
  readonly transcripts?: Transcripts;
}
