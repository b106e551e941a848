import type { ReaderContext } from './adapter';

/**
 * The folder that relative paths of a transcript start from, where somebody knows it; null where the transcript's own
 * folder only stands in for it. For agents whose records do not tell.
 */
export function knownFolder({ baseFolder, file = '' }: ReaderContext): string | null {
  const own = file.slice(0, file.lastIndexOf('/'));
  return own !== '' && baseFolder.replaceAll('\\', '/') === own ? null : baseFolder;
}
