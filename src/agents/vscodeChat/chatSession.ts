import type { JsonObject } from '../adapter';
import { field, isObject, listField, objectField, textField } from '../json';
import { parseTime } from '../time';
import { type Call, callOf, type Result, resultId } from './row';

/** What a person asked, and what the model did about it. */
export interface ChatRequest {
  readonly id: string;
  readonly time: number | null;
  readonly rounds: readonly (readonly Call[])[];
  readonly results: ReadonlyMap<string, Result>;
}

const DEEPEST = 40;
const LONGEST_TEXT = 4_000_000;

/** Whether the record is a whole chat as VS Code itself keeps it. */
export function isChatSession(record: JsonObject): boolean {
  const requests = listField(record, 'requests');
  return (
    requests?.every((request) => isObject(request) && textField(request, 'requestId') !== undefined) ===
      true &&
    (textField(record, 'sessionId') !== undefined || textField(record, 'responderUsername') !== undefined) &&
    (typeof field(record, 'version') === 'number' || typeof field(record, 'creationDate') === 'number')
  );
}

/** The requests that are answered: what the model was given stands in the answer. */
export function chatRequests(session: JsonObject): ChatRequest[] {
  return (listField(session, 'requests') ?? []).filter(isObject).flatMap((request) => {
    const id = textField(request, 'requestId') ?? '';
    const metadata = objectField(objectField(request, 'result') ?? {}, 'metadata');
    if (id === '' || metadata === undefined) return [];
    const time = parseTime(field(request, 'timestamp'));
    const rounds = (listField(metadata, 'toolCallRounds') ?? [])
      .filter(isObject)
      .map((round) =>
        (listField(round, 'toolCalls') ?? [])
          .filter(isObject)
          .flatMap((call) =>
            callOf(textField(call, 'id'), textField(call, 'name') ?? '', field(call, 'arguments')),
          ),
      );
    return [{ id, time, rounds, results: resultsOf(objectField(metadata, 'toolCallResults') ?? {}, time) }];
  });
}

function resultsOf(results: JsonObject, time: number | null): Map<string, Result> {
  return new Map(
    Object.entries(results).flatMap(([id, result]): [string, Result][] => {
      if (!isObject(result)) return [];
      const parts = (listField(result, 'content') ?? []).filter(isObject);
      const texts = parts.map((part) => field(part, 'value')).filter((value) => value !== undefined);
      const [only] = texts;
      const text = texts.length === 1 ? valueText(only) : null;
      const isSuccess = text === null || !text.startsWith('ERROR');
      return [[resultId(id), { isSuccess, text, time }]];
    }),
  );
}

/** A text, or the pieces that one is made of; null where it is neither. */
function valueText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  const node = isObject(value) ? objectField(value, 'node') : undefined;
  if (node === undefined) return null;
  const printed: string[] = [];
  let length = 0;
  const print = (piece: JsonObject, depth: number): boolean => {
    const text = textField(piece, 'text');
    if (text !== undefined) {
      const isOnNewLine = field(piece, 'lineBreakBefore') === true && printed.length > 0;
      length += text.length + 1;
      printed.push(isOnNewLine ? `\n${text}` : text);
      return length < LONGEST_TEXT;
    }
    if (depth === 0) return false;
    return (listField(piece, 'children') ?? []).every((child) => isObject(child) && print(child, depth - 1));
  };
  return print(node, DEEPEST) ? printed.join('') : null;
}
