import type { JsonObject } from '../adapter';

/** A tool call of the model. */
export interface Call {
  /** As the model made it. */
  readonly id: string;
  readonly tool: string;
  readonly input: JsonObject;
  /** Working directory of the agent. */
  readonly cwd: string;
}

/** What came back for a call. */
export interface Result {
  /** What the model was given, in words. */
  readonly text: string;
  /** Whether what it was given is recorded. */
  readonly isRecorded: boolean;
  /** Something that is no text came with it. */
  readonly hasMedia: boolean;
  /** Why it failed, in a word; null: it did not. */
  readonly error: string | null;
  /** It never ran: it was refused. */
  readonly isDenied: boolean;
  /** What the agent recorded for its own display; undefined where it recorded nothing. */
  readonly display: unknown;
  readonly time: number | null;
}
