import { type AgentEvent, type Envelope, MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject, ReaderContext } from '../adapter';
import { field, textField } from '../json';
import { folderOf } from '../recordedFolder';
import { parseTime } from '../time';
import { type Done, Turn } from '../turn';
import { openWorkshop, type Workshop } from '../workshop';
import { type Change, Context, type Lines } from './context';
import { type Call, callsOf, type Entry, type Result, resultOf } from './entry';
import { ownCommand } from './ownCommand';
import { toolCall } from './toolCall';

/** One session file, row by row. */
export class Conversation {
  readonly #actor: Pick<Envelope, 'source' | 'session' | 'agent' | 'actor'>;
  readonly #cwd: string;
  readonly #start: AgentEvent[];
  readonly #workshop: Workshop;
  readonly #context: Context;
  readonly #turn = new Turn<Call, Result>();
  /** When the file was made as a copy of another session's; null: it is no copy. */
  readonly #copied: number | null;
  #messages = 0;

  /** @param header the first row of the file; undefined where it is not known */
  constructor(context: ReaderContext, header: JsonObject | undefined) {
    const { source, sessionFallback, baseFolder, hasher } = context;
    const named = header === undefined ? undefined : textField(header, 'id');
    this.#actor = { source, session: named || sessionFallback, agent: 'pi', actor: MAIN_ACTOR };
    const cwd = (header && folderOf(textField(header, 'cwd'))) ?? null;
    this.#cwd = cwd ?? baseFolder;
    this.#workshop = openWorkshop(hasher);
    this.#context = new Context(this.#workshop.memory);
    const time = header === undefined ? null : parseTime(field(header, 'timestamp'));
    const parent = header === undefined ? undefined : textField(header, 'parentSession');
    this.#copied = parent === undefined ? null : time;
    const base = { ...this.#actor, time, call: null };
    this.#start = [{ kind: 'session-start', ...base, cwd, parent: parentOf(parent) }];
    if (header !== undefined) this.#context.skip();
  }

  read(entry: Entry): AgentEvent[] {
    if (this.#context.has(entry)) return [];
    const events = this.#start.splice(0);
    // What the parent session was told is told by its own file.
    const isCopy = this.#copied !== null && entry.time !== null && entry.time < this.#copied;
    if (entry.role !== 'toolResult') events.push(...this.#events(this.#turn.take()));
    const { place } = this.#context;
    const change = this.#context.add(entry);
    if (isCopy) return events;
    return [...events, ...this.#changed(change, entry), ...this.#row(entry, place)];
  }

  /** Something that is no row stands in the file. */
  skip(): void {
    this.#context.skip();
  }

  flush(): AgentEvent[] {
    return [...this.#start.splice(0), ...this.#events(this.#turn.take())];
  }

  #row(entry: Entry, place: number): AgentEvent[] {
    const { message = {}, role } = entry;
    const base = this.#envelope(entry);
    switch (role) {
      case 'assistant':
        return this.#assistant(entry, message);
      case 'toolResult': {
        const id = textField(message, 'toolCallId') ?? '';
        const late = this.#turn.resolve(id, resultOf(message, entry.time, place));
        return this.#events([...late, ...(this.#turn.isComplete ? this.#turn.take() : [])]);
      }
      case 'user':
        return [...this.#events(this.#turn.end()), { kind: 'prompt', ...base }];
      case 'bashExecution': {
        const events = ownCommand(message, base, this.#cwd, this.#workshop);
        this.#context.note(place, events);
        return events;
      }
      default:
        return [];
    }
  }

  #assistant(entry: Entry, message: JsonObject): AgentEvent[] {
    const base = this.#envelope(entry);
    const reason = textField(message, 'stopReason');
    const { done } = this.#turn.enter(entry.id ?? `#${this.#messages++}`);
    const events = this.#events(done);
    // The provider failed: the message is made anew.
    if (reason === 'error') return events;
    events.push({ kind: 'turn', ...base });
    if (reason === 'aborted') return [...events, { kind: 'interrupted', ...base }];
    for (const call of callsOf(message)) this.#turn.add(call);
    return events;
  }

  #changed(change: Change, entry: Entry): AgentEvent[] {
    if (change.kind === 'none') return [];
    const base = this.#envelope(entry);
    const held = this.#events(this.#turn.end());
    this.#workshop.unsettled.clear();
    const again = change.again.map((lines: Lines): AgentEvent => ({ ...base, ...lines }));
    if (change.kind === 'compaction')
      return [...held, { kind: 'context-lost', ...base, reason: 'compaction', kept: change.kept }, ...again];
    const { toCall } = change;
    // Extensions may put files back as they were then.
    this.#workshop.memory.clear();
    const undone = toCall === undefined ? {} : { toCall };
    return [...held, { kind: 'context-lost', ...base, reason: 'rewind', ...undone }, ...again];
  }

  /** The events of calls that are done, in their order. */
  #events(done: readonly Done<Call, Result>[]): AgentEvent[] {
    return done.flatMap(({ call, result }) => {
      const base = { ...this.#actor, time: result.time, call: call.id };
      const events = this.#withSettled(toolCall(call, result, base, this.#cwd, this.#workshop));
      this.#context.note(result.place, events);
      return events;
    });
  }

  /** What a read tells of earlier commands' output comes before it: it was given before. */
  #withSettled(events: readonly AgentEvent[]): AgentEvent[] {
    return events.flatMap((event) => {
      if (event.kind !== 'read' || event.returned.length === 0) return [event];
      return [...this.#workshop.unsettled.settle(event.path), event];
    });
  }

  #envelope(entry: Entry): Envelope {
    return { ...this.#actor, time: entry.time, call: null };
  }
}

/** The id of a session, told by the name of its file: `2026-11-30T08-30-36-767Z_<id>.jsonl`. */
function parentOf(file: string | undefined): string | null {
  return file === undefined ? null : (/_([^_/\\]{8,64})\.jsonl$/.exec(file)?.[1] ?? null);
}
