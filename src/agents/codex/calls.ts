import { Generations } from '../../text/generations';
import type { AgentEvent, Envelope } from '../../tracker/event';
import { textField } from '../json';
import type { Workshop } from '../workshop';
import type { Call, Result } from './call';
import type { Change } from './changes';
import type { Recorded } from './command';
import { commandCall } from './commandCall';
import type { Item } from './items';
import { imageCall, otherCall } from './otherCalls';
import { patchCall } from './patchCall';
import { RunningCommands } from './runningCommands';
import { type ScriptCommand, scriptCommands } from './scriptCall';
import { ScriptItems } from './scriptItems';

const MOST_CALLS = 100_000;
const MOST_ITEMS = 500;

/** What the agent wrote down of a call besides the call and its result. */
export interface Noted {
  readonly command: Recorded | null;
  readonly changes: { readonly changes: readonly Change[]; readonly hasFailed: boolean } | null;
}

/** The calls of one thread. */
export class CodexCalls {
  readonly #workshop: Workshop;
  /** Ids of all calls, with a hash of what the model was given. */
  readonly #seen = new Generations<string, number>(MOST_CALLS);
  readonly #noted = new Generations<string, Noted>(MOST_ITEMS);
  readonly #running = new RunningCommands();
  readonly #scripts = new ScriptItems();

  constructor(workshop: Workshop) {
    this.#workshop = workshop;
  }

  /** Takes up a call; false if one with its id was there before. */
  began(call: Call, time: number | null): boolean {
    const { id } = call;
    if (this.#seen.peek(id) !== undefined) return false;
    this.#seen.set(id, 0);
    if (isScript(call)) this.#scripts.began(id, time);
    return true;
  }

  /** The result of a call has come; it is told later, with those of its message. */
  ended(call: string, { texts, time }: Result): void {
    this.#scripts.ended(call, texts, time);
  }

  /** A message is over. */
  over(): void {
    this.#scripts.over();
  }

  /** Whether a result that is kept is the one that the model was given first. */
  isAsGiven(call: string, result: Result): boolean {
    const given = this.#seen.peek(call);
    return given !== undefined && given !== 0 && given === this.#hash(result);
  }

  note(item: Item, time: number | null): void {
    if (this.#seen.peek(item.id) === undefined) {
      this.#scripts.note(item, time);
      return;
    }
    const known = this.#noted.peek(item.id) ?? { command: null, changes: null };
    if (item.kind === 'command') this.#noted.set(item.id, { ...known, command: item.recorded });
    if (item.kind === 'changes') this.#noted.set(item.id, { ...known, changes: item });
  }

  events(call: Call, result: Result, base: Envelope): AgentEvent[] {
    this.#seen.set(call.id, this.#hash(result));
    const noted = this.#noted.peek(call.id) ?? { command: null, changes: null };
    this.#noted.delete(call.id);
    if (isScript(call)) return this.#script(call, result, base);
    switch (call.tool) {
      case 'exec_command':
      case 'shell':
      case 'shell_command':
      case 'local_shell':
      case 'container.exec':
        return commandCall(call, result, noted, base, this.#running, this.#workshop);
      case 'write_stdin':
        return this.#running.polled(call, result, base, this.#workshop);
      case 'apply_patch':
        return patchCall(call, result, noted.changes, base, this.#workshop);
      case 'view_image':
        return imageCall(textField(call.args, 'path'), call, result, base);
      default:
        return otherCall(call, result, base, this.#workshop);
    }
  }

  /** What a script did, in its order, as far as its result shows it. */
  #script({ id, input: script }: Call, { texts, otherBlocks }: Result, base: Envelope): AgentEvent[] {
    // The first block is the agent's own.
    const shown = texts.slice(1);
    const events: AgentEvent[] = [];
    let commands: ScriptCommand[] = [];
    const run = () => {
      events.push(...scriptCommands(commands, script, shown, base, this.#workshop));
      commands = [];
    };
    for (const item of this.#scripts.take(id)) {
      if (item.kind === 'command') {
        const { command } = item.recorded;
        if (command !== null) commands.push({ ...item.recorded, command });
        continue;
      }
      run();
      if (item.kind === 'changes') events.push(...patchCall(null, null, item, base, this.#workshop));
      else if (otherBlocks.length > 0) events.push(...imageCall(item.path, null, null, base));
    }
    run();
    return events;
  }

  #hash({ texts }: Result): number {
    return this.#workshop.hasher.line(texts.join('\n')) || 1;
  }
}

/** A script, or a call that waits for more of one that goes on. */
function isScript({ tool, args }: Call): boolean {
  return tool === 'exec' || (tool === 'wait' && Object.hasOwn(args, 'cell_id'));
}
