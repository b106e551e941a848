import type { LineHasher } from '../../text/lineHash';
import { dropOldest } from '../../text/maps';
import type { JsonObject } from '../adapter';
import { field, isObject, listField, objectField, textField } from '../json';
import { questionKey } from '../question';
import type { Call, Row } from './row';

const MOST_OPEN = 1000;
const MOST_CHANGED = 1000;

/**
 * Calls that a person's hooks changed: other arguments before the call, another text after it. What the model was given is
 * not known then. Results are told by tool and arguments, since they have no ids.
 */
export class HookChanges {
  readonly #hasher: LineHasher;
  readonly #open = new Map<string, JsonObject>();
  /** Ids of calls, and keys of tools with their arguments, each with how often. */
  readonly #changed = new Map<string, number>();

  constructor(hasher: LineHasher) {
    this.#hasher = hasher;
  }

  note({ type, data }: Row): void {
    const id = textField(data, 'hookInvocationId') ?? '';
    if (type === 'hook.start') {
      const input = objectField(data, 'input');
      if (input !== undefined) this.#open.set(id, input);
      dropOldest(this.#open, MOST_OPEN);
      return;
    }
    const input = this.#open.get(id);
    this.#open.delete(id);
    const output = objectField(data, 'output');
    if (input === undefined || output === undefined || !changes(output)) return;
    for (const call of (listField(input, 'toolCalls') ?? []).filter(isObject)) {
      const changed = textField(call, 'id');
      if (changed !== undefined) this.#add(changed);
    }
    const tool = textField(input, 'toolName');
    if (tool !== undefined) this.#add(questionKey(tool, parsed(field(input, 'toolArgs')), this.#hasher));
  }

  /** Whether the call, whose result comes now, was changed. */
  take({ id, tool, input, text }: Call): boolean {
    const names = [id, questionKey(tool, text ?? input, this.#hasher)];
    return names.map((name) => this.#remove(name)).includes(true);
  }

  #add(name: string): void {
    this.#changed.set(name, (this.#changed.get(name) ?? 0) + 1);
    dropOldest(this.#changed, MOST_CHANGED);
  }

  #remove(name: string): boolean {
    const times = this.#changed.get(name) ?? 0;
    if (times > 1) this.#changed.set(name, times - 1);
    else this.#changed.delete(name);
    return times > 0;
  }
}

function changes(output: JsonObject): boolean {
  return ['modifiedArgs', 'modifiedResult', 'updatedInput', 'modifiedInput'].some(
    (name) => field(output, name) !== undefined && field(output, name) !== null,
  );
}

function parsed(args: unknown): unknown {
  if (typeof args !== 'string' || !args.startsWith('{')) return args;
  try {
    return JSON.parse(args);
  } catch {
    // A text that only looks like arguments.
    return args;
  }
}
