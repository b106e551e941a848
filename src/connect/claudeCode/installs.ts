import { open, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';
import type { Install } from '../agentConnector';
import { runBriefly } from '../briefRun';
import { isProgram, type Machine, programsOnPath } from '../programs';
import { parseVersion, type Version } from '../version';

const PACKAGE = /^@anthropic-ai\/claude-code(-[a-z0-9-]+)?$/;
/** Folders between a program and its package's file. */
const DEEPEST = 3;
/** Bytes of a package's file that are read. */
const LONGEST_PACKAGE_FILE = 64 * 1024;
/** Milliseconds that `claude --version` may take. */
const WITHIN = 10_000;

const PackageFile = v.object({ name: v.pipe(v.string(), v.regex(PACKAGE)), version: v.string() });

/** Every Claude Code that PATH or a usual place has, each once. */
export async function claudeCodeInstalls(machine: Machine): Promise<readonly Install[]> {
  const installs = new Map<string, Install>();
  for (const file of [...(await programsOnPath('claude', machine)), ...usualPlaces(machine)]) {
    if (!(await isProgram(file))) continue;
    const real = await realpath(file);
    if (installs.has(real)) continue;
    const version =
      (await versionByFiles(real)) ?? (await versionBeside(file)) ?? (await versionByAsking(file, machine));
    if (version) installs.set(real, { file, version });
  }
  return [...installs.values()];
}

function usualPlaces({ env, platform, home }: Machine): readonly string[] {
  if (platform === 'win32') {
    const { APPDATA } = env;
    const npm = APPDATA === undefined ? [] : [join(APPDATA, 'npm', 'claude.cmd')];
    return [join(home, '.local', 'bin', 'claude.exe'), ...npm];
  }
  return [
    join(home, '.local', 'bin', 'claude'),
    join(home, '.claude', 'local', 'claude'),
    '/usr/local/bin/claude',
    '/opt/homebrew/bin/claude',
  ];
}

/** Told by the folder of a native install (`…/claude/versions/2.1.332`), or by the npm package around the program. */
async function versionByFiles(real: string): Promise<Version | undefined> {
  if (basename(dirname(real)) === 'versions' && /^[\d.]+$/.test(basename(real)))
    return parseVersion(basename(real));
  let folder = dirname(real);
  for (let depth = 0; depth < DEEPEST; depth++, folder = dirname(folder)) {
    const version = await packageVersion(join(folder, 'package.json'));
    if (version) return version;
  }
  return undefined;
}

/** npm on Windows puts a script beside its packages instead of a link into them. */
async function versionBeside(file: string): Promise<Version | undefined> {
  return packageVersion(join(dirname(file), 'node_modules', '@anthropic-ai', 'claude-code', 'package.json'));
}

async function packageVersion(file: string): Promise<Version | undefined> {
  try {
    const handle = await open(file, 'r');
    try {
      const { buffer, bytesRead } = await handle.read(
        Buffer.alloc(LONGEST_PACKAGE_FILE),
        0,
        LONGEST_PACKAGE_FILE,
        0,
      );
      const parsed = v.safeParse(PackageFile, JSON.parse(buffer.toString('utf8', 0, bytesRead)));
      return parsed.success ? parseVersion(parsed.output.version) : undefined;
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
