import type { JsonObject } from '../adapter';
import { isCopilotRow, type Row, toRow } from '../copilotCli/row';
import { field, isObject, listField, textField } from '../json';
import { parsedText } from '../recordedFolder';

const TYPES: ReadonlySet<string> = new Set([
  'session.start',
  'user.message',
  'assistant.turn_start',
  'assistant.turn_end',
  'assistant.message',
  'tool.execution_start',
  'tool.execution_complete',
]);
/** VS Code makes the ids of calls its own by adding to them. */
const OWN_ID = /__vscode-.*$/s;

/** A call of the model. */
export interface Call {
  readonly id: string;
  readonly tool: string;
  readonly input: JsonObject;
}

/** What came back. */
export interface Result {
  readonly isSuccess: boolean;
  /** Null: the record does not have it, which is the rule. */
  readonly text: string | null;
  readonly time: number | null;
}

/** Whether the record is surely a line of a chat's transcript, and not of the terminal's agent, which writes the like. */
export function isChatRow(record: JsonObject): boolean {
  const row = chatRow(record);
  return row !== null && row.id !== undefined && row.time !== null && !isCopilotRow(record);
}

export function chatRow(record: JsonObject): Row | null {
  const row = toRow(record);
  return row !== null && TYPES.has(row.type) ? row : null;
}

/** The calls that a message asks for. */
export function requestsOf({ data }: Row): Call[] {
  return (listField(data, 'toolRequests') ?? []).filter(isObject).flatMap((request) => {
    const tool = textField(request, 'name') ?? '';
    return callOf(textField(request, 'toolCallId'), tool, field(request, 'arguments'));
  });
}

/** A call whose arguments are an object, or the text of one. */
export function callOf(id: string | undefined, tool: string, args: unknown): Call[] {
  const own = (id ?? '').replace(OWN_ID, '');
  if (own === '' || tool === '') return [];
  const input = typeof args === 'string' ? parsedText(args) : args;
  return [{ id: own, tool: tool.replace(/^copilot_/, ''), input: isObject(input) ? input : {} }];
}

export function resultId(id: string | undefined): string {
  return (id ?? '').replace(OWN_ID, '');
}
