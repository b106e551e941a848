import type { Node } from 'jsonc-parser';
import type { Insertion } from './insertions';
import { indentationAt, type JsonStyle, printInline, printLines } from './jsonStyle';
import { blanksBefore, commaAfter, endOf, endOfCommentsOnLine } from './jsonText';

/** Something to put into an object (with a key) or an array (without). */
export interface NewChild {
  readonly key?: string;
  readonly value: unknown;
}

/**
 * What to insert so that the container ends with these children. Nothing that stands there is moved, changed or
 * removed: cutting the insertions out again gives the text as it was, to the byte.
 */
export function insertionsFor(
  text: string,
  container: Node,
  children: readonly NewChild[],
  style: JsonStyle,
): readonly Insertion[] {
  if (children.length === 0) return [];
  const last = container.children?.at(-1);
  return last
    ? afterSiblings(text, container, last, children, style)
    : intoEmpty(text, container, children, style);
}

function afterSiblings(
  text: string,
  container: Node,
  last: Node,
  children: readonly NewChild[],
  style: JsonStyle,
): readonly Insertion[] {
  const trailing = commaAfter(text, endOf(last));
  const after = endOfCommentsOnLine(text, trailing === undefined ? endOf(last) : trailing + 1);
  const endsInLineComment = /\/\/[^\r\n]*$/.test(text.slice(endOf(last), after));
  const indentation =
    ownLineIndentation(text, container, last) ?? (endsInLineComment ? indentationAt(text, after) : undefined);
  const gap = indentation === undefined ? (style.spaced ? ' ' : '') : style.lineEnd + indentation;
  const printed = children.map((child) => gap + print(child, indentation, style));
  // Where the list ends with a comma it goes on doing so.
  if (trailing !== undefined) return [{ offset: after, text: printed.map((each) => `${each},`).join('') }];
  return [
    { offset: endOf(last), text: ',' },
    { offset: after, text: printed.join(',') },
  ];
}

function intoEmpty(
  text: string,
  container: Node,
  children: readonly NewChild[],
  style: JsonStyle,
): readonly Insertion[] {
  const close = endOf(container) - 1;
  const offset = blanksBefore(text, close);
  const outer = indentationAt(text, container.offset);
  const gap = style.lineEnd + outer + style.indent;
  const printed = children.map((child) => gap + print(child, outer + style.indent, style)).join(',');
  const hasLineEnd = text.slice(offset, close).includes('\n');
  return [{ offset, text: hasLineEnd ? printed : printed + style.lineEnd + outer }];
}

/** The indentation of the container's children where each has a line of its own; undefined where they share one. */
function ownLineIndentation(text: string, container: Node, last: Node): string | undefined {
  if (!text.slice(container.offset, last.offset).includes('\n')) return undefined;
  for (const child of [...(container.children ?? [])].reverse()) {
    const indentation = indentationAt(text, child.offset);
    const line = text.lastIndexOf('\n', child.offset - 1) + 1;
    if (line + indentation.length === child.offset) return indentation;
  }
  return indentationAt(text, last.offset);
}

function print({ key, value }: NewChild, indentation: string | undefined, style: JsonStyle): string {
  const printed =
    indentation === undefined ? printInline(value, style) : printLines(value, indentation, style);
  return key === undefined ? printed : `${JSON.stringify(key)}:${style.spaced ? ' ' : ''}${printed}`;
}
