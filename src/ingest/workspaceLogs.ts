import { lstat, readdir, realpath } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { shown } from '../text/escape';
import { ANY_FOLDERS, isLiteral, matches, parsePattern, UnusablePattern } from './glob';
import { isWithin } from './workspaceFolders';

/** Bounds of one look through a folder. */
const MOST_ENTRIES = 20_000;
const MOST_LOGS = 200;
const DEEPEST = 12;
/** Never logs, and large. */
const PASSED_OVER = new Set(['.git', 'node_modules']);

/** A log of one workspace folder. */
export interface WorkspaceLog {
  /** Real path, without symlinks. */
  readonly path: string;
  /** Workspace folder, as it was given. */
  readonly folder: string;
  readonly source: string;
}

/** A pattern or file that is not used, and why, for people. */
export interface RefusedLog {
  readonly name: string;
  readonly reason: string;
}

export interface FoundLogs {
  readonly logs: readonly WorkspaceLog[];
  readonly refused: readonly RefusedLog[];
}

/** Finds the logs of the workspace folders. Never leaves a folder, neither by `..` nor through a symlink. */
export class WorkspaceLogs {
  readonly #folders: readonly string[];
  readonly #patterns: readonly (readonly string[])[];
  readonly #refused: readonly RefusedLog[];

  /** @param patterns relative to each folder, see `parsePattern` */
  constructor(folders: readonly string[], patterns: readonly string[]) {
    const refused: RefusedLog[] = [];
    this.#folders = folders;
    this.#refused = refused;
    this.#patterns = patterns.flatMap((pattern) => {
      try {
        return parsePattern(pattern);
      } catch (error) {
        if (!(error instanceof UnusablePattern)) throw error;
        refused.push({ name: shown(pattern), reason: error.message });
        return [];
      }
    });
  }

  /** Folders in which a new log would appear, as far as the patterns tell. */
  get watched(): readonly string[] {
    return this.#folders.flatMap((folder) =>
      this.#patterns.map((parts) => {
        const open = parts.findIndex((part) => !isLiteral(part));
        return join(folder, ...parts.slice(0, open === -1 ? -1 : open));
      }),
    );
  }

  async scan(): Promise<FoundLogs> {
    const logs = new Map<string, WorkspaceLog>();
    const refused = [...this.#refused];
    const prefixes = sourcePrefixes(this.#folders);
    for (const [i, folder] of this.#folders.entries()) {
      const root = await realpath(folder).catch(() => null);
      if (root === null) continue;
      for (const path of await this.#matching(folder)) {
        const real = await realpath(path).catch(() => null);
        if (real === null) continue;
        const name = relative(folder, path).split(sep).join('/');
        if (!isWithin(real, root)) refused.push({ name: shown(name), reason: 'leads out of the folder' });
        else if (!logs.has(real)) logs.set(real, { path: real, folder, source: `log:${prefixes[i]}${name}` });
      }
    }
    return { logs: [...logs.values()].slice(0, MOST_LOGS), refused };
  }

  async #matching(folder: string): Promise<readonly string[]> {
    const found = new Set<string>();
    const budget = { entries: MOST_ENTRIES };
    for (const parts of this.#patterns) await walk(folder, parts, DEEPEST, budget, found);
    return [...found].sort();
  }
}

/** Where a folder has siblings in the window, its name tells its logs from theirs. */
function sourcePrefixes(folders: readonly string[]): readonly string[] {
  if (folders.length <= 1) return [''];
  const used = new Map<string, number>();
  return folders.map((folder) => {
    const name = basename(folder);
    const times = (used.get(name) ?? 0) + 1;
    used.set(name, times);
    return times === 1 ? `${name}/` : `${name} (${times})/`;
  });
}

async function walk(
  folder: string,
  parts: readonly string[],
  depth: number,
  budget: { entries: number },
  found: Set<string>,
): Promise<void> {
  const [part, ...rest] = parts;
  if (part === undefined || depth === 0 || budget.entries <= 0) return;
  if (part === ANY_FOLDERS) await walk(folder, rest, depth, budget, found);
  if (isLiteral(part)) {
    budget.entries--;
    const path = join(folder, part);
    const stats = await lstat(path).catch(() => null);
    if (stats === null) return;
    if (rest.length > 0) await walk(path, rest, depth - 1, budget, found);
    else if (!stats.isDirectory()) found.add(path);
    return;
  }
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (budget.entries-- <= 0) return;
    const path = join(folder, entry.name);
    if (part === ANY_FOLDERS) {
      const goesDown = entry.isDirectory() && !PASSED_OVER.has(entry.name);
      if (goesDown) await walk(path, parts, depth - 1, budget, found);
    } else if (matches(part, entry.name)) {
      if (rest.length > 0) await walk(path, rest, depth - 1, budget, found);
      else if (!entry.isDirectory()) found.add(path);
    }
  }
}
