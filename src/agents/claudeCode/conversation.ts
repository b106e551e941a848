import type { LineHasher } from '../../text/lineHash';
import {
  type AgentEvent,
  type ContextLostEvent,
  type Envelope,
  type EventKind,
  MAIN_ACTOR,
} from '../../tracker/event';
import { Branches } from '../branches';
import { asCopied } from '../copied';
import type { FileMemory } from '../fileMemory';
import { field, objectField, textField } from '../json';
import { type Done, Turn } from '../turn';
import { openWorkshop } from '../workshop';
import { bashCall } from './bashCall';
import { type Call, callsOf, type Result, resultsOf } from './call';
import { Compactions } from './compaction';
import { deliveredFile } from './deliveredFile';
import { speaker } from './prompt';
import { Reminders } from './reminders';
import type { Row } from './row';
import { toolCall } from './toolCall';
import type { ClaudeWorkshop } from './workshop';

type Actor = Pick<Envelope, 'source' | 'session' | 'agent' | 'actor'>;

const MOST_CUT_CALLS = 1000;
/** What happened in the session that a row was copied from, and does not happen again. */
const ONCE: ReadonlySet<EventKind> = new Set(['turn', 'prompt', 'interrupted']);

/** What one actor was told and did, row by row. */
export class Conversation {
  readonly #actor: Actor;
  readonly #workshop: ClaudeWorkshop;
  readonly #turn = new Turn<Call, Result>();
  readonly #compactions = new Compactions();
  readonly #branches = new Branches();
  readonly #reminders = new Reminders();
  readonly #cutCalls = new Set<string>();
  /** Made in the session that this one is a fork of. */
  readonly #copied = new WeakSet<Call>();
  #cwd: string;
  /** Where the last command of a message left the shell. */
  #shell: { readonly message: string | undefined; readonly cwd: string | undefined } = {
    message: undefined,
    cwd: undefined,
  };
  #isStarted = false;

  constructor(actor: Actor, cwd: string, hasher: LineHasher, memory: FileMemory) {
    this.#actor = actor;
    this.#cwd = cwd;
    this.#workshop = { ...openWorkshop(hasher, memory), isCut: (call) => this.#cutCalls.has(call) };
  }

  read(row: Row): AgentEvent[] {
    this.#cwd = row.cwd ?? this.#cwd;
    const calls = row.type === 'assistant' ? callsOf(row, this.#cwd) : [];
    const started = this.#start(row);
    const isCopy = isCopied(row);
    if (isCopy) for (const call of calls) this.#copied.add(call);
    const all = this.#row(row, calls);
    const events = isCopy ? all.filter(({ kind }) => !ONCE.has(kind)) : all;
    this.#branches.note(
      row.uuid,
      calls.map(({ id }) => id),
    );
    return started.length === 0 ? events : [...started, ...events];
  }

  /** Nothing more is said about the results that are in. */
  settle(): AgentEvent[] {
    return this.#turn.isComplete ? this.#events(this.#turn.take()) : [];
  }

  flush(): AgentEvent[] {
    return [...this.#events(this.#turn.take()), ...this.#compactions.release()];
  }

  #row(row: Row, calls: readonly Call[]): AgentEvent[] {
    switch (row.type) {
      case 'assistant':
        return this.#assistant(row, calls);
      case 'user':
        return this.#user(row);
      case 'attachment':
        return this.#attachment(row);
      default:
        return this.#system(row);
    }
  }

  #start(row: Row): AgentEvent[] {
    if (this.#isStarted) return [];
    this.#isStarted = true;
    const parent = this.#actor.actor === MAIN_ACTOR ? (row.origin ?? null) : MAIN_ACTOR;
    return [{ kind: 'session-start', ...this.#envelope(row), cwd: row.cwd ?? null, parent }];
  }

  #assistant(row: Row, calls: readonly Call[]): AgentEvent[] {
    const message = objectField(row.record, 'message') ?? {};
    // The harness speaks in the model's place.
    if (textField(message, 'model') === '<synthetic>' || field(row.record, 'isApiErrorMessage') === true)
      return [];
    const { isNew, done } = this.#turn.enter(textField(message, 'id'));
    const events = this.#events(done);
    if (isNew) {
      events.push(...this.#compactions.release());
      events.push({ kind: 'turn', ...this.#envelope(row) });
    }
    for (const call of calls) this.#turn.add(call);
    return events;
  }

  #user(row: Row): AgentEvent[] {
    const results = resultsOf(row, (id) => this.#turn.callOf(id)?.tool === 'Read');
    if (results.length > 0) return this.#results(row, results);
    const who = speaker(row);
    if (who === 'harness') return this.settle();
    const events = [...this.#events(this.#turn.end()), ...this.#compactions.release()];
    if (who === 'person')
      return [...events, ...this.#rewound(row), { kind: 'prompt', ...this.#envelope(row) }];
    const base = this.#envelope(row);
    return [...events, who === 'clear' ? this.#lost({ reason: 'clear', ...base }) : { kind: who, ...base }];
  }

  /** What a prompt undoes that goes back to an earlier row. Files may be put back as they were then. */
  #rewound(row: Row): AgentEvent[] {
    const toCall = this.#branches.undone(row.parent);
    if (toCall === null) return [];
    this.#workshop.memory.clear();
    return [this.#lost({ reason: 'rewind', toCall, ...this.#envelope(row) })];
  }

  #lost(how: Omit<ContextLostEvent, 'kind'>): ContextLostEvent {
    this.#workshop.unsettled.clear();
    return { kind: 'context-lost', ...how };
  }

  #results(row: Row, results: readonly (readonly [string, Result])[]): AgentEvent[] {
    const late = results.flatMap(([id, result]) => this.#turn.resolve(id, result));
    this.#compactions.sawResults(row.uuid, results);
    const isWaiting = this.#turn.holds((call, result) => this.#mayBeExplained(call, result));
    const done = this.#turn.isComplete && !isWaiting ? this.#turn.take() : [];
    return this.#events([...late, ...done]);
  }

  /** Whether the next rows may tell what became of a result. */
  #mayBeExplained(call: Call, { structured, isError, text }: Result): boolean {
    if (isError) return false;
    // Without a record of the read, a notice that it was cut may follow.
    if (call.tool === 'Read') return structured === undefined;
    return call.tool === 'Bash' && this.#reminders.touch === 'noted' && /^[ \t]/.test(text);
  }

  #attachment(row: Row): AgentEvent[] {
    const attachment = objectField(row.record, 'attachment') ?? {};
    if (this.#reminders.note(row, attachment)) this.#turn.touch();
    switch (textField(attachment, 'type')) {
      case 'read_truncation_notice':
        this.#noteCut(textField(attachment, 'toolUseID'));
        return [];
      case 'hook_stopped_continuation':
        return [...this.#events(this.#turn.end()), { kind: 'interrupted', ...this.#envelope(row) }];
      case 'file': {
        const events = this.#events(this.#turn.take());
        const delivered = deliveredFile(row, attachment, this.#envelope(row), this.#cwd, this.#workshop);
        return [...events, ...this.#compactions.restored(delivered, this.#envelope(row))];
      }
      default:
        return [];
    }
  }

  #system(row: Row): AgentEvent[] {
    const lost = this.#compactions.lost(row, this.#envelope(row));
    if (lost === null) return this.settle();
    this.#workshop.unsettled.clear();
    return [...this.#events(this.#turn.end()), ...lost];
  }

  #noteCut(call: string | undefined): void {
    if (call !== undefined && this.#cutCalls.size < MOST_CUT_CALLS) this.#cutCalls.add(call);
  }

  /** The events of calls that are done, in their order. */
  #events(done: readonly Done<Call, Result>[]): AgentEvent[] {
    return done.flatMap((one) => {
      const events = this.#withSettled(this.#callEvents(one));
      return this.#copied.has(one.call) ? events.flatMap(asCopied) : events;
    });
  }

  /** What a read tells of earlier commands' output comes before it: it was given before. */
  #withSettled(events: readonly AgentEvent[]): AgentEvent[] {
    return events.flatMap((event) => {
      if (event.kind !== 'read' || event.returned.length === 0) return [event];
      return [...this.#workshop.unsettled.settle(event.path), event];
    });
  }

  #callEvents({ call, result, isTouched }: Done<Call, Result>): AgentEvent[] {
    const base = { ...this.#actor, time: result.time, call: call.id };
    return call.tool === 'Bash'
      ? this.#bash(call, result, base, isTouched || this.#reminders.touch === 'unseen')
      : toolCall(call, result, base, this.#workshop);
  }

  /** The shell stays where a command took it, also between the calls of one message. */
  #bash(call: Call, result: Result, base: Envelope, isTouched: boolean): AgentEvent[] {
    const start = call.message === this.#shell.message ? (this.#shell.cwd ?? call.cwd) : call.cwd;
    const { events, cwd } = bashCall(call, { result, isTouched }, base, start, this.#workshop);
    this.#shell = { message: call.message, cwd: result.cwd ?? cwd ?? undefined };
    return events;
  }

  #envelope(row: Row): Envelope {
    return { ...this.#actor, time: row.time, call: null };
  }
}

function isCopied({ session, origin }: Row): boolean {
  return origin !== undefined && origin !== session;
}
