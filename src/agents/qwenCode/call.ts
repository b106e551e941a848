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
  return answers.map((answer) => [answer.id, resultOf(answer, row, answers.length === 1)]);
}

const ERRORS: ReadonlyMap<string, string> = new Map([
  ['file_not_found', 'not-found'],
  ['target_is_directory', 'directory'],
  ['file_too_large', 'too-large'],
  ['permission_denied', 'permission'],
  ['execution_denied', 'denied'],
  ['invalid_tool_params', 'invalid'],
]);

/** @param isAlone the row's record of the call is that of this answer */
function resultOf({ id, text, isError, hasMedia }: Response, row: Row, isAlone: boolean): Result {
  const record = objectField(row.record, 'toolCallResult') ?? {};
  const told = isAlone && (textField(record, 'callId') ?? id) === id ? record : {};
  const status = textField(told, 'status') ?? (isError ? 'error' : 'success');
  const error = textField(told, 'errorType') ?? '';
  const hasFailed = status !== 'success' || isError;
  const display = field(told, 'resultDisplay');
  return {
    text,
    isRecorded: true,
    hasMedia,
    error: hasFailed ? errorOf(error, status, text) : null,
    isDenied: hasFailed && textField(told, 'executionStatus') === 'not_started',
    display: display === null ? undefined : display,
    time: row.time,
  };
}

function errorOf(type: string, status: string, text: string): string {
  if (status === 'cancelled') return 'cancelled';
  const known = ERRORS.get(type);
  if (known !== undefined) return known;
  return text.startsWith('Path is a directory') ? 'directory' : errorClass(text);
}
