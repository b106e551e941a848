import type { SimpleCommand } from './parse';

/** The lines that `echo` or `printf` print, if their words alone tell; else null. */
export function printedLiterally({ words }: SimpleCommand): string[] | null {
  const [name, ...rest] = words;
  if (rest.some((word) => word.dynamic)) return null;
  const texts = rest.map((word) => word.text);
  const text = name?.text === 'echo' ? echo(texts) : name?.text === 'printf' ? printf(texts) : null;
  return text?.endsWith('\n') === true ? text.slice(0, -1).split('\n') : null;
}

function echo(words: readonly string[]): string | null {
  // Shells differ in what they make of options and backslashes.
  if (/^-/.test(words[0] ?? '') && /^-[neE]+$/.test(words[0] ?? '')) return null;
  const text = words.join(' ');
  return text.includes('\\') ? null : `${text}\n`;
}

function printf(words: readonly string[]): string | null {
  const [format = '', ...values] = words;
  if (format.startsWith('-')) return null;
  if (format === '%s\\n') {
    return values.length === 0 || values.some((value) => value.includes('\\'))
      ? null
      : values.map((value) => `${value}\n`).join('');
  }
  if (values.length > 0 || format.includes('%')) return null;
  const text = format.replaceAll('\\n', '\n');
  return text.includes('\\') ? null : text;
}
