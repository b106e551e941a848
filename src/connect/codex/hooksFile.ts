import { field, isObject, listField, objectField, textField } from '../../agents/json';
import { parsedText } from '../../agents/recordedFolder';

/** One of something else at its top, or one handler of another type, and Codex takes nothing of the file. */
const AT_TOP: ReadonlySet<string> = new Set(['hooks', 'description']);
const TYPES: ReadonlySet<string> = new Set(['command', 'prompt', 'agent', 'mcp_tool']);

/** A handler, and where in the file it stands. */
export interface PlacedHandler {
  /** The event's name as it is written. */
  readonly event: string;
  /** Which of the event's groups, and which handler of that; from 0. */
  readonly group: number;
  readonly at: number;
  readonly matcher: string | undefined;
  readonly handler: unknown;
}

/** The handlers of a hooks.json, as Codex counts them. None where it is not JSON, or of another shape. */
export function handlersOf(text: string): readonly PlacedHandler[] {
  const file = parsedText(text);
  const hooks = isObject(file) ? (objectField(file, 'hooks') ?? {}) : {};
  return Object.entries(hooks).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? groups : []).flatMap((group: unknown, index) =>
      (isObject(group) ? (listField(group, 'hooks') ?? []) : []).map((handler, place) => ({
        event,
        group: index,
        at: place,
        matcher: isObject(group) ? textField(group, 'matcher') : undefined,
        handler,
      })),
    ),
  );
}

/** Whether Codex takes hooks from a file with this text, as far as that can be told. */
export function isTakenByCodex(text: string): boolean {
  // Codex takes no comments either.
  const file = parsedText(text);
  if (!isObject(file) || Object.keys(file).some((key) => !AT_TOP.has(key))) return false;
  return handlersOf(text).every(
    ({ handler }) => isObject(handler) && TYPES.has(String(field(handler, 'type'))),
  );
}
