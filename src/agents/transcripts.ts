import type { JsonObject } from './adapter';

/**
 * Where an agent keeps its transcripts, as data and pure functions. Paths are absolute and separated by `/` on every
 * system (`C:/Users/me/.codex`).
 */
export interface Transcripts {
  /** Folders that the agent may keep its data in, the likeliest first. */
  roots(machine: Machine): readonly string[];
  readonly files?: readonly TranscriptFiles[];
  readonly databases?: readonly TranscriptDatabase[];
}

/** What a description may ask of the machine. */
export interface Machine {
  readonly platform: 'windows' | 'mac' | 'linux';
  /** The home folder. */
  readonly home: string;
  /** The `User` folder of the editor that asks; null where none does. */
  readonly editorFolder: string | null;
  /** The absolute path that an environment variable holds; null where it is not set or holds none. */
  folder(variable: string): string | null;
  /** The absolute paths in an environment variable that can hold several, separated by commas. */
  folders(variable: string): readonly string[];
}

/**
 * Transcripts that are files of their own below a root.
 *
 * Paths are written as patterns: `*` within a name, `**` for up to four folders, `{a,b}` for one or the other, `<name>`
 * for a name or a part of one that is kept under that name and stands for itself in `subagents` and `sidecars`.
 * `<session>` is the session's id, unless the records tell another. Neither `..` nor symlinks are followed.
 */
export interface TranscriptFiles {
  /** The main transcripts: `projects/<project>/<session>.jsonl`. */
  readonly main: string;
  /** Those of a session's subagents: `projects/<project>/<session>/subagents/**\/agent-*.jsonl`. */
  readonly subagents?: string;
  /** `lines`: JSON objects, one a line, that are appended. `document`: one JSON value, rewritten whole. */
  readonly stored: 'lines' | 'document';
  /** The folders are named after dates: the newest are looked at first, and so many at most. */
  readonly newest?: number;
  /** What a record from the start of a transcript tells. Asked in order until folder and session are known. */
  head(record: JsonObject, names: Names): Head;
  /** Files that tell the folder of a session, asked in this order before any of its records are. */
  readonly sidecars?: readonly Sidecar[];
  /** How the name kept as `<project>` begins for sessions of a folder: a hint whether there are any, never believed. */
  projectName?(folder: string): string;
}

/** The parts of a transcript's path that its pattern names. */
export type Names = ReadonlyMap<string, string>;

/** What one record tells of its session; nothing where it is silent. */
export interface Head {
  /** Folder that the session was started in, absolute. */
  readonly cwd?: string | undefined;
  readonly session?: string | undefined;
  /** The session that this one is a subagent of. */
  readonly parent?: string | undefined;
  /** Absolute paths of files that the session is about: one in an open folder decides where no folder is told. */
  readonly paths?: readonly string[];
}

/** A small file beside transcripts. */
export interface Sidecar {
  /** Below the root, with the names of the transcript's path: `tmp/<project>/.project_root`. */
  readonly path: string;
  /** The absolute folder that its text tells for the session with these names; null where it tells none. */
  cwd(text: string, names: Names): string | null;
}

/** An SQLite database below a root that holds the sessions of many folders. */
export interface TranscriptDatabase {
  readonly path: string;
  readonly layout: RowLayout;
}

/**
 * The tables of a database. A row becomes the record `{ table, ...columns }`; the text of its JSON column is parsed and
 * stands under the column's name.
 */
export interface RowLayout {
  readonly sessions: {
    readonly table: string;
    readonly id: string;
    /** Column of the session that this one is a subagent of. */
    readonly parent: string;
    /** Column of the folder that the session was started in. */
    readonly cwd: string;
    /** Columns of when it began and when it last changed, in milliseconds since the epoch. */
    readonly created: string;
    readonly changed: string;
  };
  /** The tables with what happened, in the order in which rows of the same time are read. */
  readonly tables: readonly {
    readonly table: string;
    readonly id: string;
    /** Column with the id of a row of the first table that a row is part of: it is read with that one. */
    readonly owner?: string;
    /** Column of the session's id. */
    readonly session: string;
    readonly created: string;
    readonly changed: string;
    /** Column that holds JSON. */
    readonly json: string;
  }[];
}
