const MARK = '[Agent Read Coverage] ';
const [OPEN, CLOSE] = ['\n\n<system-reminder>\n', '\n</system-reminder>'];

/** What the product adds to an answer: one line that can be told from the file's own. */
export function contextNote(words: string): string {
  return MARK + words.replace(/\s+/g, ' ');
}

/**
 * Where the text of a file ends in an answer to which the agent may have added reminders, or a hook the product's words:
 * the agent's own count of characters has them in it. A file that ends in words like theirs is cut short.
 */
export function endBeforeNotes(text: string): number {
  let end = text.length;
  for (;;) {
    const at = lastNote(text, end);
    if (at === -1) return end;
    end = at;
  }
}

/** Where the last note before this place begins, if one ends here; else -1. */
function lastNote(text: string, end: number): number {
  if (text.endsWith(CLOSE, end)) return text.lastIndexOf(OPEN, end - CLOSE.length - OPEN.length + 1);
  const at = text.lastIndexOf('\n', end - 1) - 1;
  return at >= 0 && text.startsWith(`\n\n${MARK}`, at) ? at : -1;
}
