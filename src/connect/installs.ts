import { open, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { platformOf } from '../text/platform';
import type { Install } from './agentConnector';
import { runBriefly } from './briefRun';
import { isProgram, type Machine, programsOnPath } from './programs';
import { parseVersion, type Version } from './version';

/** Folders between a program and its package's file. */
const DEEPEST = 3;
/** Bytes of a package's file that are read. */
const LONGEST_PACKAGE_FILE = 64 * 1024;
/** Milliseconds that a program may take to tell its version. */
const WITHIN = 10_000;
/** What packages for one platform add to the name of the package that brings the right one along. */
const PLATFORM = /^-(?:darwin|linux|win32|windows)[a-z0-9-]*$/;

const PackageFile = v.object({ name: v.string(), version: v.string() });

/** An agent's program, as it can be found and told from others of its name. */
export interface KnownProgram {
  readonly name: string;
  /** The npm packages that bring it. */
  readonly packages: readonly string[];
  /** Where else than in the usual places it may be; absolute. */
  places?(machine: Machine): readonly string[];
  /** Its version by its own real path, where that says it. */
  versionOf?(real: string): Version | undefined;
}

/** Every one that PATH or a usual place has, each once. */
export async function installsOf(known: KnownProgram, machine: Machine): Promise<readonly Install[]> {
  const installs = new Map<string, Install>();
  for (const file of await filesOf(known, machine)) {
    const real = await realpath(file);
    if (installs.has(real)) continue;
    const version =
      known.versionOf?.(real) ??
      (await versionAround(real, known)) ??
      (await versionBeside(file, known)) ??
      (await versionByAsking(file, machine));
    if (version) installs.set(real, { file, version });
  }
  return [...installs.values()];
}

/** Whether there is a program of this name; it is not run, and may be another's. */
export async function isInstalled(known: KnownProgram, machine: Machine): Promise<boolean> {
  return (await filesOf(known, machine)).length > 0;
}

async function filesOf(known: KnownProgram, machine: Machine): Promise<readonly string[]> {
  const files = await programsOnPath(known.name, machine);
  const places = [...usualPlaces(known.name, machine), ...(known.places?.(machine) ?? [])];
  const are = await Promise.all(places.map(isProgram));
  return [...files, ...places.filter((_, i) => are[i])];
}

function usualPlaces(name: string, { env, platform, home }: Machine): readonly string[] {
  if (!platformOf(platform).hasShell) {
    const { APPDATA } = env;
    const npm = APPDATA === undefined ? [] : [join(APPDATA, 'npm', `${name}.cmd`)];
    return [join(home, '.local', 'bin', `${name}.exe`), ...npm];
  }
  return [
    join(home, '.local', 'bin', name),
    join(home, '.npm-global', 'bin', name),
    join(home, '.bun', 'bin', name),
    join('/usr/local/bin', name),
    join('/opt/homebrew/bin', name),
  ];
}

/** Told by the npm package around the program. */
async function versionAround(real: string, known: KnownProgram): Promise<Version | undefined> {
  let folder = dirname(real);
  for (let depth = 0; depth < DEEPEST; depth++, folder = dirname(folder)) {
    const version = await packageVersion(join(folder, 'package.json'), known);
    if (version) return version;
  }
  return undefined;
}

/** npm on Windows puts a script beside its packages instead of a link into them. */
async function versionBeside(file: string, known: KnownProgram): Promise<Version | undefined> {
  for (const name of known.packages) {
    const version = await packageVersion(
      join(dirname(file), 'node_modules', ...name.split('/'), 'package.json'),
      known,
    );
    if (version) return version;
  }
  return undefined;
}

async function packageVersion(file: string, { packages }: KnownProgram): Promise<Version | undefined> {
  try {
    const handle = await open(file, 'r');
    try {
      const buffer = Buffer.alloc(LONGEST_PACKAGE_FILE);
      const { bytesRead } = await handle.read(buffer, 0, LONGEST_PACKAGE_FILE, 0);
      const parsed = v.safeParse(PackageFile, JSON.parse(buffer.toString('utf8', 0, bytesRead)));
      if (!parsed.success) return undefined;
      const { name, version } = parsed.output;
      const isIts = packages.some(
        (each) => name === each || (name.startsWith(each) && PLATFORM.test(name.slice(each.length))),
      );
      return isIts ? parseVersion(version) : undefined;
    } finally {
      await handle.close();
    }
  } catch {
    return undefined; // No such file, or another program's.
  }
}

async function versionByAsking(file: string, { env, home }: Machine): Promise<Version | undefined> {
  const told = await runBriefly(file, ['--version'], { within: WITHIN, env, cwd: home });
  return told?.exitCode === 0 ? parseVersion(told.stdout) : undefined;
}
