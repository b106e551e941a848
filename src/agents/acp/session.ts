import { Generations } from '../../text/generations';
import { resolvePath } from '../../text/path';
import { type AgentEvent, type Envelope, MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject, ReaderContext } from '../adapter';
import { FileMemory } from '../fileMemory';
import { field, isObject, listField, textField } from '../json';
import { isLineNumber } from '../lineRanges';
import { countOf, plainLines } from '../textLines';
import {
  type AcpCall,
  addContent,
  type ClientRead,
  claudeMeta,
  hasEnded,
  placesOf,
  textOf,
  update,
} from './call';
import { Conversation } from './conversation';

const MOST_OPEN_CALLS = 2000;
const MOST_ENDED_CALLS = 40_000;
const MOST_ACTORS = 500;
const MOST_HELD_READS = 100;
const MOST_PARTS = 200;

/** A read through the client whose call may still be told. */
interface HeldRead {
  readonly read: ClientRead;
  readonly time: number | null;
}

/** One session of an agent, as its messages with the client tell it. */
export class Session {
  readonly #context: ReaderContext;
  readonly #id: string;
  readonly #memory = new FileMemory();
  readonly #actors = new Map<string, Conversation>();
  readonly #calls = new Generations<string, AcpCall>(MOST_OPEN_CALLS);
  readonly #ended = new Generations<string, true>(MOST_ENDED_CALLS);
  #held: HeldRead[] = [];
  #cwd: string;
  #isStarted = false;

  constructor(context: ReaderContext, id: string) {
    this.#context = context;
    this.#id = id;
    this.#cwd = context.baseFolder;
  }

