import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { platformOf } from '../text/platform';

/** The machine that agents and hooks run on. */
export interface Machine {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** The user's home folder, absolute. */
  readonly home: string;
}

/**
 * Where PATH has a program of this name, in PATH's order. Relative folders of PATH are left out: what they hold depends
 * on where one stands.
 */
export async function programsOnPath(name: string, { env, platform }: Machine): Promise<readonly string[]> {
  const key = Object.keys(env).find((each) => each.toUpperCase() === 'PATH') ?? 'PATH';
  const folders = (env[key] ?? '').split(delimiter).filter(isAbsolute);
  const names = platformOf(platform).installed.map((ending) => name + ending);
  const found: string[] = [];
  for (const folder of new Set(folders)) {
    for (const each of names) if (await isProgram(join(folder, each))) found.push(join(folder, each));
  }
  return found;
}

/** Whether there is a file here that may be run. */
export async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false; // Missing or forbidden: no program for us either way.
  }
}
