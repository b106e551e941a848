import { createScanner, type JSONScanner, type Node, type ParseError, parseTree } from 'jsonc-parser';
import type { Span } from './insertions';

/** Deeper than any settings file; a parser that calls itself would not come back from much more. */
const DEEPEST = 200;

/** A settings file's text, understood as JSON with comments and trailing commas. Offsets are in UTF-16 code units. */
export interface JsonText {
  readonly text: string;
  /** Null where there is no value yet: the text is blank. */
  readonly root: Node | null;
}

/** Undefined where the text is not JSON even with comments and trailing commas allowed. */
export function parseJsonText(text: string): JsonText | undefined {
  const start = text.startsWith('\ufeff') ? 1 : 0;
  if (blanksBefore(text, text.length) <= start) return { text, root: null };
  if (isTooDeep(text)) return undefined;
  const errors: ParseError[] = [];
  // The mark is blanked, not cut, so that offsets stay those of the text.
  const root = parseTree(start === 1 ? ` ${text.slice(1)}` : text, errors, { allowTrailingComma: true });
  return root && errors.length === 0 ? { text, root } : undefined;
}

function isTooDeep(text: string): boolean {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let token = nextToken(scanner, text); token !== ''; token = nextToken(scanner, text)) {
    if (token === '{' || token === '[') depth++;
    if (token === '}' || token === ']') depth--;
    if (depth > DEEPEST) return true;
  }
  return false;
}

/** The next token's text; empty at the end. */
function nextToken(scanner: JSONScanner, text: string): string {
  scanner.scan();
  const start = scanner.getTokenOffset();
  return text.slice(start, start + scanner.getTokenLength());
}

/**
 * Where the blanks begin that end at this offset: those of JSON, and no other. What else is blank to people stands in
 * comments and texts only.
 */
export function blanksBefore(text: string, end: number): number {
  let start = end;
  while (start > 0 && ' \t\r\n'.includes(text.charAt(start - 1))) start--;
  return start;
}

/** Where a value or property ends, exclusive. */
export function endOf(node: Node): number {
  return node.offset + node.length;
}

/** The properties of an object that have this key; more than one where the text repeats it. */
export function propertiesOf(object: Node, key: string): readonly Node[] {
  return (object.children ?? []).filter((property) => property.children?.[0]?.value === key);
}

/** The value of a property node. */
export function propertyValue(property: Node): Node | undefined {
  return property.children?.[1];
}

/** The value as plain data, with the last one of repeated keys, as JSON readers take it. */
export function dataOf(node: Node): unknown {
  switch (node.type) {
    case 'object': {
      const entries = (node.children ?? []).flatMap((property) => {
        const [key, value] = property.children ?? [];
        return key && value ? [[String(key.value), dataOf(value)] as const] : [];
      });
      return Object.fromEntries(entries);
    }
    case 'array':
      return (node.children ?? []).map(dataOf);
    default:
      return node.value;
  }
}

/** The offset of the comma that follows directly, comments and blanks aside. */
export function commaAfter(text: string, from: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  return nextToken(scanner, text) === ',' ? scanner.getTokenOffset() : undefined;
}

/** Where the comments end that follow on the same line; `from` itself where none does. */
export function endOfCommentsOnLine(text: string, from: number): number {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  let end = from;
  for (;;) {
    const token = nextToken(scanner, text);
    if (/^[ \t]+$/.test(token)) continue;
    if (!token.startsWith('//') && !token.startsWith('/*')) return end;
    end = scanner.getTokenOffset() + token.length;
  }
}

/** Whether a comment begins in this part of the text, which begins and ends between two tokens. */
export function hasComment(text: string, { start, end }: Span): boolean {
  const scanner = createScanner(text, false);
  scanner.setPosition(start);
  for (let token = nextToken(scanner, text); token !== ''; token = nextToken(scanner, text)) {
    if (scanner.getTokenOffset() >= end) break;
    if (token.startsWith('//') || token.startsWith('/*')) return true;
  }
  return false;
}

/** Whether every JSON reader takes the text, also those that know no comments. A byte order mark is let pass. */
export function isStrictJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\ufeff/, ''));
    return true;
  } catch {
    return parseJsonText(text)?.root === null;
  }
}

/** What the text says, as JSON readers take it; undefined where it is not JSON, even with comments and trailing commas. */
export function jsonData(text: string): unknown {
  const root = parseJsonText(text)?.root;
  return root ? dataOf(root) : undefined;
}

/** Whether the object that the text is has `true` under this key. */
export function truthIn(text: string, key: string): boolean {
  const root = parseJsonText(text)?.root;
  return (
    root?.type === 'object' && propertiesOf(root, key).some((each) => propertyValue(each)?.value === true)
  );
}
