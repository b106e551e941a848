import { posix, win32 } from 'node:path';
import type { Machine } from '../agents/transcripts';
import { platformOf } from '../text/platform';

export interface MachineOptions {
  /** See `Machine.editorFolder`. */
  readonly editorFolder?: string | undefined;
  readonly platform?: NodeJS.Platform;
}

/** The machine as descriptions of agents see it: with `/` in paths, whatever the system. */
export function machineOf(
  env: NodeJS.ProcessEnv,
  home: string,
  { editorFolder, platform = process.platform }: MachineOptions = {},
): Machine {
  const { name } = platformOf(platform);
  const isWindows = name === 'windows';
  const style = isWindows ? win32 : posix;
  const slashed = (path: string) => (isWindows ? path.replaceAll('\\', '/') : path);
  const folders = (variable: string) =>
    (env[variable] ?? '')
      .split(',')
      .map((path) => path.trim())
      .filter((path) => style.isAbsolute(path))
      .map((path) => slashed(withoutLastSeparator(path)));
  return {
    platform: name,
    home: slashed(home),
    editorFolder: editorFolder === undefined ? null : slashed(editorFolder),
    folders,
    folder: (variable) => {
      const path = (env[variable] ?? '').trim();
      return style.isAbsolute(path) ? slashed(withoutLastSeparator(path)) : null;
    },
  };
}

function withoutLastSeparator(path: string): string {
  return path.replace(/(?<=[^:/\\])[/\\]+$/, '');
}
