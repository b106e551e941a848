import { MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { field, isObject, listField, objectField, textField } from '../json';
import { parseTime } from '../time';

/** One event of a session. */
export interface Row {
  readonly type: string;
  readonly data: JsonObject;
  readonly id: string | undefined;
  /** The subagent that it tells of, by its own id. */
  readonly agentId: string | undefined;
  /** The call that started the subagent that it tells of. */
  readonly parentCall: string | undefined;
  readonly time: number | null;
}

const TYPE = /^(?:abort|[a-z][a-z_]{1,30}\.[a-z][a-z_]{1,40})$/;

/** Fields that only the terminal's agent writes, in events that VS Code writes in the same form otherwise. */
const OWN_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'user.message': ['transformedContent', 'interactionId', 'source', 'agentMode', 'messageId'],
  'assistant.turn_start': ['interactionId', 'parentToolCallId', 'model'],
  'assistant.turn_end': ['turnId'],
  'assistant.message': ['interactionId', 'model', 'turnId', 'apiCallId', 'requestId', 'outputTokens'],
  'tool.execution_start': [
    'turnId',
    'model',
    'toolTitle',
    'shellToolInfo',
    'mcpServerName',
    'parentToolCallId',
  ],
  'tool.execution_complete': [
    'toolTelemetry',
    'turnId',
    'interactionId',
    'model',
    'isUserRequested',
    'error',
  ],
};

/** Whether the record is surely an event of a Copilot CLI session. */
export function isCopilotRow(record: JsonObject): boolean {
  const row = toRow(record);
  if (row === null || row.id === undefined || row.time === null) return false;
  if (row.type === 'session.start') {
    const isOwn =
      typeof field(row.data, 'version') === 'number' && field(row.data, 'vscodeVersion') === undefined;
    return (
      isOwn && textField(row.data, 'sessionId') !== undefined && textField(row.data, 'producer') !== undefined
    );
  }
  const own = OWN_FIELDS[row.type];
  return (
    own === undefined || row.agentId !== undefined || own.some((name) => field(row.data, name) !== undefined)
  );
}

/** The record as an event, if it can be one. */
export function toRow(record: JsonObject): Row | null {
  const type = textField(record, 'type') ?? '';
  const data = objectField(record, 'data');
  if (data === undefined || !TYPE.test(type) || field(record, 'sessionId') !== undefined) return null;
  return {
    type,
    data,
    id: textField(record, 'id'),
    agentId: textField(record, 'agentId') || undefined,
    parentCall: textField(data, 'parentToolCallId') || undefined,
    time: parseTime(field(record, 'timestamp')),
  };
}

/** Tells the actors of a session apart: newer versions name the subagent, older ones the call that started it. */
export class Actors {
  readonly #byCall = new Map<string, string>();

  of({ agentId, parentCall }: Row, session: string): string {
    if (agentId === session) return MAIN_ACTOR;
    if (parentCall === undefined) return agentId ?? MAIN_ACTOR;
    const known = this.#byCall.get(parentCall);
    const actor = agentId ?? known ?? parentCall;
    if (known === undefined && this.#byCall.size < MOST_SUBAGENTS) this.#byCall.set(parentCall, actor);
    return actor;
  }
}

const MOST_SUBAGENTS = 10_000;

/** A tool call of the model. */
export interface Call {
  readonly id: string;
  readonly tool: string;
  /** Empty where the arguments are a text. */
  readonly input: JsonObject;
  /** The arguments of tools that take a text. */
  readonly text: string | undefined;
}

/** What is told when a call is carried out. */
export interface Started {
  readonly args: unknown;
  readonly server: string | undefined;
  readonly serverTool: string | undefined;
}

/** What came back for a call. */
export interface Result {
  readonly isSuccess: boolean;
  /** Code and words of the error. */
  readonly code: string | undefined;
  readonly message: string;
  /** The record of what the model was given; undefined: none. */
  readonly content: string | undefined;
  /** A diff for display. */
  readonly detailed: string | undefined;
  readonly hasBinary: boolean;
  readonly properties: JsonObject;
  readonly metrics: JsonObject;
  readonly fileEdits: readonly JsonObject[];
  readonly exitCode: number | undefined;
  readonly structured: JsonObject | undefined;
  readonly time: number | null;
}

/** The calls of a message of the assistant. */
export function callsOf({ data }: Row): Call[] {
  return (listField(data, 'toolRequests') ?? []).filter(isObject).flatMap((request) => {
    const id = textField(request, 'toolCallId') ?? '';
    const tool = textField(request, 'name');
    return id === '' || tool === undefined ? [] : [callOf(id, tool, field(request, 'arguments'))];
  });
}

export function callOf(id: string, tool: string, args: unknown): Call {
  return { id, tool, input: isObject(args) ? args : {}, text: typeof args === 'string' ? args : undefined };
}

export function resultOf({ data, time }: Row): Result {
  const result = objectField(data, 'result') ?? {};
  const error = objectField(data, 'error') ?? {};
  const telemetry = objectField(data, 'toolTelemetry') ?? {};
  const exitCode = field(objectField(data, 'shellExecution') ?? {}, 'exitCode');
  return {
    isSuccess: field(data, 'success') === true,
    code: textField(error, 'code'),
    message: textField(error, 'message') ?? '',
    content: textField(result, 'content'),
    detailed: textField(result, 'detailedContent'),
    hasBinary: (listField(result, 'binaryResultsForLlm') ?? []).length > 0,
    properties: objectField(telemetry, 'properties') ?? {},
    metrics: objectField(telemetry, 'metrics') ?? {},
    fileEdits: (listField(data, 'fileEdits') ?? []).filter(isObject),
    exitCode: typeof exitCode === 'number' ? exitCode : undefined,
    structured: objectField(result, 'structuredContent'),
    time,
  };
}

/** Whether the call was refused, and never ran. */
export function isDenied({ code }: Result): boolean {
  return code === 'denied' || code === 'rejected';
}
