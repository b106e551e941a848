import type { JsonObject } from '../adapter';
import { field, objectField, textField } from '../json';
import { parseTime } from '../time';
import type { PartRow } from './record';

/** A tool call of the model. */
export interface Call {
  /** Id of the part that holds it. */
  readonly id: string;
  /** Id as the model made it. */
  readonly call: string;
  readonly tool: string;
  readonly message: string;
  /** Folder that relative paths start from. */
  readonly cwd: string;
}

/** How a call ended. */
export interface Result {
  readonly input: JsonObject;
  /** What the model was given. */
  readonly text: string;
  readonly isError: boolean;
  /** It never ran: a person or a rule refused it. */
  readonly isDenied: boolean;
  readonly metadata: JsonObject;
  readonly hasAttachments: boolean;
  readonly time: number | null;
  /** When the agent took the output out of the context again; null: it is there. */
  readonly cleared: number | null;
}

const DENIED =
  /^The user (?:rejected permission to use this specific tool call|has specified a rule which prevents you from using this specific tool call)/;

/** What a tool part says of its call; null: it is still running, or it is no call. */
export function resultOf({ data, time }: PartRow): Result | null {
  const state = objectField(data, 'state');
  const status = state === undefined ? undefined : textField(state, 'status');
  if (state === undefined || (status !== 'completed' && status !== 'error')) return null;
  const times = objectField(state, 'time') ?? {};
  const isError = status === 'error';
  const text = textField(state, isError ? 'error' : 'output') ?? '';
  return {
    input: objectField(state, 'input') ?? {},
    text,
    isError,
    isDenied: isError && DENIED.test(text),
    metadata: objectField(state, 'metadata') ?? {},
    hasAttachments: Array.isArray(field(state, 'attachments')),
    time: parseTime(field(times, 'end')) ?? time,
    cleared: isError ? null : parseTime(field(times, 'compacted')),
  };
}
