import { dropOldest } from '../../text/maps';
import { MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { field, listField, objectField, textField } from '../json';
import { folderOf } from '../recordedFolder';
import { parseTime } from '../time';

/** Rows of the conversation; the other types keep the agent's own books. */
const CONVERSATION: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'attachment']);

/** What the agent writes for itself. Some of these have neither id nor time. */
const BOOKS: ReadonlySet<string> = new Set([
  'agent-name',
  'ai-title',
  'api-request',
  'api-request-blob',
  'api-request-shape',
  'atis-latch',
  'cost-state',
  'custom-title',
  'file-history-snapshot',
  'last-prompt',
  'mode',
  'progress',
  'queue-operation',
  'summary',
  'tools-used',
]);

/** What every row of the conversation has. */
export interface Row {
  readonly type: string;
  readonly record: JsonObject;
  readonly uuid: string | undefined;
  readonly parent: string | undefined;
  readonly session: string | undefined;
  /** Session that the row was copied from, when this one was made as a fork of it. */
  readonly origin: string | undefined;
  readonly isSidechain: boolean;
  readonly agentId: string | undefined;
  readonly time: number | null;
  readonly cwd: string | undefined;
}

/** Whether the record is a row of a Claude Code transcript. */
export function isClaudeRow(record: JsonObject): boolean {
  const type = textField(record, 'type') ?? '';
  if (BOOKS.has(type)) {
    return ['sessionId', 'leafUuid', 'messageId'].some((name) => textField(record, name) !== undefined);
  }
  if (!CONVERSATION.has(type) || textField(record, 'uuid') === undefined) return false;
  // Qwen Code's rows have a payload beside.
  if (type === 'system')
    return typeof field(record, 'isSidechain') === 'boolean' && !Object.hasOwn(record, 'systemPayload');
  if (type === 'attachment') return objectField(record, 'attachment') !== undefined;
  const message = objectField(record, 'message');
  if (message === undefined) return false;
  return textField(message, 'content') !== undefined || listField(message, 'content') !== undefined;
}

/** The row of the conversation, or null for one of the agent's books. */
export function toRow(record: JsonObject): Row | null {
  const type = textField(record, 'type') ?? '';
  if (!CONVERSATION.has(type)) return null;
  const forked = objectField(record, 'forkedFrom');
  return {
    type,
    record,
    uuid: textField(record, 'uuid'),
    parent: textField(record, 'parentUuid'),
    session: textField(record, 'sessionId'),
    origin: forked === undefined ? undefined : textField(forked, 'sessionId'),
    isSidechain: field(record, 'isSidechain') === true,
    agentId: textField(record, 'agentId'),
    time: parseTime(field(record, 'timestamp')),
    cwd: folderOf(textField(record, 'cwd')),
  };
}

/**
 * Tells the actors of a transcript apart. A subagent's own file names it in each row; rows of older versions stand
 * within the main file and are told by the row their chain starts with.
 */
export class Actors {
  readonly #chains = new Map<string, string>();

  of(row: Row): string {
    if (row.agentId !== undefined && row.agentId !== '') return row.agentId;
    if (!row.isSidechain) return MAIN_ACTOR;
    const actor = this.#chains.get(row.parent ?? '') ?? `sidechain-${row.uuid ?? ''}`;
    if (row.uuid !== undefined) this.#chains.set(row.uuid, actor);
    dropOldest(this.#chains, MOST_CHAINED_ROWS);
    return actor;
  }
}

const MOST_CHAINED_ROWS = 20_000;
