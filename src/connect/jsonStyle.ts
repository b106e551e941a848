/** How a settings file is written, so that what is added looks like the rest. */
export interface JsonStyle {
  readonly lineEnd: string;
  /** One step of indentation. */
  readonly indent: string;
  /** Whether a blank follows colons and commas within a line. */
  readonly spaced: boolean;
}

export function styleOf(text: string): JsonStyle {
  const lineEnd = /\r\n|\n/.exec(text)?.[0] ?? '\n';
  const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ';
  const colon = /"\s*:(.)/.exec(text)?.[1];
  return { lineEnd, indent, spaced: colon === undefined || colon === ' ' };
}

/** A value over several lines, of which all but the first begin with `indentation`. */
export function printLines(value: unknown, indentation: string, style: JsonStyle): string {
  return JSON.stringify(value, null, style.indent).replaceAll('\n', style.lineEnd + indentation);
}

/** A value within one line. */
export function printInline(value: unknown, style: JsonStyle): string {
  // JSON has no raw line end within a string, so each one here is layout.
  return style.spaced ? JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ') : JSON.stringify(value);
}

/** The blanks that the line of this offset begins with. */
export function indentationAt(text: string, offset: number): string {
  const line = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line, offset))?.[0] ?? '';
}
