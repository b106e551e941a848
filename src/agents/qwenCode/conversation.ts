import type { LineHasher } from '../../text/lineHash';
import { dropOldest } from '../../text/maps';
import { type AgentEvent, type ContextLostEvent, type Envelope, MAIN_ACTOR } from '../../tracker/event';
import { Branches } from '../branches';
import type { FileMemory } from '../fileMemory';
import { Answers } from '../geminiFamily/answers';
import type { Call, Result } from '../geminiFamily/call';
import { textsOf } from '../geminiFamily/response';
import { field, objectField, textField, wholeField } from '../json';
import { type Done, Turn } from '../turn';
import { openWorkshop, type Workshop } from '../workshop';
import { callsOf, resultsOf } from './call';
import { compressedHistory, keptCalls, restoredFiles } from './compaction';
import { partsOf, type Row } from './row';
import { toolCall } from './toolCall';

type Speaker = Pick<Envelope, 'source' | 'session' | 'agent' | 'actor'>;

const MOST_LENGTHS = 1000;

/** What one actor was told and did, row by row. */
export class Conversation {
  readonly #speaker: Speaker;
  readonly #workshop: Workshop;
  readonly #turn = new Turn<Call, Result>();
  readonly #branches = new Branches();
  /** Lengths of the tools' own answers. */
  readonly #lengths = new Map<string, number>();
  readonly #answers: Answers;
  #cwd: string;
  #round: string | undefined;
  #isStarted = false;

  constructor(speaker: Speaker, cwd: string, hasher: LineHasher, memory: FileMemory) {
    this.#speaker = speaker;
    this.#cwd = cwd;
    this.#workshop = openWorkshop(hasher, memory);
    this.#answers = new Answers(hasher);
  }

  read(row: Row): AgentEvent[] {
    this.#cwd = row.cwd ?? this.#cwd;
    const events = [...this.#start(row), ...(row.origin === null ? this.#row(row) : [])];
    const calls = row.type === 'assistant' ? callsOf(row, this.#cwd).map(({ id }) => id) : [];
    this.#branches.note(row.uuid, calls);
    return events;
  }

  flush(): AgentEvent[] {
    return this.#events(this.#turn.take());
  }

  #start(row: Row): AgentEvent[] {
    if (this.#isStarted) return [];
    this.#isStarted = true;
    const parent = this.#speaker.actor === MAIN_ACTOR ? row.origin : MAIN_ACTOR;
    return [{ kind: 'session-start', ...this.#envelope(row), cwd: row.cwd ?? null, parent }];
  }

  #row(row: Row): AgentEvent[] {
    switch (row.type) {
      case 'assistant':
        return this.#assistant(row);
      case 'tool_result':
        return this.#results(row);
      case 'user':
        return this.#user(row);
      default:
        return this.#system(row);
    }
  }

  #assistant(row: Row): AgentEvent[] {
    const { isNew, done } = this.#turn.enter(this.#messageOf(row));
    const events = this.#events(done);
    if (isNew) events.push({ kind: 'turn', ...this.#envelope(row) });
    for (const call of callsOf(row, this.#cwd)) if (!this.#answers.has(call.id)) this.#turn.add(call);
    return events;
  }

  /** A subagent's message is written in several rows, of which the first has its number. */
  #messageOf({ record, uuid }: Row): string {
    const round = wholeField(record, 'agentRound');
    if (round !== undefined) this.#round = `${textField(record, 'agentRunId') ?? ''}#${round}`;
    return this.#round ?? uuid;
  }

  #results(row: Row): AgentEvent[] {
    const late = resultsOf(row).flatMap(([id, result]) => {
      if (this.#answers.has(id)) return [];
      this.#answers.give(id, result.text);
      return this.#turn.resolve(id, result);
    });
    return this.#events([...late, ...(this.#turn.isComplete ? this.#turn.take() : [])]);
  }

  #user(row: Row): AgentEvent[] {
    if (!this.#isPrompt(row)) return [];
    const events = this.#events(this.#turn.end());
    return [...events, ...this.#rewound(row), { kind: 'prompt', ...this.#envelope(row) }];
  }

  #isPrompt({ record, subtype }: Row): boolean {
    if (this.#speaker.actor !== MAIN_ACTOR || !['', 'mid_turn_user_message'].includes(subtype)) return false;
    const provenance = textField(record, 'provenance') ?? 'real_user';
    return (
      provenance === 'real_user' &&
      textsOf(partsOf(record) ?? [])
        .join('')
        .trim() !== ''
    );
  }

  #system(row: Row): AgentEvent[] {
    const history = compressedHistory(row);
    if (history !== null) return this.#compacted(row, history);
    if (row.subtype === 'rewind') return [...this.#events(this.#turn.end()), ...this.#rewound(row)];
    if (row.subtype === 'ui_telemetry') this.#noteLength(objectField(row.record, 'systemPayload') ?? {});
    return [];
  }

  #compacted(row: Row, history: readonly unknown[]): AgentEvent[] {
    const events = this.#events(this.#turn.take());
    const kept = keptCalls(history, this.#answers);
    const lost = this.#lost({ ...this.#envelope(row), reason: 'compaction', kept });
    return [...events, lost, ...restoredFiles(history, this.#envelope(row), this.#cwd, this.#workshop)];
  }

  /** What a row undoes that goes back to an earlier one. Files may be put back as they were then. */
  #rewound(row: Row): AgentEvent[] {
    const toCall = this.#branches.undone(row.parent);
    if (toCall === null) return [];
    this.#workshop.memory.clear();
    return [this.#lost({ ...this.#envelope(row), reason: 'rewind', toCall })];
  }

  #lost(how: Omit<ContextLostEvent, 'kind'>): ContextLostEvent {
    this.#workshop.unsettled.clear();
    return { kind: 'context-lost', ...how };
  }

  #noteLength(payload: { readonly [key: string]: unknown }): void {
    const event = objectField(payload, 'uiEvent') ?? {};
    const id = textField(event, 'call_id');
    const length = wholeField(event, 'content_length');
    if (id === undefined || length === undefined || field(event, 'success') !== true) return;
    this.#lengths.set(id, length);
    dropOldest(this.#lengths, MOST_LENGTHS);
  }

  /** The events of calls that are done, in their order. */
  #events(done: readonly Done<Call, Result>[]): AgentEvent[] {
    return done.flatMap(({ call, result }) => {
      const base = { ...this.#speaker, time: result.time, call: call.id };
      const events = toolCall(call, result, base, this.#workshop, this.#lengths.get(call.id));
      const isStopped = result.error === 'cancelled' && !result.isDenied;
      const stopped = { kind: 'interrupted', ...base, call: null } as const;
      return this.#withSettled(isStopped ? [...events, stopped] : events);
    });
  }

  /** What a read tells of earlier commands' output comes before it: it was given before. */
  #withSettled(events: readonly AgentEvent[]): AgentEvent[] {
    return events.flatMap((event) => {
      if (event.kind !== 'read' || event.returned.length === 0) return [event];
      return [...this.#workshop.unsettled.settle(event.path), event];
    });
  }

  #envelope(row: Row): Envelope {
    return { ...this.#speaker, time: row.time, call: null };
  }
}
