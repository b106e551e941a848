// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const BEYOND_ASCII = /[^\u0000-\u007f]/;

/** Whether the text has characters that take more than one byte; much quicker than counting them. */
export function hasWideCharacters(text: string): boolean {
  return BEYOND_ASCII.test(text);
}

/**
 * Number of bytes of the text in UTF-8, from `start` to `end` (UTF-16 code units). A lone surrogate counts as the
 * replacement character it is written as.
 */
export function utf8Bytes(text: string, start = 0, end = text.length): number {
  let bytes = end - start;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) continue;
    if (code < 0x800) bytes += 1;
    else {
      bytes += 2;
      const next = text.charCodeAt(i + 1);
      if (code >= 0xd800 && code < 0xdc00 && next >= 0xdc00 && next < 0xe000) i++;
    }
  }
  return bytes;
}
