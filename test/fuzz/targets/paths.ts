import { posix, win32 } from 'node:path';
import { CanonicalPaths } from '../../../src/ingest/canonicalPath';
import { matches, parsePattern, UnusablePattern } from '../../../src/ingest/glob';
import { compilePattern, filledPath } from '../../../src/ingest/pathPattern';
import { canBePath, isAbsolutePath, isWindowsPath, resolvePath } from '../../../src/text/path';
import { demand, pure, type Target } from '../engine/target';

const SEEDS: readonly string[] = [
  '/ws\nsrc/../a.ts',
  '/ws\n/../../etc/passwd',
  'C:\\ws\n..\\..\\..\\x',
  'C:/ws\n/a/./b//c',
  '\\\\server\\share\\ws\n..\\..\\x',
  '\\\\server\\share\nCON',
  '/ws\n\\\\?\\C:\\x',
  '/ws\nC:x',
  '/ws\n~/x',
  '/ws\n{a,b}/**/*.jsonl',
  '/ws\n<session>/<name>-<name>.json',
  '/ws\n**/../x',
  `/ws\n${'a/'.repeat(300)}`,
  `/ws\n${'*a'.repeat(40)}`,
  '/ws\n/proc/self/cwd/x\u0000y',
];

/** A base folder and a path, a line each. */
export const PATHS: Target = {
  name: 'paths',
  checks:
    'absolute, normal and stable; `..` leads out of no root; no other machine is asked; patterns stay in their folder',
  seeds: () => SEEDS.map((text) => Buffer.from(text)),
  open: pure((input) => {
    const [first = '', ...rest] = input.toString('utf8').split('\n');
    const path = rest.join('\n');
    const base = isAbsolutePath(first) ? first : '/ws';
    checkResolved(base, path);
    checkPattern(path);
    for (const style of [posix, win32]) {
      checkCanonical(resolvePath(base, path), style);
      checkCanonical(path, style);
    }
  }),
};

/** On a disk that has nothing on it. */
function checkCanonical(path: string, style: typeof posix): void {
  // What records tell of is refused before a disk is asked.
  if (!canBePath(path)) return;
  const asked: string[] = [];
  const options = { now: () => 0, lifetime: 1, style };
  const paths = new CanonicalPaths({
    ...options,
    askSync: (question) => {
      asked.push(question.path);
      return null;
    },
  });
  const canonical = paths.sync(path);
  demand(paths.sync(canonical) === canonical, () => `not stable: ${JSON.stringify(canonical)}`);
  for (const each of asked) {
    const isElsewhere = style === win32 && each.startsWith('\\\\');
    demand(!isElsewhere && !each.includes('\0'), () => `the disk is asked for ${JSON.stringify(each)}`);
  }
}

function checkResolved(base: string, path: string): void {
  const resolved = resolvePath(base, path);
  demand(isAbsolutePath(resolved), () => `not absolute: ${JSON.stringify(resolved)}`);
  demand(resolvePath(base, resolved) === resolved, () => `not stable: ${JSON.stringify(resolved)}`);
  demand(resolvePath('/', resolved) === resolved, () => `not stable: ${JSON.stringify(resolved)}`);
  const isWindows = isWindowsPath(resolved);
  const names = resolved.split(isWindows ? /[\\/]/ : '/');
  demand(
    !names.slice(1).includes('..') && !names.slice(1).includes('.'),
    () => `not normal: ${JSON.stringify(resolved)}`,
  );
}

function checkPattern(pattern: string): void {
  try {
    for (const parts of parsePattern(pattern)) {
      demand(!parts.includes('..') && parts.length > 0, () => `leads out: ${parts}`);
      for (const part of parts) matches(part, `${part}${'a'.repeat(200)}`);
    }
    compilePattern(pattern);
    const filled = filledPath(
      pattern,
      new Map([
        ['session', '../x'],
        ['name', 's1'],
      ]),
    );
    demand(filled === null || !filled.split('/').includes('..'), () => `leads out: ${filled}`);
  } catch (error) {
    if (!(error instanceof UnusablePattern)) throw error;
  }
}
