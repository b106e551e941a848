import { dropOldest, getOrCreate } from '../../text/maps';
import { type AgentEvent, type Envelope, MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject, ReaderContext, RecordReader } from '../adapter';
import { FileMemory } from '../fileMemory';
import { objectField, textField } from '../json';
import { folderOf } from '../recordedFolder';
import { Conversation } from './conversation';
import { HookChanges } from './hooks';
import { Actors, type Row, toRow } from './row';

const MOST_CONVERSATIONS = 1000;
const MOST_ROWS = 100_000;

/** Events that open no conversation: they tell of the program, not of an actor. */
const ABOUT_ACTORS =
  /^(?:abort|assistant\.message|user\.message|tool\.|subagent\.started|session\.(?:compaction|truncation|context_cleared|snapshot_rewind|shutdown))/;

/** One session's events: the main agent's and its subagents'. */
export class CopilotCliReader implements RecordReader {
  readonly rejected = 0;
  readonly #context: ReaderContext;
  #session: Session;

  constructor(context: ReaderContext) {
    this.#context = context;
    this.#session = new Session(context, sessionOf(context));
  }

  read(record: JsonObject): AgentEvent[] {
    const row = toRow(record);
    if (row === null) return [];
    const id = row.type === 'session.start' ? textField(row.data, 'sessionId') : undefined;
    if (id === undefined || (this.#session.isOpen && id === this.#session.id)) return this.#session.read(row);
    const held = this.#session.flush();
    this.#session = new Session(this.#context, id);
    return [...held, ...this.#session.read(row)];
  }

  flush(): AgentEvent[] {
    return this.#session.flush();
  }
}

/** The name of the session's folder, or of its file in older versions. */
function sessionOf({ file, sessionFallback }: ReaderContext): string {
  return /\/([^/]{1,100})\/events\.jsonl$/.exec(file ?? '')?.[1] ?? sessionFallback;
}

class Session {
  readonly id: string;
  readonly #context: ReaderContext;
  readonly #memory = new FileMemory();
  readonly #hooks: HookChanges;
  readonly #actors = new Actors();
  readonly #conversations = new Map<string, Conversation>();
  readonly #rows = new Set<string>();
  #cwd: string | null = null;

  constructor(context: ReaderContext, id: string) {
    this.#context = context;
    this.#hooks = new HookChanges(context.hasher);
    this.id = id;
  }

  get isOpen(): boolean {
    return this.#conversations.size > 0;
  }

  read(row: Row): AgentEvent[] {
    if (this.#isCopy(row)) return [];
    this.#move(row);
    if (row.type === 'hook.start' || row.type === 'hook.end') {
      this.#hooks.note(row);
      return [];
    }
    const isStart = row.type === 'session.start';
    if (!isStart && !ABOUT_ACTORS.test(row.type)) return [];
    const actor = isStart ? MAIN_ACTOR : this.#actors.of(row, this.id);
    const base = { ...this.#envelope(actor), time: row.time, call: null };
    const isNew = !this.#conversations.has(actor);
    const conversation = this.#conversation(actor);
    const parent = actor === MAIN_ACTOR ? null : MAIN_ACTOR;
    const cwd = actor === MAIN_ACTOR ? this.#cwd : null;
    const start: AgentEvent[] = isNew ? [{ kind: 'session-start', ...base, cwd, parent }] : [];
    return [...start, ...conversation.read(row, this.#folder)];
  }

  flush(): AgentEvent[] {
    return [...this.#conversations.values()].flatMap((conversation) => conversation.flush(this.#folder));
  }

  get #folder(): string {
    return this.#cwd ?? this.#context.baseFolder;
  }

  /** The session's folder is told at its start, and where it changes. */
  #move({ type, data, agentId }: Row): void {
    if (agentId !== undefined) return;
    if (type === 'session.start' || type === 'session.resume')
      this.#cwd = folderOf(textField(objectField(data, 'context') ?? {}, 'cwd')) ?? this.#cwd;
    else if (type === 'session.context_changed') this.#cwd = folderOf(textField(data, 'cwd')) ?? this.#cwd;
  }

  #isCopy({ id }: Row): boolean {
    if (id === undefined) return false;
    if (this.#rows.has(id)) return true;
    this.#rows.add(id);
    dropOldest(this.#rows, MOST_ROWS);
    return false;
  }

  #conversation(actor: string): Conversation {
    const conversation = getOrCreate(
      this.#conversations,
      actor,
      () => new Conversation(this.#envelope(actor), this.#context.hasher, this.#memory, this.#hooks),
    );
    dropOldest(this.#conversations, MOST_CONVERSATIONS);
    return conversation;
  }

  #envelope(actor: string): Pick<Envelope, 'source' | 'session' | 'agent' | 'actor'> {
    return { source: this.#context.source, session: this.id, agent: 'copilot-cli', actor };
  }
}
