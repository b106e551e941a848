import type { LineHasher } from '../../text/lineHash';
import type { AgentEvent, Envelope } from '../../tracker/event';
import type { FileMemory } from '../fileMemory';
import { mcpFilesystemCall } from '../mcpFilesystem/mcpFilesystemCall';
import { type Done, Turn } from '../turn';
import { openWorkshop, type Workshop } from '../workshop';
import { type AcpCall, type ClientRead, hasFailed, inputOf, outputText, textOf } from './call';
import { claudeCall, claudeTool } from './claudeCall';
import { editCall, executeCall, removalCall, searchCall } from './otherCalls';
import { clientRead, readCall } from './readCall';

export type Actor = Pick<Envelope, 'source' | 'session' | 'agent' | 'actor'>;

/** The calls of one actor. Nothing tells where a message ends: calls that run at the same time are taken for one. */
export class Conversation {
  readonly #actor: Actor;
  readonly #workshop: Workshop;
  readonly #turn = new Turn<AcpCall, true>();
  #messages = 0;
  #cwd: string;
  /** Where the agent's shell is after its last command; null: where the session is. */
  #shell: string | null = null;

  constructor(actor: Actor, cwd: string, hasher: LineHasher, memory: FileMemory) {
    this.#actor = actor;
    this.#cwd = cwd;
    this.#workshop = openWorkshop(hasher, memory);
  }

  envelope(time: number | null): Envelope {
    return { ...this.#actor, time, call: null };
  }

  moveTo(cwd: string): void {
    this.#cwd = cwd;
  }

  add(call: AcpCall): AgentEvent[] {
    if (!this.#turn.isComplete) {
      this.#turn.add(call);
      return [];
    }
    const { done } = this.#turn.enter(`${++this.#messages}`);
    this.#turn.add(call);
    return [...this.#events(done), { kind: 'turn', ...this.envelope(call.time) }];
  }

  ended(call: AcpCall): AgentEvent[] {
    const late = this.#turn.resolve(call.id, true);
    return this.#events([...late, ...(this.#turn.isComplete ? this.#turn.take() : [])]);
  }

  /** A read through the client that belongs to no call. */
  read(read: ClientRead, time: number | null): AgentEvent[] {
    return this.#settled(clientRead(read, this.envelope(time), this.#cwd, this.#workshop));
  }

  /** The file was changed in ways that nobody tells. */
  wrote(path: string): void {
    this.#workshop.memory.forget(path);
    this.#workshop.memory.unsettle();
  }

  lost(): void {
    this.#workshop.unsettled.clear();
  }

  end(): AgentEvent[] {
    return this.#events(this.#turn.end());
  }

  flush(): AgentEvent[] {
    return this.#events(this.#turn.take());
  }

  #events(done: readonly Done<AcpCall, true>[]): AgentEvent[] {
    return done.flatMap(({ call }) => this.#callEvents(call)).flatMap((event) => this.#settled(event));
  }

  /** What a read tells of earlier commands' output comes before it: it was given before. */
  #settled(event: AgentEvent): AgentEvent[] {
    if (event.kind !== 'read' || event.returned.length === 0) return [event];
    return [...this.#workshop.unsettled.settle(event.path), event];
  }

  #callEvents(call: AcpCall): AgentEvent[] {
    const base = { ...this.#actor, time: call.time, call: call.id };
    const tool = claudeTool(call);
    if (tool === null) return this.#otherEvents(call, base);
    const { events, cwd } = claudeCall(call, tool, base, this.#shell ?? this.#cwd, this.#workshop);
    if (tool === 'Bash') this.#shell = cwd;
    return events;
  }

  #otherEvents(call: AcpCall, base: Envelope): AgentEvent[] {
    const name = textOf(call, 'name');
    const result = { text: outputText(call), form: 'either', isError: hasFailed(call) } as const;
    const asked = { tool: name, args: inputOf(call), cwd: this.#cwd, result };
    const events = name === '' ? null : mcpFilesystemCall(asked, base, this.#workshop);
    if (events !== null) return events;
    switch (textOf(call, 'kind')) {
      case 'read':
        return readCall(call, base, this.#cwd, this.#workshop);
      case 'edit':
        return editCall(call, base, this.#cwd, this.#workshop);
      case 'delete':
      case 'move':
        return removalCall(call, base, this.#cwd, this.#workshop);
      case 'search':
        return [searchCall(call, base, this.#workshop)];
      case 'execute':
        return executeCall(call, base, this.#cwd, this.#workshop);
      default:
        // What it wrote through the client is known, what else it did is not.
        return call.writes.size > 0 ? editCall(call, base, this.#cwd, this.#workshop) : this.#unknown();
    }
  }

  #unknown(): AgentEvent[] {
    this.#workshop.memory.unsettle();
    return [];
  }
}
