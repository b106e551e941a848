/** What the agent adds after a tool's answer, each with the mark that it ends with. */
const ADDED: readonly (readonly [start: string, end: string])[] = [
  ['\n\n--- Newly Discovered Project Context ---\n', '\n--- End Project Context ---'],
  ['\n\n<hook_context>', '</hook_context>'],
];

/**
 * Where the tool's own answer ends. Notes that the agent adds stand at its end, one after the other; a file may hold
 * words like theirs, so everything from the first of them is left out.
 */
export function answerEnd(text: string): number {
  let end = text.length;
  for (let isFound = true; isFound; ) {
    isFound = false;
    for (const [start, last] of ADDED) {
      if (!text.slice(0, end).endsWith(last)) continue;
      const at = text.indexOf(start);
      if (at === -1 || at >= end) continue;
      end = at;
      isFound = true;
    }
  }
  return end;
}

/** Answers that were taken out of the context to save room have one of these in their place. */
const REPLACED = ['<tool_output_masked>', 'Output too large. Showing first '];

/** Whether only a note is left of the answer, or parts of it. */
export function isReplaced(text: string): boolean {
  return REPLACED.some((mark) => text.startsWith(mark));
}
