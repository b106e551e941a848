/**
 * Ends of what the shell replaces, found without understanding what is inside. Each takes the place of the opening
 * character and gives the place after the closing one; null where it does not close.
 */

/** `( … )`, with quotes and further brackets inside. */
export function skipSubstitution(text: string, open: number): number | null {
  return skipNested(text, open, '(', ')');
}

/** `{ … }` of `${…}`, with quotes and further braces inside. */
export function skipBraced(text: string, open: number): number | null {
  return skipNested(text, open, '{', '}');
}

export function skipBackquoted(text: string, open: number): number | null {
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '`') return at + 1;
  }
  return null;
}

function skipNested(text: string, open: number, opening: string, closing: string): number | null {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const char = text[at];
    // Comments and here-documents inside may hold unpaired quotes and brackets.
    if (char === '#' || char === '<') return null;
    if (char === '\\') at++;
    else if (char === "'" || char === '"' || char === '`') {
      const end = char === '`' ? skipBackquoted(text, at) : skipQuoted(text, at, char);
      if (end === null) return null;
      at = end - 1;
    } else if (char === opening) depth++;
    else if (char === closing && --depth === 0) return at + 1;
  }
  return null;
}

function skipQuoted(text: string, open: number, quote: string): number | null {
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === quote) return at + 1;
    if (quote === '"' && text[at] === '\\') at++;
    // A substitution within quotes may hold quotes of its own.
    else if (quote === '"' && (text[at] === '`' || (text[at] === '$' && text[at + 1] === '('))) return null;
  }
  return null;
}
