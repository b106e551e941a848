import { basename, dirname, resolve, sep } from 'node:path';
import type { Adapter, JsonObject, RowParse } from '../agents/adapter';
import { UNKNOWN_FOLDER } from '../agents/unknownFolder';
import { shown } from '../text/escape';
import { LOG_FOLDER } from '../text/logFolder';
import { folderBeside, isTranscriptPlace } from './folderBeside';
import { type Formats, NATIVE_KIND } from './formats';
import { InputError } from './inputError';
import type { JsonLine } from './jsonLines';
import { refusePacked } from './packed';
import { scatteredSession } from './scatteredSession';
import { isDatabase, startOf, storedRows } from './storedRows';

/** A file is told by this many records that are known, among at most so many that are not. */
const LOOKED_AT = 50;
const MOST_UNKNOWN = 5_000;

/** A file of the past: what it is, and its rows. */
export interface StoredFile {
  readonly path: string;
  /** The agent whose transcript it is; null: a log, which may mix native events with records of any agent. */
  readonly adapter: Adapter | null;
  /** Absolute folder that relative paths in it start from. */
  readonly baseFolder: string;
  /** @param parse the adapter's own */
  rows(parse?: RowParse): Iterable<JsonLine>;
}

/**
 * Looks at the first records of a file to tell what it is.
 *
 * @param agent kind of the agent, where a person said it
 * @throws InputError where it cannot be read, or is neither a log nor a transcript
 */
export function openStored(path: string, formats: Formats, agent?: string): StoredFile {
  const absolute = resolve(path);
  const rows = rowsOf(absolute, formats);
  const adapter = agent === undefined ? told(absolute, rows(), formats.adapters) : named(agent, formats);
  return { path: absolute, adapter, baseFolder: baseFolder(absolute, adapter), rows };
}

function rowsOf(path: string, { databaseRows }: Formats): StoredFile['rows'] {
  const start = startOf(path);
  refusePacked(path, start);
  if (!isDatabase(start)) {
    return (parse) => {
      const scattered = scatteredSession(path);
      return scattered === null ? storedRows(path, parse) : numbered(scattered);
    };
  }
  if (databaseRows === undefined) throw new InputError(`${shown(path)} is a database of an unknown kind`);
  return () => numbered(databaseRows(path));
}

/** Rows have no lines: their numbers stand for them. */
function* numbered(records: Iterable<JsonObject>): Generator<JsonLine> {
  let line = 0;
  for (const record of records) yield { record, line: ++line };
}

function named(agent: string, { adapters }: Formats): Adapter | null {
  const adapter = adapters.find(({ kind }) => kind === agent);
  if (adapter === undefined) {
    const kinds = adapters.map(({ kind }) => kind).join(', ');
    throw new InputError(`${shown(agent)} is not an agent that is known: ${kinds}`);
  }
  return adapter.kind === NATIVE_KIND ? null : adapter;
}

function told(path: string, rows: Iterable<JsonLine>, adapters: readonly Adapter[]): Adapter | null {
  const found = new Set<Adapter>();
  let known = 0;
  let unknown = 0;
  for (const { record } of rows) {
    const adapter = record === null ? undefined : adapters.find((each) => each.recognises(record));
    if (adapter === undefined) unknown++;
    else {
      known++;
      found.add(adapter);
    }
    if (known >= LOOKED_AT || unknown >= MOST_UNKNOWN) break;
  }
  if (known === 0 && unknown > 0) {
    throw new InputError(`${shown(path)} is neither a log nor a transcript of an agent that is known`);
  }
  // Agents that write some records in the same form keep them in places of their own.
  const placed = [...found].filter(
    ({ transcripts }) => transcripts !== undefined && isTranscriptPlace(path, transcripts),
  );
  const [first, ...others] = placed.length === 1 ? placed : found;
  const isLog = first === undefined || others.length > 0 || first.kind === NATIVE_KIND || isInLogFolder(path);
  return isLog ? null : first;
}

function isInLogFolder(path: string): boolean {
  return dirname(path).split(sep).includes(LOG_FOLDER);
}

/**
 * A log in `.read-coverage/` tells of the folder that this is in, any other log of its own folder, a transcript of the one
 * that a file beside it names.
 */
function baseFolder(path: string, adapter: Adapter | null): string {
  let folder = dirname(path);
  while (folder !== dirname(folder)) {
    if (basename(folder) === LOG_FOLDER) return dirname(folder);
    folder = dirname(folder);
  }
  const beside = adapter?.transcripts === undefined ? null : folderBeside(path, adapter.transcripts);
  return beside ?? (adapter === null ? dirname(path) : UNKNOWN_FOLDER);
}
