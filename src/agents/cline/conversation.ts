import { resolvePath } from '../../text/path';
import { type AgentEvent, type ContextLostEvent, type Envelope, MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { type Done, Turn } from '../turn';
import type { Workshop } from '../workshop';
import { answerOf } from './answer';
import { attachedFile } from './attachedFile';
import type { Speaker } from './document';
import { type Call, callOf, type Item, itemsOf, markOf, type Result } from './items';
import { readRequests } from './readRequests';
import type { Removal, StaleReads } from './staleReads';
import { READ_TOOLS, toolCall } from './toolCall';

/** Who speaks, and the folder that is told of them. */
type StartedSpeaker = Speaker & { readonly folder: string | null };
type Base = Omit<Envelope, 'time' | 'call'>;

/** What one actor was told and did. The file is written anew each time: what was seen before is passed over. */
export class Conversation {
  readonly #base: Base;
  readonly #speaker: StartedSpeaker;
  readonly #cwd: string;
  readonly #workshop: Workshop;
  readonly #stale: StaleReads;
  readonly #turn = new Turn<Call, Result>();
  /** Marks and calls of the items seen. */
  #seen: { readonly mark: string; readonly call: string | null }[] = [];
  #turns = 0;
  #isStarted = false;

  constructor(speaker: StartedSpeaker, base: Base, cwd: string, workshop: Workshop, stale: StaleReads) {
    this.#speaker = speaker;
    this.#base = base;
    this.#cwd = cwd;
    this.#workshop = workshop;
    this.#stale = stale;
  }

  /** The events of what is new in the messages. */
  read(messages: readonly unknown[], time: number | null): AgentEvent[] {
    const items = itemsOf(messages);
    const same = this.#same(items);
    const events = this.#started(items);
    if (same < this.#seen.length) events.push(...this.#rewound(same, time));
    for (const item of items.slice(same)) {
      this.#seen.push({ mark: markOf(item), call: callOf(item) });
      events.push(...this.#item(item));
    }
    if (this.#turn.isComplete) events.push(...this.#events(this.#turn.take()));
    return events;
  }

  flush(): AgentEvent[] {
    return this.#events(this.#turn.take());
  }

  #same(items: readonly Item[]): number {
    const at = this.#seen.findIndex(({ mark }, i) => {
      const item = items[i];
      return item === undefined || markOf(item) !== mark;
    });
    return at === -1 ? this.#seen.length : at;
  }

  #started([first]: readonly Item[]): AgentEvent[] {
    if (this.#isStarted || first === undefined) return [];
    this.#isStarted = true;
    const time = 'time' in first ? first.time : null;
    const { parent, folder } = this.#speaker;
    return [{ kind: 'session-start', ...this.#envelope(time), cwd: folder, parent }];
  }

  /** The conversation went back: what follows the messages that are still there is undone. */
  #rewound(from: number, time: number | null): AgentEvent[] {
    const events = this.flush();
    this.#turn.end();
    const calls = new Set(
      this.#seen.slice(from).flatMap(({ call, mark }) => (call === null || mark === '' ? [] : [call])),
    );
    this.#seen = this.#seen.slice(0, from);
    const [toCall] = calls;
    if (toCall === undefined) return events;
    this.#stale.undo(calls);
    // Files may be put back as they were.
    this.#workshop.memory.clear();
    this.#workshop.unsettled.clear();
    return [...events, { kind: 'context-lost', ...this.#envelope(time), reason: 'rewind', toCall }];
  }

  #item(item: Item): AgentEvent[] {
    switch (item.kind) {
      case 'turn': {
        const { done } = this.#turn.enter(`${++this.#turns}`);
        return [...this.#events(done), { kind: 'turn', ...this.#envelope(item.time) }];
      }
      case 'call':
        this.#turn.add(item.call);
        return [];
      case 'result':
        return this.#events(this.#turn.resolve(item.id, item.result));
      case 'words':
        return this.#words(item);
    }
  }

  #words({ isPerson, files, time }: Extract<Item, { kind: 'words' }>): AgentEvent[] {
    const events = this.#events(this.#turn.end());
    // To a subagent, the agent speaks.
    if (isPerson && this.#speaker.actor === MAIN_ACTOR)
      events.push({ kind: 'prompt', ...this.#envelope(time) });
    for (const file of files) {
      this.#stale.attached(file.path);
      events.push(...attachedFile(file, (name) => this.#resolve(name), this.#envelope(time), this.#workshop));
    }
    return events;
  }

  /** The events of calls that are done, as the next request tells the model of them. */
  #events(done: readonly Done<Call, Result>[]): AgentEvent[] {
    if (done.length === 0) return [];
    const answered = done.map((one) => ({ ...one, answer: answerOf(one.result) }));
    for (const { call, result, answer } of answered) {
      if (!READ_TOOLS.has(call.tool) || result.isError) continue;
      const parts: readonly JsonObject[] = answer.parts;
      this.#stale.add(
        call.id,
        parts.length > 0 ? parts : readRequests(call.input).map(({ query }) => ({ query })),
      );
    }
    const removal = this.#stale.request();
    const now = new Set(done.map(({ call }) => call.id));
    const time = done.at(-1)?.result.time ?? null;
    return [
      ...this.#evicted(
        removal.calls.filter((call) => !now.has(call)),
        time,
      ),
      ...answered.flatMap((one) => this.#withSettled(this.#callEvents(one, removal))),
    ];
  }

  #evicted(calls: readonly string[], time: number | null): ContextLostEvent[] {
    if (calls.length === 0) return [];
    return [{ kind: 'context-lost', ...this.#envelope(time), reason: 'eviction', calls }];
  }

  #callEvents(
    { call, result, answer }: Done<Call, Result> & { readonly answer: ReturnType<typeof answerOf> },
    removal: Removal,
  ): AgentEvent[] {
    const place = {
      cwd: this.#cwd,
      resolve: (name: string) => this.#resolve(name),
      isWithheld: (query: string) => removal.isWithheld(call.id, query),
    };
    const base = { ...this.#envelope(result.time), call: call.id };
    return toolCall(call, result, answer, place, base, this.#workshop);
  }

  /** What a read tells of earlier commands' output comes before it: it was given before. */
  #withSettled(events: readonly AgentEvent[]): AgentEvent[] {
    return events.flatMap((event) => {
      if (event.kind !== 'read' || event.returned.length === 0) return [event];
      return [...this.#workshop.unsettled.settle(event.path), event];
    });
  }

  #resolve(name: string): string {
    return resolvePath(this.#cwd, name);
  }

  #envelope(time: number | null): Envelope {
    return { ...this.#base, time, call: null };
  }
}
