/** Number of bytes of the text in UTF-8; a lone surrogate counts as the replacement character it is written as. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
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
