import type { JsonObject } from '../adapter';
import { errorClass } from '../errorClass';
import type { Call, Result } from '../geminiFamily/call';
import { type Response, responsesOf } from '../geminiFamily/response';
import { field, isObject, objectField, textField } from '../json';
import { partsOf, type Row } from './row';

/** The calls of a message of the model. */
export function callsOf({ record }: Row, cwd: string): Call[] {
  return (partsOf(record) ?? []).filter(isObject).flatMap((part) => {
    const call = objectField(part, 'functionCall');
    const id = call === undefined ? undefined : textField(call, 'id');
    const tool = call === undefined ? undefined : textField(call, 'name');
    if (call === undefined || id === undefined || tool === undefined) return [];
    return [{ id, tool, input: objectField(call, 'args') ?? {}, cwd }];
  });
}

/** The answers of a row, by call. */
export function resultsOf(row: Row): [call: string, result: Result][] {
  const answers = responsesOf(partsOf(row.record) ?? []);
  const record = objectField(row.record, 'toolCallResult') ?? {};
  return answers.map((answer) => {
    // The row's record of the call is that of its only answer.
    const isIts = answers.length === 1 && (textField(record, 'callId') ?? answer.id) === answer.id;
    return [answer.id, resultOf(answer, toldIn(isIts ? record : {}), row.time)];
  });
}

/** What the agent tells of a call's end besides the answer. */
export interface Told {
  readonly status: string | undefined;
  readonly errorType: string | undefined;
  /** `not_started`: it never ran. */
  readonly executionStatus: string | undefined;
  readonly display: unknown;
}

function toldIn(record: JsonObject): Told {
  return {
    status: textField(record, 'status'),
    errorType: textField(record, 'errorType'),
    executionStatus: textField(record, 'executionStatus'),
    display: field(record, 'resultDisplay'),
  };
}

const ERRORS: ReadonlyMap<string, string> = new Map([
  ['file_not_found', 'not-found'],
  ['target_is_directory', 'directory'],
  ['file_too_large', 'too-large'],
  ['permission_denied', 'permission'],
  ['execution_denied', 'denied'],
  ['invalid_tool_params', 'invalid'],
]);

/** How a call ended, by its answer and by what the agent tells besides. */
export function resultOf({ text, isError, hasMedia }: Response, told: Told, time: number | null): Result {
  const { status = isError ? 'error' : 'success', errorType = '', executionStatus, display } = told;
  const hasFailed = status !== 'success' || isError;
  return {
    text,
    isRecorded: true,
    hasMedia,
    error: hasFailed ? errorOf(errorType, status, text) : null,
    isDenied: hasFailed && executionStatus === 'not_started',
    display: display === null ? undefined : display,
    time,
  };
}

function errorOf(type: string, status: string, text: string): string {
  if (status === 'cancelled') return 'cancelled';
  const known = ERRORS.get(type);
  if (known !== undefined) return known;
  return text.startsWith('Path is a directory') ? 'directory' : errorClass(text);
}
