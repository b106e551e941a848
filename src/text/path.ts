/**
 * Paths as text: no disk is asked. POSIX and Windows paths both, whatever machine this runs on, since a log may come
 * from another one.
 */

/** No file system opens longer paths (Windows: 32,767 UTF-16 code units, others: far less). */
export const LONGEST_PATH = 32_767;

/** Whether anything can be called so. */
export function canBePath(path: string): boolean {
  return path !== '' && path.length <= LONGEST_PATH && !path.includes('\0');
}

/** A drive, or a machine's share; neither of the latter's names is `.` or `..`. */
const WINDOWS_ROOT = /^(?:[A-Za-z]:[\\/]|\\\\(?!\.{1,2}[\\/])[^\\/]+[\\/](?!\.{1,2}(?:[\\/]|$))[^\\/]+)/;

/** An absolute POSIX path without `.`, `..` and empty names. */
const NORMAL_POSIX = /^(?:\/(?!\.{1,2}(?:\/|$))[^/]+)+$/;

/** Whether the path starts at a root: `/a`, `C:\a`, `C:/a`, `\\server\share\a`. */
export function isAbsolutePath(path: string): boolean {
  return path.startsWith('/') || WINDOWS_ROOT.test(path);
}

/** Whether paths below this folder are written with backslashes. */
export function isWindowsPath(path: string): boolean {
  return WINDOWS_ROOT.test(path);
}

/**
 * The path, from `base` where it is relative, without `.`, `..` and doubled separators.
 *
 * @param base absolute folder
 */
export function resolvePath(base: string, path: string): string {
  // Most are like this: nothing has to be taken apart.
  if (base.startsWith('/') && NORMAL_POSIX.test(path)) return path;
  const absolute = isAbsolutePath(path) ? path : `${base}/${path}`;
  // A path with a POSIX root below a Windows folder is on the folder's drive or share.
  const whole = path.startsWith('/') && isWindowsPath(base) ? `${windowsRoot(base)}${path}` : absolute;
  return isWindowsPath(whole) ? normalWindows(whole) : `/${normalNames(whole.split('/')).join('/')}`;
}

function normalWindows(path: string): string {
  const root = windowsRoot(path);
  const names = normalNames(path.slice(root.length).split(/[\\/]/));
  return `${root.replaceAll('/', '\\')}\\${names.join('\\')}`;
}

/** The drive or share, without a separator after it. */
function windowsRoot(path: string): string {
  return (WINDOWS_ROOT.exec(path)?.[0] ?? '').replace(/[\\/]$/, '');
}

function normalNames(names: readonly string[]): string[] {
  const normal: string[] = [];
  for (const name of names) {
    if (name === '..') normal.pop();
    else if (name !== '' && name !== '.') normal.push(name);
  }
  return normal;
}
