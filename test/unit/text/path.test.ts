import { describe, expect, it } from 'vitest';
import { isAbsolutePath, resolvePath } from '../../../src/text/path';

describe('resolvePath', () => {
  it.each([
    ['/ws', 'a.ts', '/ws/a.ts'],
    ['/ws', './src/../a.ts', '/ws/a.ts'],
    ['/ws', '/other/a.ts', '/other/a.ts'],
    ['/ws', '../../../a.ts', '/a.ts'],
    ['/ws/', 'src//a.ts/', '/ws/src/a.ts'],
    ['/ws', 'a\\b.ts', '/ws/a\\b.ts'],
    ['/', '', '/'],
    ['C:\\ws', 'src/a.ts', 'C:\\ws\\src\\a.ts'],
    ['C:\\ws', 'src\\..\\a.ts', 'C:\\ws\\a.ts'],
    ['C:\\ws', 'D:/x/./a.ts', 'D:\\x\\a.ts'],
    ['C:\\ws', '..\\..\\..', 'C:\\'],
    ['C:\\ws', '/a.ts', 'C:\\a.ts'],
    ['/ws', 'c:\\x\\a.ts', 'c:\\x\\a.ts'],
    ['\\\\server\\share\\ws', '..\\a.ts', '\\\\server\\share\\a.ts'],
    ['\\\\server\\share\\ws', '/a.ts', '\\\\server\\share\\a.ts'],
    ['C:\\ws', '\\\\..\\..\\x', 'C:\\x'],
    ['/ws', '\\\\.\\COM1', '/ws/\\\\.\\COM1'],
  ])('from %s: %s is %s', (base, path, expected) => {
    expect(resolvePath(base, path)).toBe(expected);
  });

  it('knows what is absolute', () => {
    for (const path of ['/a', 'C:\\a', 'c:/a', '\\\\server\\share\\a'])
      expect(isAbsolutePath(path)).toBe(true);
    for (const path of ['a', './a', 'C:a', '\\a', '~/a', '']) expect(isAbsolutePath(path)).toBe(false);
  });
});