  /** The session was made or taken up again in a folder, absolute. */
  start(cwd: string | null, parent: string | null, time: number | null): AgentEvent[] {
    if (cwd !== null) {
      this.#cwd = resolvePath('/', cwd);
      for (const conversation of this.#actors.values()) conversation.moveTo(this.#cwd);
    }
    if (this.#isStarted) return [];
    this.#isStarted = true;
    return [{ kind: 'session-start', ...this.#envelope(MAIN_ACTOR, time), cwd, parent }];
  }

  prompt(params: JsonObject, time: number | null): AgentEvent[] {
    const [part] = listField(params, 'prompt') ?? [];
    const text = isObject(part) ? textField(part, 'text')?.trim() : undefined;
    const envelope = this.#envelope(MAIN_ACTOR, time);
    const events = [...this.#begin(time), ...this.#release(), ...this.#endCalls()];
    return text === '/clear'
      ? [...events, ...this.#lost({ kind: 'context-lost', ...envelope, reason: 'clear' })]
      : [...events, { kind: 'prompt', ...envelope }];
  }

  /** The agent has finished its work on a prompt, or was cut short. */
  stopped(reason: string | undefined, time: number | null): AgentEvent[] {
    const events = [...this.#release(), ...this.#endCalls()];
    return reason === 'cancelled'
      ? [...events, { kind: 'interrupted', ...this.#envelope(MAIN_ACTOR, time) }]
      : events;
  }

  closed(time: number | null): AgentEvent[] {
    return [...this.stopped(undefined, time), { kind: 'session-end', ...this.#envelope(MAIN_ACTOR, time) }];
  }

  update(told: JsonObject, time: number | null): AgentEvent[] {
    switch (textField(told, 'sessionUpdate')) {
      case 'tool_call':
      case 'tool_call_update':
        return [...this.#begin(time), ...this.#callUpdate(told, time)];
      case 'tool_call_content_chunk': {
        const call = this.#calls.get(textField(told, 'toolCallId') ?? '');
        if (call !== undefined) addContent(call, field(told, 'content'));
        return [];
      }
      case 'compaction_update':
        return textField(told, 'status') === 'completed' ? this.#compacted(time) : [];
      case 'state_update':
        return textField(told, 'state') === 'idle' ? this.stopped(textField(told, 'stopReason'), time) : [];
      case 'agent_message_chunk':
      case 'agent_message':
        return this.#release();
      default:
        return [];
    }
  }

  /** The client answered a request to read a file. */
  readFile(params: JsonObject, content: string, time: number | null): AgentEvent[] {
    const read = clientRead(params, content);
    if (read === null) return [];
    const call = this.#readingCall(read.path);
    if (call === 'other') return [];
    if (call !== null) {
      if (call.reads.length < MOST_PARTS) call.reads.push(read);
      return [];
    }
    const isFull = this.#held.length >= MOST_HELD_READS;
    const events = [...this.#begin(time), ...(isFull ? this.#release() : [])];
    this.#held.push({ read, time });
    return events;
  }

  /** The client has written a file for the agent. */
  wroteFile(params: JsonObject, time: number | null): AgentEvent[] {
    const written = textField(params, 'path') ?? '';
    const content = textField(params, 'content');
    if (written === '' || content === undefined) return [];
    const events = this.#release();
    const call = this.#onlyOpen();
    if (call !== null) {
      if (call.writes.size < MOST_PARTS) call.writes.set(written, content);
      return events;
    }
    const path = resolvePath(this.#cwd, written);
    this.#conversation(MAIN_ACTOR, time).wrote(path);
    const base = this.#envelope(MAIN_ACTOR, time);
    return [...events, ...this.#begin(time), { kind: 'edit', ...base, path, written, outcome: 'ok' }];
  }

  flush(): AgentEvent[] {
    return [...this.#release(), ...[...this.#actors.values()].flatMap((actor) => actor.flush())];
  }

  #callUpdate(told: JsonObject, time: number | null): AgentEvent[] {
    const id = textField(told, 'toolCallId') ?? '';
    if (id === '' || this.#ended.get(id) !== undefined) return [];
    const known = this.#calls.get(id);
    const call = known ?? this.#newCall(id, told, time);
    update(call, told);
    call.time = time ?? call.time;
    const events: AgentEvent[] = known === undefined ? this.#opened(call, time) : [];
    if (!hasEnded(call)) return events;
    this.#calls.delete(id);
    this.#ended.set(id, true);
    if (call.claude.get('toolName') === 'compact' && textOf(call, 'status') === 'completed')
      return [...events, ...this.#conversation(call.actor, time).ended(call), ...this.#compacted(time)];
    return [...events, ...this.#conversation(call.actor, time).ended(call)];
  }

  #newCall(id: string, told: JsonObject, time: number | null): AcpCall {
    const parent = textField(claudeMeta(told) ?? {}, 'parentToolUseId') ?? '';
    return {
      id,
      actor: parent === '' ? MAIN_ACTOR : parent,
      fields: new Map(),
      claude: new Map(),
      reads: [],
      writes: new Map(),
      time,
    };
  }

  /** A call is told. What was just read through the client may have been read for it. */
  #opened(call: AcpCall, time: number | null): AgentEvent[] {
    const paths = placesOf(call).map((path) => resolvePath(this.#cwd, path));
    const isRead = textOf(call, 'kind') === 'read';
    const own = this.#held.filter(({ read }) => isRead && paths.includes(resolvePath(this.#cwd, read.path)));
    this.#held = this.#held.filter((one) => !own.includes(one));
    call.reads.push(...own.map(({ read }) => read));
    const released = this.#release();
    this.#calls.set(call.id, call);
    const fresh = !this.#actors.has(call.actor);
    const conversation = this.#conversation(call.actor, time);
    const start: AgentEvent[] =
      fresh && call.actor !== MAIN_ACTOR
        ? [
            {
              kind: 'session-start',
              ...conversation.envelope(time),
              cwd: this.#cwd,
              parent: this.#actorOf(call.actor),
            },
          ]
        : [];
    return [...released, ...start, ...conversation.add(call)];
  }

  /** The call that a file is read for: null if none runs, `other` if it may be read for something else. */
  #readingCall(path: string): AcpCall | 'other' | null {
    const open = [...this.#calls.values()];
    if (open.length === 0) return null;
    const absolute = resolvePath(this.#cwd, path);
    const reading = open.filter((call) => textOf(call, 'kind') === 'read');
    const named = reading.filter((call) =>
      placesOf(call).some((place) => resolvePath(this.#cwd, place) === absolute),
    );
    const nameless = reading.filter((call) => placesOf(call).length === 0);
    const [one, ...others] = named.length > 0 ? named : open.length === 1 ? nameless : [];
    return one !== undefined && others.length === 0 ? one : 'other';
  }

  #onlyOpen(): AcpCall | null {
    const [call, ...others] = [...this.#calls.values()].filter((open) => textOf(open, 'kind') !== 'read');
    return call !== undefined && others.length === 0 ? call : null;
  }

  /** The actor that made the call which a subagent is named after. */
  #actorOf(call: string): string {
    return this.#calls.peek(call)?.actor ?? MAIN_ACTOR;
  }

  #compacted(time: number | null): AgentEvent[] {
    const envelope = this.#envelope(MAIN_ACTOR, time);
    const events = [...this.#release(), ...this.#endCalls()];
    const unseenRestore = true;
    return [
      ...events,
      ...this.#lost({ kind: 'context-lost', ...envelope, reason: 'compaction', kept: [], unseenRestore }),
    ];
  }

  #lost(event: AgentEvent): AgentEvent[] {
    this.#actors.get(MAIN_ACTOR)?.lost();
    return [event];
  }

  /** Reads through the client that no call was told for. */
  #release(): AgentEvent[] {
    const held = this.#held;
    this.#held = [];
    return held.flatMap(({ read, time }) => this.#conversation(MAIN_ACTOR, time).read(read, time));
  }

  #endCalls(): AgentEvent[] {
    return [...this.#actors.values()].flatMap((actor) => actor.end());
  }

  #begin(time: number | null): AgentEvent[] {
    return this.start(null, null, time);
  }

  #conversation(actor: string, time: number | null): Conversation {
    const known = this.#actors.get(actor);
    if (known !== undefined) return known;
    for (const oldest of this.#actors.keys()) {
      if (this.#actors.size < MOST_ACTORS) break;
      if (oldest !== MAIN_ACTOR) this.#actors.delete(oldest);
    }
    const { call: _call, time: _time, ...who } = this.#envelope(actor, time);
    const made = new Conversation(who, this.#cwd, this.#context.hasher, this.#memory);
    this.#actors.set(actor, made);
    return made;
  }

  #envelope(actor: string, time: number | null): Envelope {
    return { source: this.#context.source, session: this.#id, agent: 'acp', actor, time, call: null };
  }
}

/** The lines of an answer; null where they cannot be those that were asked for. */
function clientRead(params: JsonObject, content: string): ClientRead | null {
  const path = textField(params, 'path') ?? '';
  const [line, limit] = [field(params, 'line') ?? 1, field(params, 'limit') ?? null];
  const lines = plainLines(content);
  if (path === '' || !isLineNumber(line) || (limit !== null && !isLineNumber(limit))) return null;
  return limit !== null && countOf(lines) > limit ? null : { path, start: line, lines };
}
