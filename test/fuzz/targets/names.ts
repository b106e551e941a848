import { shown, shownInMarkdown } from '../../../src/text/escape';
import { demand, pure, type Target } from '../engine/target';

const SEEDS: readonly string[] = [
  'src/a.ts',
  '\u202etxt.exe',
  '\u2066a\u2069\u200b\ufeff',
  '\u001b]8;;http://x\u0007click\u001b]8;;\u0007',
  '[a](command:workbench.action.quit) $(sync~spin) <img src=x onerror=y>',
  '`*_~#|&<b>&amp;:octocat: https://x.y www.x.y a@b.c',
  '\ud800 \udc00 😀',
  'x'.repeat(1000),
  '😀'.repeat(200),
  'line\nline\r\nline\u2028line\u2029line\u0085line',
];

/** Whatever may not reach a terminal, a log or a label; written otherwise than the product writes it. */
function isHidden(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f) || (code >= 0xd800 && code <= 0xdfff)) return true;
  return /[\p{Bidi_Control}\p{Zl}\p{Zp}\u200b-\u200f\u2060-\u2064\ufeff]/u.test(character);
}

export const NAMES: Target = {
  name: 'names',
  checks:
    'no control character, mark of direction or lone surrogate is left; bounded; nothing that Markdown or HTML gives a meaning',
  seeds: () => SEEDS.map((text) => Buffer.from(text, 'utf16le')),
  open: pure((input) => {
    // Any UTF-16, lone surrogates too.
    const name = input.subarray(0, input.length & ~1).toString('utf16le');
    const plain = shown(name);
    demand(![...plain].some(isHidden), () => `left as it is: ${JSON.stringify(plain)}`);
    demand(plain.length <= 301 * 8, () => `${plain.length} long`);
    const escaped = shownInMarkdown(name);
    demand(![...escaped].some(isHidden), () => `left as it is: ${JSON.stringify(escaped)}`);
    const bare = escaped.replaceAll(/\\[!-/:-@[-`{-~]|&(?:lt|amp);/g, '');
    demand(!/[\\`*_{}[\]()<>#+\-.!|~&$:@/]/.test(bare), () => `has a meaning: ${JSON.stringify(escaped)}`);
  }),
};
