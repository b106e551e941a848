import type { JsonObject } from '../adapter';
import { field, isObject, listField, objectField, textField } from '../json';

/** A tool call of the model. */
export interface Call {
  readonly id: string;
  readonly tool: string;
  /** Name of the server or group that the tool belongs to, where the record has it apart. */
  readonly namespace: string | undefined;
  readonly args: JsonObject;
  /** What a tool without named arguments was given: a patch, a script. */
  readonly input: string;
  /** Working directory when the call was made. */
  readonly cwd: string;
}

/** What came back for a call. */
export interface Result {
  /** Texts as the model was given them, one a block. */
  readonly texts: readonly string[];
  /** Types of the blocks that are no text. */
  readonly otherBlocks: readonly string[];
  readonly time: number | null;
}

/** The call of a response item; null where it is none. */
export function callOf(item: JsonObject, cwd: string): Call | null {
  const id = textField(item, 'call_id') ?? textField(item, 'id') ?? '';
  if (id === '') return null;
  const namespace = textField(item, 'namespace');
  switch (textField(item, 'type')) {
    case 'function_call': {
      const tool = textField(item, 'name') ?? '';
      return { id, tool, namespace, args: parsed(textField(item, 'arguments')), input: '', cwd };
    }
    case 'custom_tool_call': {
      const tool = textField(item, 'name') ?? '';
      return { id, tool, namespace, args: {}, input: textField(item, 'input') ?? '', cwd };
    }
    case 'local_shell_call': {
      const action = objectField(item, 'action') ?? {};
      const workdir = textField(action, 'working_directory');
      const args = { command: field(action, 'command'), ...(workdir === undefined ? {} : { workdir }) };
      return { id, tool: 'local_shell', namespace, args, input: '', cwd };
    }
    default:
      return null;
  }
}

/** The result of a response item, and the call it belongs to; null where it is none. */
export function resultOf(item: JsonObject, time: number | null): readonly [call: string, Result] | null {
  const id = textField(item, 'call_id');
  if (!/_output$/.test(textField(item, 'type') ?? '') || id === undefined) return null;
  return [id, { ...blocksOf(field(item, 'output')), time }];
}

function blocksOf(output: unknown): Pick<Result, 'texts' | 'otherBlocks'> {
  if (typeof output === 'string') return { texts: [output], otherBlocks: [] };
  // Older versions: `{content, success}`.
  if (isObject(output)) return blocksOf(field(output, 'content'));
  if (!Array.isArray(output)) return { texts: [], otherBlocks: [] };
  const blocks = output.filter(isObject);
  return {
    texts: blocks.flatMap((block) => textField(block, 'text') ?? []),
    otherBlocks: blocks.flatMap((block) =>
      textField(block, 'text') === undefined ? [textField(block, 'type') ?? ''] : [],
    ),
  };
}

function parsed(text: string | undefined): JsonObject {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isObject(value) ? value : {};
  } catch {
    // The model wrote no JSON: the call was refused.
    return {};
  }
}

/** The words of a command that is given as a list. */
export function wordsOf(from: JsonObject, name: string): readonly string[] | undefined {
  const words = listField(from, name);
  return words?.every((word) => typeof word === 'string') === true ? words : undefined;
}
