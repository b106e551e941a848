import { homedir } from 'node:os';
import { join, posix, win32 } from 'node:path';

const NAME = 'read-coverage';

/**
 * The product's own folder among the user's data, outside every workspace. It may not exist yet.
 * `READ_COVERAGE_HOME` names another one.
 */
export function userFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  const { READ_COVERAGE_HOME, LOCALAPPDATA, XDG_DATA_HOME } = env;
  const own = absolute(READ_COVERAGE_HOME, platform);
  if (own !== undefined) return own;
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', NAME);
  if (platform === 'win32') {
    return win32.join(absolute(LOCALAPPDATA, platform) ?? win32.join(home, 'AppData', 'Local'), NAME);
  }
  return join(absolute(XDG_DATA_HOME, platform) ?? join(home, '.local', 'share'), NAME);
}

/** A relative folder would depend on where the process was started. */
function absolute(path: string | undefined, platform: NodeJS.Platform): string | undefined {
  const style = platform === 'win32' ? win32 : posix;
  return path !== undefined && style.isAbsolute(path) ? path : undefined;
}
