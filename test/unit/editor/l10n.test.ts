import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const CALL = /l10n\.t\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g;

/** Every string that the editor's code asks a translation of, in the order of the alphabet. */
function strings(): readonly string[] {
  const found = new Set<string>();
  for (const file of [...globSync('src/editor/**/*.ts'), 'src/extension.ts']) {
    const source = readFileSync(file, 'utf8');
    const calls = [...source.matchAll(CALL)];
    // A text that is put together by the code could never be translated.
    expect(calls.length, file).toBe(source.split('l10n.t(').length - 1);
    for (const [, single, double] of calls) found.add((single ?? double ?? '').replaceAll(/\\(.)/g, '$1'));
  }
  return [...found].sort();
}

describe('the bundle for translators', () => {
  it('holds every string of the code (`vitest -u` writes it anew)', async () => {
    const bundle = Object.fromEntries(strings().map((text) => [text, text]));
    await expect(`${JSON.stringify(bundle, null, 2)}\n`).toMatchFileSnapshot(
      '../../../l10n/bundle.l10n.json',
    );
  });
});
