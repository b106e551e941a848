import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderListings } from '../../../src/ingest/folderListing';
import { UnusablePattern } from '../../../src/ingest/glob';
import { compilePattern, filledPath } from '../../../src/ingest/pathPattern';
import { PatternWalk } from '../../../src/ingest/patternWalk';
import { isWithin } from '../../../src/ingest/workspaceFolders';

let around: string;
/** Deep enough for links that lead out of it to stay in what is around it. */
let root: string;

beforeEach(() => {
  around = realpathSync(mkdtempSync(join(tmpdir(), 'walk-')));
  root = join(around, 'x/y/z');
  mkdirSync(root, { recursive: true });
});
afterEach(() => rmSync(around, { recursive: true, force: true }));

function file(path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), '');
}

async function find(pattern: string, known: Record<string, string> = {}, newest?: number) {
  const names = new Map(Object.entries(known));
  const found: string[] = [];
  for (const parts of compilePattern(pattern, names)) {
    const walked = await new PatternWalk(new FolderListings()).find(root, parts, names, newest);
    for (const each of walked.found) {
      found.push([relative(root, each.path), ...each.names.values()].join(' '));
    }
  }
  return found;
}

describe('files that fit a pattern', () => {
  it('are told with the names of their parts', async () => {
    file('projects/a/1.jsonl');
    file('projects/a/1.txt');
    file('projects/b/2.jsonl');
    file('projects/b/deep/3.jsonl');
    expect(await find('projects/<project>/<session>.jsonl')).toEqual([
      'projects/a/1.jsonl a 1',
      'projects/b/2.jsonl b 2',
    ]);
  });

  it('may be in any of up to four folders', async () => {
    file('s/agent-0.jsonl');
    file('s/1/2/3/4/agent-4.jsonl');
    file('s/1/2/3/4/5/agent-5.jsonl');
    expect(await find('s/**/agent-*.jsonl')).toEqual(['s/agent-0.jsonl', 's/1/2/3/4/agent-4.jsonl']);
  });

  it('are those of a name that is known, whatever signs it is made of', async () => {
    file('a/x.y/1.jsonl');
    file('a/xzy/2.jsonl');
    expect(await find('a/<session>/*.jsonl', { session: 'x.y' })).toEqual(['a/x.y/1.jsonl x.y']);
    expect(await find('a/<session>/*.jsonl', { session: '*' })).toEqual([]);
    expect(await find('a/<session>/*.jsonl', { session: '../a/x.y' })).toEqual([]);
    expect(await find('<session>/x.y/*.jsonl', { session: '.' })).toEqual([]);
  });

  it('can have to repeat a name', async () => {
    file('s/1/1.messages.json');
    file('s/1/agent_2.messages.json');
    expect(await find('s/<session>/<session>.messages.json')).toEqual(['s/1/1.messages.json 1']);
  });

  it('are found once for each alternative', async () => {
    file('new/1/events.jsonl');
    file('old/2.jsonl');
    expect(await find('{new,old}/<session>{/events,}.jsonl')).toEqual([
      'new/1/events.jsonl 1',
      'old/2.jsonl 2',
    ]);
  });

  it('are those of the newest folders only, where their names are dates', async () => {
    for (const day of ['2025/12/30', '2025/12/31', '2026/01/01', '2026/01/02', '2026/02/01']) {
      file(`s/${day}/a.jsonl`);
      file(`s/${day}/b.jsonl`);
    }
    expect(await find('s/*/*/*/*.jsonl', {}, 3)).toEqual(
      ['2026/02/01', '2026/01/02', '2026/01/01'].flatMap((day) => [`s/${day}/b.jsonl`, `s/${day}/a.jsonl`]),
    );
  });

  it('are never outside, nor found through a loop', async () => {
    const outside = join(around, 'x/outside');
    mkdirSync(outside);
    const name = fc.constantFrom('a', 'b', 'c.jsonl');
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
    const target = fc.oneof(
      path,
      fc.constantFrom('.', '..', '../..', outside, join(outside, 'c.jsonl'), 'a'),
    );
    const part = fc.constantFrom('a', '*', '<session>', '**', '*.jsonl', 'b', '<project>');
    const pattern = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('/'));
    const known = fc.option(fc.constantFrom('a', '..', '.', '../a', '/', outside, 'c.jsonl'), {
      nil: undefined,
    });
    writeFileSync(join(outside, 'c.jsonl'), '');
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(path, { maxLength: 8 }),
        fc.array(fc.tuple(path, target), { maxLength: 4 }),
        pattern,
        known,
        async (files, links, wanted, session) => {
          rmSync(root, { recursive: true, force: true });
          mkdirSync(root);
          for (const each of files) tried(() => file(each));
          for (const [from, to] of links) {
            tried(() => {
              mkdirSync(dirname(join(root, from)), { recursive: true });
              symlinkSync(to, join(root, from));
            });
          }
          const names = new Map(session === undefined ? [] : [['session', session]]);
          for (const parts of compilePattern(wanted, names)) {
            const walked = await new PatternWalk(new FolderListings()).find(root, parts, names);
            const paths = walked.found.map((each) => each.path);
            found += paths.length;
            for (const each of paths) {
              expect(isWithin(each, walked.base)).toBe(true);
              // The way to the first part that is open is the agent's own; from there on there are no links.
              expect(realpathSync(each)).toBe(join(realpathSync(walked.base), relative(walked.base, each)));
            }
            if (!wanted.includes('**')) expect(new Set(paths).size).toBe(paths.length);
          }
        },
      ),
      { numRuns: 150 },
    );
    expect(found).toBeGreaterThan(20);
  }, 60_000);
});

describe('patterns', () => {
  it('that lead out of the folder are none', () => {
    for (const pattern of ['../x', 'a/../../x', '/etc/x', 'C:/x', '']) {
      expect(() => compilePattern(pattern)).toThrow(UnusablePattern);
    }
  });

  it('without wildcards mean one path, where all their names are plain', () => {
    const names = new Map([
      ['session', '1'],
      ['bad', '..'],
      ['worse', 'a/../..'],
    ]);
    expect(filledPath('s/<session>/<session>.json', names)).toBe('s/1/1.json');
    for (const pattern of ['s/<bad>', 's/<worse>', 's/<missing>', '<session>/<bad>/x']) {
      expect(filledPath(pattern, names)).toBeNull();
    }
    expect(filledPath('s/<bad>.json', names)).toBe('s/...json');
  });
});

/** What cannot be made in a random tree (a file is in the way) is left out of it. */
function tried(make: () => void): void {
  try {
    make();
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
  }
}
