import type { JsonObject } from '../adapter';
import { field, isObject, objectField, textField } from '../json';
import type { Message } from './task';

/** A call, and what the model was given for it. */
export interface Answered {
  readonly id: string;
  readonly tool: string;
  readonly args: JsonObject;
  /** What the answer's headline names: a path, a command; empty where it names none. */
  readonly about: string;
  readonly text: string;
  readonly isError: boolean;
  readonly hasImages: boolean;
}

const MOST_WRITTEN = 100_000;
const LONGEST_HEADLINE = 20_000;
const END_OF_HEADLINE = '] Result:';

/** The calls of an assistant's message: those with an id, and those written as text, in order. */
export interface Calls {
  readonly native: readonly { readonly id: string; readonly tool: string; readonly args: JsonObject }[];
  readonly written: readonly { readonly tool: string; readonly args: JsonObject }[];
}

export const NO_CALLS: Calls = { native: [], written: [] };

export function callsOf({ blocks }: Message): Calls {
  const native = blocks.flatMap((block) => {
    const id = textField(block, 'id') ?? '';
    const tool = textField(block, 'name') ?? '';
    if (textField(block, 'type') !== 'tool_use' || id === '' || tool === '') return [];
    return [{ id, tool, args: objectField(block, 'input') ?? {} }];
  });
  const text = blocks.map((block) => textField(block, 'text') ?? '').join('\n');
  return { native, written: native.length > 0 ? [] : writtenCalls(text) };
}

/** A call as text: `<read_file>…</read_file>`. */
function writtenCalls(text: string): Calls['written'] {
  return elements(text.slice(0, MOST_WRITTEN)).map(([tool, body]) => {
    const inner = elements(body);
    const list = inner.length === 1 && inner[0]?.[0] === 'args' ? elements(inner[0][1]) : inner;
    const files = list.flatMap(([name, file]) => (name === 'file' ? [fieldsOf(elements(file))] : []));
    return { tool, args: files.length > 0 ? { files } : fieldsOf(list) };
  });
}

function fieldsOf(list: readonly (readonly [string, string])[]): JsonObject {
  // The first of a name counts.
  return Object.fromEntries(list.toReversed());
}

const MOST_UNCLOSED = 50;

/** The elements of a text that stand beside each other, by name and content; their names are as those of tools. */
function elements(text: string): [name: string, body: string][] {
  const found: [string, string][] = [];
  const unclosed = new Set<string>();
  const open = /<([a-z_]{2,40})>/g;
  for (let tag = open.exec(text); tag !== null && unclosed.size < MOST_UNCLOSED; tag = open.exec(text)) {
    const [, name = ''] = tag;
    if (unclosed.has(name)) continue;
    const start = open.lastIndex;
    const end = text.indexOf(`</${name}>`, start);
    if (end === -1) unclosed.add(name);
    else {
      found.push([name, text.slice(start, end)]);
      open.lastIndex = end + name.length + 3;
    }
  }
  return found;
}

/** `[read_file for 'src/a.ts'] Result:`, and where it ends. */
function headline(
  text: string,
): { readonly tool: string; readonly about: string; readonly end: number } | null {
  const tool = /^\[(\w{1,60})/.exec(text)?.[1];
  const close = tool === undefined ? -1 : text.slice(0, LONGEST_HEADLINE).indexOf(END_OF_HEADLINE);
  if (tool === undefined || close === -1) return null;
  const told = text.slice(1 + tool.length, close);
  const quoted = told.startsWith(" for '") ? told.slice(6) : '';
  const about = quoted.slice(0, Math.max(0, quoted.lastIndexOf("'")));
  const end = close + END_OF_HEADLINE.length;
  return { tool, about, end: text[end] === '\n' ? end + 1 : end };
}

/** The answers in a person's message, in the order of the calls. */
export function answersIn(message: Message, calls: Calls): Answered[] {
  const native = nativeAnswers(message, calls);
  return native.length > 0 ? native : writtenAnswers(message, calls);
}

function nativeAnswers({ blocks }: Message, { native }: Calls): Answered[] {
  return native.flatMap(({ id, tool, args }) => {
    const block = blocks.find(
      (one) => textField(one, 'type') === 'tool_result' && textField(one, 'tool_use_id') === id,
    );
    if (block === undefined) return [];
    const content = field(block, 'content');
    const parts = Array.isArray(content) ? content.filter(isObject) : [];
    const text = typeof content === 'string' ? content : textOf(parts);
    const isError = field(block, 'is_error') === true;
    return [
      { id, tool, args, about: textField(args, 'path') ?? '', text, isError, hasImages: hasImage(parts) },
    ];
  });
}

/** Each answer is a headline, alone or before the text, and the blocks up to the next one. */
function writtenAnswers({ blocks, key }: Message, { written }: Calls): Answered[] {
  const answers: Answered[] = [];
  let parts: JsonObject[] = [];
  let open: Omit<Answered, 'text' | 'hasImages'> | null = null;
  const close = () => {
    if (open !== null) answers.push({ ...open, text: textOf(parts), hasImages: hasImage(parts) });
    parts = [];
  };
  for (const block of blocks) {
    const text = textField(block, 'text') ?? '';
    const found = headline(text);
    if (found !== null) {
      close();
      const { tool, about, end } = found;
      const args = written.find((call) => call.tool === tool)?.args ?? {};
      open = { id: `${key}/${answers.length}`, tool, args, about, isError: false };
      if (end < text.length) parts.push({ type: 'text', text: text.slice(end) });
    } else if (open !== null && !text.startsWith('<environment_details>')) parts.push(block);
  }
  close();
  return answers;
}

function textOf(parts: readonly JsonObject[]): string {
  const texts = parts.flatMap((part) => {
    const text = textField(part, 'type') === 'text' ? textField(part, 'text') : undefined;
    // Native answers carry the state of the workspace with them.
    return text === undefined || text.startsWith('<environment_details>') ? [] : [text];
  });
  return texts.join('\n');
}

function hasImage(parts: readonly JsonObject[]): boolean {
  return parts.some((part) => textField(part, 'type') === 'image');
}
