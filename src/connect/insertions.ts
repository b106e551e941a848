/** Text put into another text, at an offset of the text before it. */
export interface Insertion {
  readonly offset: number;
  readonly text: string;
}

/** A part of a text, `end` exclusive, in UTF-16 code units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The text with all of them in it; those at one offset follow each other in the order given. */
export function insertAll(text: string, insertions: readonly Insertion[]): string {
  let result = '';
  let from = 0;
  for (const { offset, text: added } of inOrder(insertions)) {
    result += text.slice(from, offset) + added;
    from = offset;
  }
  return result + text.slice(from);
}

/** Where what was inserted stands now, given where earlier insertions stood before. */
export function spansAfter(earlier: readonly Span[], insertions: readonly Insertion[]): readonly Span[] {
  let spans = [...earlier];
  let shift = 0;
  for (const { offset, text } of inOrder(insertions)) {
    const at = offset + shift;
    const added = text.length;
    spans = spans.map(({ start, end }) => ({
      start: at <= start ? start + added : start,
      end: at < end ? end + added : end,
    }));
    spans.push({ start: at, end: at + added });
    shift += added;
  }
  return merged(spans);
}

/** The text without these parts. */
export function cutAll(text: string, spans: readonly Span[]): string {
  let result = '';
  let from = 0;
  for (const { start, end } of merged(spans)) {
    result += text.slice(from, start);
    from = end;
  }
  return result + text.slice(from);
}

function inOrder(insertions: readonly Insertion[]): readonly Insertion[] {
  return [...insertions].sort((a, b) => a.offset - b.offset);
}

function merged(spans: readonly Span[]): readonly Span[] {
  const result: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && span.start <= last.end) {
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    } else if (span.end > span.start) result.push(span);
  }
  return result;
}
