import { randomUUID } from 'node:crypto';
import { lstat, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../text/errors';
import { platformOf } from '../text/platform';
import { makePrivateFolder } from './registry';

/** The first line of a companion says which version it is of. */
const VERSION = /^(?:#![^\n]*\n)?\/\/ read-coverage companion (\d+)\.(\d+)\.(\d+)/;
/** How a companion loads a part. The part's name says what is in it: parts of several versions stand side by side. */
const REQUIRED = /require\("\.\/(companion-[A-Za-z]+-[0-9A-Z]{8}\.cjs)"\)/g;
/** What this file puts into the folder: the companion, parts, modules, and what was to become one of them. */
const OURS = /^companion(?:-[A-Za-z]+(?:-[0-9A-Z]{8})?)?\.cjs(?:\.[0-9a-f-]{36})?$/;
/** What plugins of agents load into the agents' processes; it stands beside the companion and needs no parts. */
const MODULE = /^companion-[a-z]+\.cjs$/;
/** A file that is being run or looked at may not be replaceable for a moment on Windows; ms. */
const RETRY = 100;
const RETRIES = 10;
/** A companion that was started before its parts were replaced is done by then; ms. */
const UNUSED_AFTER = 3_600_000;

/** The stable copy of the companion, which agents' settings name: it outlives the extension's versioned folder. */
export function companionFileIn(userFolder: string): string {
  return join(userFolder, 'companion', 'companion.cjs');
}

/** The stable copy of what the plugin of an agent loads. */
export function companionModuleIn(userFolder: string, agent: string): string {
  return join(userFolder, 'companion', `companion-${agent}.cjs`);
}

/**
 * Brings the stable copy and its parts up to date with those that came with the extension, and never back to an older
 * version, which another window may not have left behind yet. An agent may start the copy at any time: each file is
 * there whole or not at all, parts come before the companion that needs them, and go long after it went.
 *
 * @param shipped absolute path of the extension's own
 */
export async function updateCompanion(shipped: string, userFolder: string): Promise<void> {
  const target = companionFileIn(userFolder);
  const folder = dirname(target);
  const [own, present] = await Promise.all([readFile(shipped), ownFile(target)]);
  if (present !== null && compare(versionOf(present), versionOf(own)) > 0) return;
  makePrivateFolder(userFolder);
  makePrivateFolder(folder);
  const isCurrent = present?.equals(own) ?? false;
  const parts = partsOf(own);
  for (const name of parts) {
    const part = await readFile(join(dirname(shipped), name));
    // One that was left is written anew, so that its age says when it came into use again.
    const isThere = isCurrent && (await ownFile(join(folder, name)))?.equals(part);
    if (!isThere) await put(part, join(folder, name));
  }
  const modules = (await readdir(dirname(shipped))).filter((name) => MODULE.test(name));
  for (const name of modules) {
    const module = await readFile(join(dirname(shipped), name));
    if ((await ownFile(join(folder, name)))?.equals(module) !== true) await put(module, join(folder, name));
  }
  if (!isCurrent) await put(own, target);
  else await dropUnused(folder, new Set(['companion.cjs', ...parts, ...modules]));
}

function partsOf(companion: Buffer): readonly string[] {
  return [...companion.toString('utf8').matchAll(REQUIRED)].flatMap(([, name]) => name ?? []);
}

/** What stands in a file; null where there is none, or a link to somewhere else stands in its place. */
async function ownFile(file: string): Promise<Buffer | null> {
  try {
    return (await lstat(file)).isFile() ? await readFile(file) : null;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

async function put(content: Buffer, target: string): Promise<void> {
  const beside = `${target}.${randomUUID()}`;
  try {
    await writeFile(beside, content, { flag: 'wx', mode: 0o644 });
    await replace(beside, target);
  } finally {
    await rm(beside, { force: true });
  }
}

async function dropUnused(folder: string, used: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!OURS.test(name) || used.has(name)) continue;
    const file = join(folder, name);
    const stats = await lstat(file).catch(() => null); // Another window was first.
    const companion = await lstat(join(folder, 'companion.cjs'));
    const since = Math.max(stats?.mtimeMs ?? 0, companion.mtimeMs);
    if (stats !== null && Date.now() - since > UNUSED_AFTER) await rm(file, { force: true });
  }
}

async function replace(from: string, to: string): Promise<void> {
  for (let left = RETRIES; ; left--) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      const isBusy = ['EPERM', 'EBUSY', 'EACCES'].includes(errorCode(error) ?? '');
      if (!isBusy || !platformOf(process.platform).holdsOpenFiles || left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    }
  }
}

/** Null for a file that is no companion. */
function versionOf(file: Buffer): readonly number[] | null {
  const found = VERSION.exec(file.toString('utf8', 0, 200));
  return found === null ? null : found.slice(1).map(Number);
}

function compare(one: readonly number[] | null, other: readonly number[] | null): number {
  if (one === null || other === null) return one === null ? (other === null ? 0 : -1) : 1;
  for (const [i, part] of one.entries()) {
    const difference = part - (other[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
