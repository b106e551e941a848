import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PathPatterns } from '../../../src/ingest/pathPatterns';

const FOLDER = join('/', 'home', 'me', 'ws');
const fits = (pattern: string, path: string) =>
  new PathPatterns([FOLDER], [pattern]).fits(join(FOLDER, ...path.split('/')));

describe('patterns of files below a folder', () => {
  it.each([
    ['README.md', 'README.md', true],
    ['README.md', 'docs/README.md', false],
    ['**/README.md', 'README.md', true],
    ['**/README.md', 'a/b/README.md', true],
    ['docs/**', 'docs/a/b.md', true],
    ['docs/**', 'docs', false],
    ['docs/*.md', 'docs/a.md', true],
    ['docs/*.md', 'docs/a/b.md', false],
    ['{AGENTS,CLAUDE}.md', 'CLAUDE.md', true],
    ['src/**/test?.ts', 'src/a/test1.ts', true],
    ['src/**/test?.ts', 'src/test12.ts', false],
    ['./a.ts', 'a.ts', true],
  ])('%s and %s: %s', (pattern, path, expected) => {
    expect(fits(pattern, path)).toBe(expected);
  });

  it('reach no file outside of the folders', () => {
    const patterns = new PathPatterns([FOLDER], ['**', '../x', '/etc/*']);
    expect(patterns.fits(join('/', 'home', 'me', 'x'))).toBe(false);
    expect(patterns.fits(`${FOLDER}2`)).toBe(false);
    expect(patterns.fits(join(FOLDER, 'x'))).toBe(true);
    expect(patterns.refused).toEqual(['../x', '/etc/*']);
  });

  it('pass over the case of letters where the system does', () => {
    const path = join(FOLDER, 'readme.md');
    expect(new PathPatterns([FOLDER], ['README.md']).fits(path)).toBe(false);
    expect(new PathPatterns([FOLDER], ['README.md'], true).fits(path)).toBe(true);
  });

  it('are those of each folder', () => {
    const patterns = new PathPatterns([FOLDER, join('/', 'b')], ['a.ts']);
    expect(patterns.fits(join('/', 'b', 'a.ts'))).toBe(true);
    expect(patterns.fits(join('/', 'c', 'a.ts'))).toBe(false);
  });

  it('fit what the same pattern as a regular expression fits', () => {
    const part = fc.constantFrom('a', 'b', '*', '**', 'a*', '?');
    const name = fc.constantFrom('a', 'b', 'ab');
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 5 }),
        fc.array(name, { minLength: 1, maxLength: 5 }),
        (parts, names) => {
          const all = parts.at(-1) === '**' ? [...parts, '*'] : parts;
          const source = all
            .map((each) =>
              each === '**' ? '(?:[^/]+/)*' : `${each.replace('*', '[^/]*').replace('?', '[^/]')}/`,
            )
            .join('');
          const expected = new RegExp(`^${source}$`).test(`${names.join('/')}/`);
          expect(fits(parts.join('/'), names.join('/'))).toBe(expected);
        },
      ),
    );
  });
});
