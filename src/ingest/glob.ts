/** Why a pattern is not used. */
export class UnusablePattern extends Error {
  override readonly name = 'UnusablePattern';
}

const LONGEST_PATTERN = 1000;
const MOST_ALTERNATIVES = 64;

/** Any number of folders, none too. */
export const ANY_FOLDERS = '**';

/**
 * The parts of a pattern of paths below a folder, once for each of its alternatives: `*` and `?` within a name, `**` for
 * any folders, `{a,b}` for one or the other.
 *
 * @throws UnusablePattern where it is none, or leads out of the folder
 */
export function parsePattern(pattern: string): readonly (readonly string[])[] {
  if (pattern.length > LONGEST_PATTERN) throw new UnusablePattern('is too long');
  return alternatives(pattern).map((path) => {
    if (/^([a-z]:)?[/\\]/i.test(path)) throw new UnusablePattern('is not relative to the folder');
    const parts = path.split('/').filter((part) => part !== '' && part !== '.');
    if (parts.includes('..')) throw new UnusablePattern('leads out of the folder');
    if (parts.length === 0) throw new UnusablePattern('is empty');
    return parts.at(-1) === ANY_FOLDERS ? [...parts, '*'] : parts;
  });
}

export function isLiteral(part: string): boolean {
  return !/[*?]/.test(part);
}

/** Whether a name fits one part of a pattern. Takes time in the product of both lengths at most. */
export function matches(part: string, name: string): boolean {
  let at = 0;
  let star = -1;
  let afterStar = 0;
  for (let i = 0; i < name.length; ) {
    if (part[at] === '*') {
      star = at++;
      afterStar = i;
    } else if (at < part.length && (part[at] === '?' || part[at] === name[i])) {
      at++;
      i++;
    } else if (star !== -1) {
      at = star + 1;
      i = ++afterStar;
    } else return false;
  }
  while (part[at] === '*') at++;
  return at === part.length;
}

function alternatives(pattern: string): string[] {
  let done: string[] = [''];
  let rest = pattern;
  for (let group = /\{([^{}]*)\}/.exec(rest); group !== null; group = /\{([^{}]*)\}/.exec(rest)) {
    const before = rest.slice(0, group.index);
    const choices = (group[1] ?? '').split(',');
    if (done.length * choices.length > MOST_ALTERNATIVES)
      throw new UnusablePattern('has too many alternatives');
    done = done.flatMap((start) => choices.map((choice) => start + before + choice));
    rest = rest.slice(group.index + group[0].length);
  }
  return done.map((start) => start + rest);
}
