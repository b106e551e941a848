import type { Node } from 'jsonc-parser';
import { cutAll, type Span } from './insertions';
import { blanksBefore, commaAfter, endOf, parseJsonText } from './jsonText';

/**
 * The text without one child of a container: without the blanks before it, and without the comma that is then one too
 * many. Comments stay.
 */
export function removeChild(text: string, root: Node, container: Node, child: Node): string {
  const siblings = container.children ?? [];
  const before = siblings[siblings.indexOf(child) - 1];
  const comma = commaAfter(text, endOf(child)) ?? (before && commaAfter(text, endOf(before)));
  const commas: readonly Span[] = comma === undefined ? [] : [{ start: comma, end: comma + 1 }];
  const lead = blanksBefore(text, child.offset);
  const tight = cutAll(text, [{ start: lead, end: endOf(child) }, ...commas]);
  // Without the line end before the child, what follows it may have become part of a line comment.
  const left = parseJsonText(tight)?.root;
  return left && nodesOf(left) === nodesOf(root) - nodesOf(child)
    ? closed(tight, container.offset)
    : cutAll(text, [{ start: child.offset, end: endOf(child) }, ...commas]);
}

/** Nothing but blanks in a container that begins here: none then. */
function closed(text: string, offset: number): string {
  const inside = /^[ \t\r\n]*(?=[\]}])/.exec(text.slice(offset + 1))?.[0] ?? '';
  return cutAll(text, [{ start: offset + 1, end: offset + 1 + inside.length }]);
}

function nodesOf(node: Node): number {
  return (node.children ?? []).reduce((sum, child) => sum + nodesOf(child), 1);
}
