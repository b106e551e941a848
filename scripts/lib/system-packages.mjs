// Programs of the operating system that an install or a test needs.
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Told } from './main.mjs';
import { runQuietly } from './run.mjs';

/**
 * The path of a program on PATH, or undefined.
 * @param {string} name
 */
export function onPath(name) {
  const { PATH = '' } = process.env;
  for (const folder of PATH.split(delimiter)) {
    const file = join(folder, process.platform === 'win32' ? `${name}.exe` : name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not here: the next folder.
    }
  }
  return undefined;
}

const aptIsOurs = () =>
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  existsSync('/etc/debian_version') &&
  onPath('apt-get') !== undefined;

/**
 * Sees to it that each program is there. Debian's packages bring what is missing where we are root; elsewhere an error
 * says what to install.
 * @param {ReadonlyMap<string, readonly string[]>} programs program name → Debian packages
 */
export async function needPrograms(programs) {
  const missing = [...programs.keys()].filter((name) => onPath(name) === undefined);
  if (missing.length === 0) return;
  const packages = missing.flatMap((name) => programs.get(name) ?? []);
  if (!aptIsOurs()) {
    throw new Told(
      `Missing: ${missing.join(', ')}. Please install (Debian, Ubuntu: sudo apt-get install ${packages.join(' ')}).`,
    );
  }
  process.stderr.write(`Installing with apt-get: ${packages.join(' ')}…\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runQuietly('apt-get', ['update', '-q'], { env });
  await runQuietly('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], { env });
}
