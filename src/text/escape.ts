/** Longest name shown in one piece, in UTF-16 code units. */
const LONGEST_SHOWN = 300;

/**
 * What must not reach a terminal, a log or a label as it is: control characters (C0, DEL, C1), marks that change the
 * direction of text, zero-width and other invisible characters, line and paragraph separators, lone surrogates.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A name as it may be shown: hidden characters as `\u{…}`, cut in the middle where it is very long. */
export function shown(name: string): string {
  const short =
    name.length <= LONGEST_SHOWN
      ? name
      : `${name.slice(0, LONGEST_SHOWN / 2)}…${name.slice(name.length - LONGEST_SHOWN / 2)}`;
  return short.replace(HIDDEN, (hidden) => `\\u{${hidden.charCodeAt(0).toString(16)}}`);
}

/** A name as plain text within Markdown: hidden characters shown, every character with a meaning escaped. */
export function shownInMarkdown(name: string): string {
  return shown(name).replace(/[\\`*_{}[\]()<>#+\-.!|~&$:@/"']/g, (mark) =>
    mark === '<' ? '&lt;' : mark === '&' ? '&amp;' : `\\${mark}`,
  );
}
