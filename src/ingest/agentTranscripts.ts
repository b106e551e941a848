import { basename, dirname, extname, join, normalize } from 'node:path';
import type { Names, TranscriptFiles, Transcripts } from '../agents/transcripts';
import type { CanonicalPaths } from './canonicalPath';
import { DatabaseSessions } from './databaseSessions';
import { FolderListings } from './folderListing';
import { type FoundFile, keyOf } from './foundFile';
import { inOrder } from './inOrder';
import { compilePattern, isPlainName, type PatternPart } from './pathPattern';
import { PatternWalk, type Walked } from './patternWalk';
import { statFile } from './regularFile';
import type { RememberedHeads } from './rememberedHeads';
import type { RowStore } from './rowStore';
import { type JudgedTranscript, TranscriptJudge } from './transcriptJudge';
import type { FoundSession, TranscriptLocation, TranscriptPlace } from './transcriptLocation';
import { type Candidate, sessionsOf } from './transcriptSessions';
import type { WorkspaceFolders } from './workspaceFolders';

const NO_NAMES: Names = new Map();
/** Transcripts whose heads are read at once. */
const AT_ONCE = 16;

export interface AgentTranscriptsOptions {
  readonly folders: WorkspaceFolders;
  readonly paths: CanonicalPaths;
  /** Missing: databases are not read. */
  readonly rows?: RowStore | undefined;
  readonly heads?: RememberedHeads | undefined;
}

/** A main transcript, and what tells where those of its subagents are. */
interface Main extends Candidate {
  readonly root: string;
  readonly files: TranscriptFiles;
  readonly names: Names;
}

/** Main transcripts that are looked for below one root. */
interface Search {
  readonly root: string;
  readonly files: TranscriptFiles;
  readonly patterns: readonly (readonly PatternPart[])[];
}

/** The transcripts of one agent, found as its description says. */
export class AgentTranscripts implements TranscriptLocation {
  readonly agent: string;
  readonly #searches: readonly Search[];
  readonly #folders: WorkspaceFolders;
  readonly #judge: TranscriptJudge;
  readonly #walk = new PatternWalk(new FolderListings());
  readonly #databases: ReadonlyMap<string, DatabaseSessions | null>;
  #mains: ReadonlyMap<string, readonly Main[]> = new Map();
  #places: readonly TranscriptPlace[] = [];
  #watched: readonly string[] = [];

