import type { ReaderContext } from './adapter';
import { UNKNOWN_FOLDER } from './unknownFolder';

/**
 * The folder that relative paths of a transcript start from, where somebody knows it; null where nobody does. For agents
 * whose records do not tell.
 */
export function knownFolder({ baseFolder }: ReaderContext): string | null {
  return baseFolder === UNKNOWN_FOLDER ? null : baseFolder;
}
