// What is particular to an agent when it is run by the tests; one file for each.
import type { ModelApi, ModelCall } from '../model/modelApi';

/** Lines, 1-based, both included. */
export type Lines = readonly [start: number, end: number];

/** What the scripted model does, in an agent's own calls. Files are absolute. */
export interface AgentTools {
  read(file: string, lines?: Lines): ModelCall;
  /** Changes a text that the file has once. */
  edit(file: string, before: string, after: string): ModelCall;
  shell(command: string): ModelCall;
}

/** Where a client runs. */
export interface Place {
  /** The home folder that it is given. */
  readonly home: string;
  /** The folder that it works in. */
  readonly folder: string;
  /** The scripted model's address: `http://127.0.0.1:PORT`. */
  readonly model: string;
}

export interface OwnFile {
  readonly name: string;
  readonly text: string;
  readonly isProgram?: boolean;
}

/** A JSON object that a client printed on a line of its own. */
export type PrintedRow = Readonly<Record<string, unknown>>;

export interface AgentClient {
  /** The kind of its adapter. */
  readonly agent: string;
  /** As people call it. */
  readonly name: string;
  /** The setting, below `readCoverage`, that lets its transcripts be followed. */
  readonly setting: string;
  readonly api: ModelApi;
  /** A tool that only the conversation with the person is offered, where the client talks with the model for itself. */
  readonly mainTool?: string;
  readonly tools: AgentTools;
  /**
   * What hooks say of reads: all of them, with their lines; that there were some, but not always which lines; nothing,
   * so that the transcript has to tell.
   */
  readonly hooksTell: 'reads' | 'some reads' | 'no reads';
  /** The argument without which hooks of a person's are not run before they have looked at them. */
  readonly trustArgument?: string;
  /** A hook of a person's own: a file below the home, in a layout of their taste. It adds a line to a log for each read. */
  ownHook(log: string): OwnFile;
  /** Writes what it takes from files only. */
  prepare?(place: Place): void;
  /** More environment than every client is given. */
  environment(place: Place): Readonly<Record<string, string>>;
  /** The command line for one prompt. @param resume a session to go on with */
  commandLine(place: Place, prompt: string, resume?: string): readonly string[];
  /** Why no session is gone on with. */
  readonly cannotResume?: string;
  /** The session's id, where the row tells it. */
  sessionIn?(row: PrintedRow): string | undefined;
  /** The ids of all sessions in its home, for a client that does not print them. */
  sessionsOf?(home: string): readonly string[];
  /** Where the session's transcript is. Throws where there is none. */
  transcript(home: string, session: string): string;
  /** Why the run ended, in the client's own word, where the row tells it. */
  endingIn?(row: PrintedRow): string | undefined;
  /** Ends what the client leaves running on purpose. */
  cleanUp?(home: string): void;
}

/** A text of a row. */
export function textIn(row: PrintedRow, name: string): string | undefined {
  const value = row[name];
  return typeof value === 'string' ? value : undefined;
}

/** An object in a row; empty where there is none. */
export function objectIn(row: PrintedRow, name: string): PrintedRow {
  const value = row[name];
  return typeof value === 'object' && value !== null ? (value as PrintedRow) : {};
}

/** The command of a hook that adds a line to a log. */
export function noting(log: string): string {
  return `echo called >> '${log}'`;
}

/** A settings file with tabs and Windows' line ends, as a person may have it. */
export function ownSettings(value: object): string {
  return JSON.stringify(value, undefined, '\t').replaceAll('\n', '\r\n');
}

/** `offset` and `limit`, as many tools name lines. */
export function offsetAndLimit(lines: Lines | undefined, firstLine = 1) {
  return lines === undefined ? {} : { offset: lines[0] - 1 + firstLine, limit: lines[1] - lines[0] + 1 };
}
