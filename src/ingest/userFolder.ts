import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import { platformOf } from '../text/platform';

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
  switch (platformOf(platform).name) {
    case 'mac':
      return posix.join(home, 'Library', 'Application Support', NAME);
    case 'windows':
      return win32.join(absolute(LOCALAPPDATA, platform) ?? win32.join(home, 'AppData', 'Local'), NAME);
    case 'linux':
      return posix.join(absolute(XDG_DATA_HOME, platform) ?? posix.join(home, '.local', 'share'), NAME);
  }
}

/** A relative folder would depend on where the process was started. */
function absolute(path: string | undefined, platform: NodeJS.Platform): string | undefined {
  const style = platformOf(platform).name === 'windows' ? win32 : posix;
  return path !== undefined && style.isAbsolute(path) ? path : undefined;
}
