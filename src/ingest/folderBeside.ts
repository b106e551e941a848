import { readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Names, Sidecar, Transcripts } from '../agents/transcripts';
import { ANY_FOLDERS } from './glob';
import { compilePattern, filledPath, type PatternPart } from './pathPattern';

const LARGEST_SIDECAR = 4 * 1024 * 1024;

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
      const text = below === null ? null : smallText(join(root, below));
      const folder = text === null ? null : sidecar.cwd(text, names);
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
  const names = new Map<string, string>();
  for (const [i, part] of pattern.entries()) {
    const told = part === ANY_FOLDERS ? null : part.match(parts[parts.length - pattern.length + i] ?? '');
    if (told === null) return null;
    for (const [name, value] of told) {
      if ((names.get(name) ?? value) !== value) return null;
      names.set(name, value);
    }
  }
  return names;
}

function smallText(path: string): string | null {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= LARGEST_SIDECAR ? readFileSync(path, 'utf8') : null;
  } catch {
    // There is none, or it is not for us to read: then it tells nothing.
    return null;
  }
}
