import { join, sep } from 'node:path';
import type { Names, Sidecar, Transcripts } from '../agents/transcripts';
import { ANY_FOLDERS } from './glob';
import { compilePattern, filledPath, type PatternPart, withTold } from './pathPattern';
import { smallFile } from './smallFile';

/** Larger files beside transcripts are not looked at. Bytes. */
export const LARGEST_SIDECAR = 4 * 1024 * 1024;

/** Whether the end of a path is that of one of the agent's transcripts, wherever the agent's folder was moved to. */
export function isTranscriptPlace(path: string, transcripts: Transcripts): boolean {
  return !places(path, transcripts).next().done;
}

/**
 * The folder that a session was started in, as a file beside its transcript tells it. Null where none does.
 */
export function folderBeside(path: string, transcripts: Transcripts): string | null {
  for (const { root, names, sidecars } of places(path, transcripts)) {
    for (const sidecar of sidecars) {
      const below = filledPath(sidecar.path, names);
      const bytes = below === null ? null : smallFile(join(root, below), LARGEST_SIDECAR);
      const folder = bytes === null ? null : sidecar.cwd(bytes.toString('utf8'), names);
      if (folder !== null) return folder;
    }
  }
  return null;
}

interface Place {
  readonly root: string;
  readonly names: Names;
  readonly sidecars: readonly Sidecar[];
}

/** The ways in which the end of a path fits the agent's patterns. */
function* places(path: string, { files = [] }: Transcripts): Generator<Place> {
  const parts = path.split(sep);
  for (const { main, subagents, sidecars = [] } of files) {
    for (const pattern of [main, subagents]) {
      for (const fitting of pattern === undefined ? [] : compilePattern(pattern)) {
        const names = namesAtEnd(parts, fitting);
        const root = parts.slice(0, -fitting.length).join(sep);
        if (names !== null) yield { root, names, sidecars };
      }
    }
  }
}

/** What the last parts of a path tell; null where they do not fit the pattern. */
function namesAtEnd(parts: readonly string[], pattern: readonly PatternPart[]): Names | null {
  if (pattern.length >= parts.length) return null;
  let names: Names | null = new Map();
  for (const [i, part] of pattern.entries()) {
    if (names === null || part === ANY_FOLDERS) return null;
    names = withTold(names, part.match(parts[parts.length - pattern.length + i] ?? ''));
  }
  return names;
}
