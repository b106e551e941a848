import type { JsonObject } from '../adapter';
import { field, isObject, listField, objectField, textField } from '../json';
import type { Row } from './row';
import { ShownFile } from './shownFile';

/** A tool call of the model. */
export interface Call {
  readonly id: string;
  readonly tool: string;
  readonly input: JsonObject;
  /** Id of the assistant message. */
  readonly message: string | undefined;
  /** Working directory when the call was made. */
  readonly cwd: string;
}

/** What came back for a call. */
export interface Result {
  /** What the model was given, texts of several blocks joined by line ends. */
  readonly text: string;
  /** How it was given: as a text or as a list of blocks; null where nobody tells, and `text` is not all of it. */
  readonly form: 'text' | 'blocks' | null;
  /** Types of the blocks that are no text. */
  readonly otherBlocks: readonly string[];
  readonly isError: boolean;
  /** The call was refused, or the person stopped it. */
  readonly isDenied: boolean;
  /** The agent's own record of the result; subagents of newer versions have none. */
  readonly structured: JsonObject | undefined;
  /** The lines of a file, which are all that was given: then there is no text of them. */
  readonly shown?: ShownFile['lines'];
  readonly uuid: string | undefined;
  readonly time: number | null;
  readonly cwd: string | undefined;
}

/** The tool calls of an assistant row. */
export function callsOf(row: Row, cwd: string): Call[] {
  const message = textField(objectField(row.record, 'message') ?? {}, 'id');
  return blocksOf(row).flatMap((block) => {
    const id = textField(block, 'id');
    const tool = textField(block, 'name');
    if (field(block, 'type') !== 'tool_use' || id === undefined || tool === undefined) return [];
    return [{ id, tool, input: objectField(block, 'input') ?? {}, message, cwd }];
  });
}

/**
 * The tool results of a user row, by call id.
 *
 * @param isRead whether a call is one of Read
 */
export function resultsOf(row: Row, isRead: (call: string) => boolean): [call: string, result: Result][] {
  const blocks = blocksOf(row).filter((block) => field(block, 'type') === 'tool_result');
  const shown = shownIn(blocks);
  if (shown !== null && !isAllOf(row, blocks, isRead)) {
    return resultsOf({ ...row, record: shown.whole() }, isRead);
  }
  return blocks.flatMap((block) => {
    const id = textField(block, 'tool_use_id');
    if (id === undefined) return [];
    const content = shown === null ? field(block, 'content') : '';
    const parts = Array.isArray(content) ? content.filter(isObject) : [];
    const texts = parts.flatMap((part) => textField(part, 'text') ?? []);
    const result: Result = {
      text: typeof content === 'string' ? content : texts.join('\n'),
      form: typeof content === 'string' ? 'text' : 'blocks',
      otherBlocks: parts.flatMap((part) =>
        field(part, 'type') === 'text' ? [] : (textField(part, 'type') ?? []),
      ),
      isError: field(block, 'is_error') === true,
      isDenied: isDenied(row),
      // A row of several results has one record at most: it cannot be told whose it is.
      structured: blocks.length === 1 ? objectField(row.record, 'toolUseResult') : undefined,
      uuid: row.uuid,
      time: row.time,
      cwd: row.cwd,
      ...(shown === null ? {} : { shown: shown.lines }),
    };
    return [[id, result]];
  });
}

/** The lines that stand for what a block has; null: each block has what was given. */
function shownIn(blocks: readonly JsonObject[]): ShownFile | null {
  for (const block of blocks) {
    const content = field(block, 'content');
    if (content instanceof ShownFile) return content;
  }
  return null;
}

/** Whether the lines are all that counts of the row's results: it has one, of a read that went well. */
function isAllOf(
  row: Row,
  [block, ...others]: readonly JsonObject[],
  isRead: (call: string) => boolean,
): boolean {
  if (block === undefined || others.length > 0 || isDenied(row)) return false;
  return field(block, 'is_error') !== true && isRead(textField(block, 'tool_use_id') ?? '');
}

function isDenied({ record }: Row): boolean {
  return textField(record, 'toolDenialKind') !== undefined;
}

export function blocksOf(row: Row): JsonObject[] {
  const message = objectField(row.record, 'message');
  return (message === undefined ? undefined : listField(message, 'content'))?.filter(isObject) ?? [];
}