  /** @param roots absolute folders, see `Transcripts.roots` */
  constructor(
    agent: string,
    description: Transcripts,
    roots: readonly string[],
    { folders, paths, rows, heads }: AgentTranscriptsOptions,
  ) {
    this.agent = agent;
    const places = [...new Set(roots.map(normalize))];
    this.#searches = places.flatMap((root) =>
      (description.files ?? []).map((files) => ({ root, files, patterns: compilePattern(files.main) })),
    );
    this.#folders = folders;
    this.#judge = new TranscriptJudge(folders, paths, heads);
    const databases = places.flatMap((root) =>
      (description.databases ?? []).map(({ path, layout }) => ({ path: join(root, path), layout })),
    );
    this.#databases = new Map(
      databases.map(({ path, layout }) => [
        path,
        rows === undefined ? null : new DatabaseSessions({ path, layout, store: rows, folders, paths }),
      ]),
    );
  }

  get places(): readonly TranscriptPlace[] {
    return this.#places;
  }

  get watched(): readonly string[] {
    return this.#watched;
  }

  async seemsUsed(): Promise<boolean> {
    if (this.#folders.paths.length === 0) return false;
    for (const search of this.#searches) {
      const { files } = search;
      const likely = this.#folders.paths.map((folder) => files.projectName?.(folder) ?? '');
      for (const { found } of await this.#find(search)) {
        const names = found.map((each) => each.names.get('project') ?? '');
        if (names.some((name) => likely.some((start) => name.startsWith(start)))) return true;
      }
    }
    for (const path of this.#databases.keys()) if (await isFile(path)) return true;
    return false;
  }

  async scan(): Promise<readonly FoundSession[]> {
    this.#judge.forgetSidecars();
    const candidates = new Map<string, Candidate | Main>();
    const places = new Map<string, TranscriptPlace>();
    const watched = new Set<string>();
    for (const search of this.#searches) {
      const { root, files } = search;
      for (const walked of await this.#find(search)) {
        const mains = await this.#mainsOf(root, files, walked);
        for (const main of mains) candidates.set(main.file.path, main);
        const own = mains.filter(({ isOwn }) => isOwn);
        for (const { file } of own) watched.add(dirname(file.path));
        addPlace(places, walked.base, walked.state, walked.found.length, own.length);
      }
    }
    for (const [path, database] of this.#databases) {
      const look = await database?.look();
      for (const each of look?.candidates ?? []) candidates.set(`${path}\u0000${each.id}`, each);
      const own = look?.candidates.filter(({ isOwn }) => isOwn).length ?? 0;
      const state = look === undefined ? ((await isFile(path)) ? 'no-sqlite' : 'missing') : look.state;
      addPlace(places, path, state, look?.sessions ?? 0, own);
      if (own > 0) watched.add(dirname(path));
    }
    const sessions = sessionsOf([...candidates.values()]);
    this.#mains = new Map(sessions.map(({ id, mains }) => [id, mains.filter(isMain)]));
    this.#places = worthTelling([...places.values()]);
    const listed = [...places.values()].filter(
      ({ path, state }) => state === null && !this.#databases.has(path),
    );
    this.#watched = [...new Set([...watched, ...listed.map(({ path }) => path)])];
    return sessions.map(({ mains: _, ...session }) => session);
  }

  async filesOf(session: FoundSession): Promise<readonly FoundFile[]> {
    const files = new Map(session.files.map((file) => [keyOf(file), file]));
    for (const { root, files: description, names } of this.#mains.get(session.id) ?? []) {
      if (description.subagents === undefined) continue;
      const known: Names = new Map([...names, ['session', session.id]]);
      for (const parts of compilePattern(description.subagents, known)) {
        for (const { path } of (await this.#walk.find(root, parts, known)).found) {
          if (!files.has(path)) files.set(path, { path, stored: description.stored });
        }
      }
    }
    return [...files.values()];
  }

  async #find({ root, files, patterns }: Search): Promise<readonly Walked[]> {
    const walked: Walked[] = [];
    for (const parts of patterns) walked.push(await this.#walk.find(root, parts, NO_NAMES, files.newest));
    return walked;
  }

  async #mainsOf(root: string, files: TranscriptFiles, { found }: Walked): Promise<readonly Main[]> {
    const mains: Main[] = [];
    const open = found.filter(({ path }) => !this.#judge.isElsewhere(path));
    // Most of the time a disk is waited for: several files at once are found out about much sooner.
    for await (const judged of inOrder(open, AT_ONCE, (each) => this.#judge.judge(root, files, each))) {
      if (judged === null) continue;
      const { path, names, cwd, isOwn, parent, modified, bytes } = judged;
      const file = { path, stored: files.stored } as const;
      mains.push({ id: idOf(judged), parent, cwd, isOwn, file, modified, bytes, root, files, names });
    }
    return mains;
  }
}

/** What the records tell, else the name. */
function idOf({ path, names, session }: JudgedTranscript): string {
  if (session !== null && isPlainName(session)) return session;
  return names.get('session') ?? basename(path, extname(path));
}

function isMain(candidate: Candidate | Main): candidate is Main {
  return 'root' in candidate;
}

function addPlace(
  places: Map<string, TranscriptPlace>,
  path: string,
  state: TranscriptPlace['state'],
  transcripts: number,
  own: number,
): void {
  const known = places.get(path) ?? { transcripts: 0, own: 0 };
  places.set(path, { path, state, transcripts: known.transcripts + transcripts, own: known.own + own });
}

/** Of the places where there is nothing only the likeliest, if there is no other. */
function worthTelling(places: readonly TranscriptPlace[]): readonly TranscriptPlace[] {
  const there = places.filter(({ state }) => state !== 'missing');
  const filled = there.filter(({ state, transcripts }) => state !== null || transcripts > 0);
  if (filled.length > 0) return filled;
  return (there.length > 0 ? there : places).slice(0, 1);
}

async function isFile(path: string): Promise<boolean> {
  return statFile(path, 'refuse').then(
    () => true,
    () => false,
  );
}
