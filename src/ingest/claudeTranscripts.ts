import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import { getOrCreate } from '../text/maps';
import type { CanonicalPaths } from './canonicalPath';
import { listFolder } from './folderListing';
import { TranscriptFiles } from './transcriptFiles';
import type { FoundSession, TranscriptLocation, TranscriptPlace } from './transcriptLocation';
import type { WorkspaceFolders } from './workspaceFolders';

const ENDING = '.jsonl';
const SUBAGENT = 'agent-';
/** `subagents/workflows/<id>/agent-….jsonl` is the deepest that is known. */
const DEEPEST_SUBAGENTS = 4;

/** Folders that Claude Code may keep its data in: `CLAUDE_CONFIG_DIR`, which can name several, or `~/.claude`. */
export function claudeRoots(env: NodeJS.ProcessEnv = process.env, home: string = homedir()): string[] {
  const { CLAUDE_CONFIG_DIR: named = '' } = env;
  const roots = named
    .split(',')
    .map((root) => root.trim())
    .filter((root) => isAbsolute(root));
  return roots.length > 0 ? [...new Set(roots)] : [join(home, '.claude')];
}

/**
 * Claude Code's transcripts: `projects/<folder>/<session>.jsonl`, with subagents in `<session>/subagents/` or, from older
 * versions, beside it. The folder's name is made from the path of the session's folder, but not one to one: it only
 * says where to look first, and the records decide.
 */
export class ClaudeTranscripts implements TranscriptLocation {
  readonly agent = 'claude-code';
  readonly #roots: readonly string[];
  readonly #likely: readonly string[];
  readonly #transcripts: TranscriptFiles;
  #places: readonly TranscriptPlace[] = [];
  #watched: readonly string[] = [];

  constructor(roots: readonly string[], folders: WorkspaceFolders, paths: CanonicalPaths) {
    this.#roots = roots;
    this.#likely = folders.paths.map(projectName);
    this.#transcripts = new TranscriptFiles(folders, paths);
  }

  get places(): readonly TranscriptPlace[] {
    return this.#places;
  }

  get watched(): readonly string[] {
    return this.#watched;
  }

  async seemsUsed(): Promise<boolean> {
    for (const root of this.#roots) {
      const projects = join(root, 'projects');
      for (const name of (await listFolder(projects)).names.filter((each) => this.#isLikely(each))) {
        const { names } = await listFolder(join(projects, name));
        if (names.some((file) => file.endsWith(ENDING))) return true;
      }
    }
    return false;
  }

  async scan(): Promise<readonly FoundSession[]> {
    const sessions = new Map<string, FoundSession>();
    const places: TranscriptPlace[] = [];
    const watched: string[] = [];
    for (const root of this.#roots) {
      const projects = join(root, 'projects');
      const { names, state } = await listFolder(projects);
      let transcripts = 0;
      let own = 0;
      for (const name of this.#likelyFirst(names)) {
        const folder = join(projects, name);
        const found = await this.#transcripts.own(folder, (file) => file.endsWith(ENDING));
        transcripts += found.transcripts;
        own += found.own.length;
        if (found.own.length > 0) watched.push(folder);
        for (const { path, cwd, sessionId, modified, bytes } of found.own) {
          const main = basename(path, ENDING);
          const isMain = !main.startsWith(SUBAGENT);
          const id = isMain ? main : (sessionId ?? main);
          const session = getOrCreate(sessions, id, () => ({ id, cwd, files: [], modified: 0, bytes: 0 }));
          sessions.set(id, {
            id,
            cwd: isMain ? cwd : session.cwd,
            files: isMain ? [path, ...session.files] : [...session.files, path],
            modified: Math.max(session.modified, modified),
            bytes: session.bytes + bytes,
          });
        }
      }
      if (state === null) watched.push(projects);
      places.push({ path: projects, state, transcripts, own });
    }
    this.#places = places;
    this.#watched = watched;
    return [...sessions.values()].sort((a, b) => b.modified - a.modified);
  }

  async filesOf(session: FoundSession): Promise<readonly string[]> {
    const folders = new Set(session.files.map((file) => join(dirname(file), session.id, 'subagents')));
    const files = [...session.files];
    for (const folder of folders) files.push(...(await subagentFiles(folder, DEEPEST_SUBAGENTS)));
    return files;
  }

  #likelyFirst(names: readonly string[]): readonly string[] {
    return [
      ...names.filter((name) => this.#isLikely(name)),
      ...names.filter((name) => !this.#isLikely(name)),
    ];
  }

  #isLikely(name: string): boolean {
    return this.#likely.some((likely) => name.startsWith(likely));
  }
}

/** How Claude Code names the folder of a path's transcripts. */
function projectName(path: string): string {
  return path.replace(/[^a-zA-Z0-9]/g, '-');
}

async function subagentFiles(folder: string, depth: number): Promise<string[]> {
  // Most sessions have no subagents, so no such folder.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth > 1) files.push(...(await subagentFiles(path, depth - 1)));
    if (entry.isFile() && entry.name.startsWith(SUBAGENT) && entry.name.endsWith(ENDING)) files.push(path);
  }
  return files.sort();
}
