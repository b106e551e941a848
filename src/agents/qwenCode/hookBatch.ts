import type { JsonObject } from '../adapter';
import type { Call, Result } from '../geminiFamily/call';
import { responsesOf } from '../geminiFamily/response';
import { field, isObject, listField, objectField, textField, wholeField } from '../json';
import { resultOf } from './call';

/** More calls than a message of the model makes are not looked at. */
const MOST_CALLS = 500;

/** A call that came back, as the model is given it. */
export interface BatchCall {
  readonly call: Call;
  readonly result: Result;
  /** Number of characters of the answer, undefined where it is not told. */
  readonly length: number | undefined;
}

/**
 * The calls of a payload of `PostToolBatch`, in the order in which the model made them. It is the one hook that has the
 * answers as they go to the model: after `PostToolUse`, long ones are still cut.
 */
export function batchCalls(payload: JsonObject, cwd: string, time: number | null): BatchCall[] {
  const listed = (listField(payload, 'tool_calls') ?? []).slice(0, MOST_CALLS);
  return listed.filter(isObject).flatMap((one): BatchCall[] => {
    // Hooks before a call have an id of their own under `tool_use_id`.
    const id = textField(one, 'tool_call_id') ?? '';
    const tool = textField(one, 'tool_name') ?? '';
    const response = objectField(one, 'tool_response');
    if (id === '' || tool === '' || response === undefined) return [];
    const parts = listField(response, 'response_parts') ?? [];
    const answers = responsesOf(parts).filter((answer) => answer.id === id);
    const [answer] = answers;
    if (answer === undefined || answers.length > 1) return [];
    const told = {
      status: textField(one, 'status'),
      errorType: textField(response, 'error_type'),
      executionStatus: textField(response, 'execution_status'),
      display: field(response, 'result_display'),
    };
    return [
      {
        call: { id, tool, input: objectField(one, 'tool_input') ?? {}, cwd },
        result: resultOf(answer, told, time),
        length: wholeField(response, 'content_length'),
      },
    ];
  });
}

/** The ids of the calls that a payload of `PostToolBatch` tells of. */
export function batchIds(payload: JsonObject): string[] {
  const listed = (listField(payload, 'tool_calls') ?? []).slice(0, MOST_CALLS);
  return listed.filter(isObject).flatMap((one) => textField(one, 'tool_call_id') || []);
}
