import type { Names } from '../agents/transcripts';
import { ANY_FOLDERS, parsePattern } from './glob';

/** One part of a path: any folders, or names that fit. */
export type PatternPart = typeof ANY_FOLDERS | NamePart;

export interface NamePart {
  /** The name, where the pattern itself has one and no other fits. */
  readonly literal: string | null;
  /** What a name tells; null where it does not fit. */
  match(name: string): Names | null;
}

const LONGEST_NAME = 255;

/**
 * Patterns of paths below a folder, part by part, once for each alternative: as in `parsePattern`, and `<name>` for a
 * name or a part of one, which is kept. What `known` tells stands for itself.
 *
 * @throws UnusablePattern where it leads out of the folder
 */
export function compilePattern(
  pattern: string,
  known: Names = new Map(),
): readonly (readonly PatternPart[])[] {
  return parsePattern(pattern).map((parts) =>
    parts.map((part) => (part === ANY_FOLDERS ? ANY_FOLDERS : namePart(part, known))),
  );
}

/** With what one more part tells; null where it does not fit: a name that stands twice is the same both times. */
export function withTold(names: Names, told: Names | null): Names | null {
  if (told === null) return null;
  for (const [name, value] of told) if (names.has(name) && names.get(name) !== value) return null;
  return told.size === 0 ? names : new Map([...names, ...told]);
}

/** Whether a text can be the name of a file or folder on every system, and nothing else. */
export function isPlainName(text: string): boolean {
  return (
    text !== '' && text !== '.' && text !== '..' && text.length <= LONGEST_NAME && !/[/\\:\0]/.test(text)
  );
}

/**
 * The one path that a pattern without wildcards means with these names; null where one is missing, or is no name.
 *
 * @throws UnusablePattern where it leads out of the folder
 */
export function filledPath(pattern: string, names: Names): string | null {
  const [parts = []] = parsePattern(pattern);
  const filled = parts.map((part) =>
    part.replace(/<([a-z]+)>/g, (_, name: string) => names.get(name) ?? '/'),
  );
  return filled.every(isPlainName) ? filled.join('/') : null;
}

function namePart(part: string, known: Names): NamePart {
  const kept: string[] = [];
  let source = '';
  let literal: string | null = '';
  for (const piece of part.split(/(<[a-z]+>|[*?])/)) {
    const name = /^<([a-z]+)>$/.exec(piece)?.[1];
    const text = name === undefined ? piece : known.get(name);
    if (piece === '*') source += '[^]*';
    else if (piece === '?') source += '[^]';
    else if (text !== undefined) source += text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    else if (name !== undefined && kept.includes(name)) source += `\\${kept.indexOf(name) + 1}`;
    else {
      kept.push(name ?? '');
      source += '([^]+)';
    }
    literal = literal === null || name !== undefined || /[*?]/.test(piece) ? null : literal + piece;
  }
  const whole = new RegExp(`^(?:${source})$`);
  return {
    literal,
    match: (name) => {
      const found = isPlainName(name) ? whole.exec(name) : null;
      return found === null ? null : new Map(kept.map((each, at) => [each, found[at + 1] ?? '']));
    },
  };
}
