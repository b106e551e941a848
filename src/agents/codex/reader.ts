import { type AgentEvent, MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject, ReaderContext, RecordReader } from '../adapter';
import { Conversation } from './conversation';
import { Replay } from './replay';
import { type Row, toRow } from './row';
import { type Thread, threadOf } from './thread';

/** One rollout: a thread's own rows, and the copied ones of the thread that it goes on from. */
export class CodexReader implements RecordReader {
  readonly rejected = 0;
  readonly #context: ReaderContext;
  #thread: { readonly id: string; readonly conversation: Conversation; readonly replay: Replay } | null =
    null;
  #isReplaying = false;

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  read(record: JsonObject): AgentEvent[] {
    const row = toRow(record);
    if (row === null) return [];
    if (row.type === 'meta') return this.#meta(row);
    const { conversation, replay } = this.#thread ?? this.#open(this.#unnamed());
    const isCopied = replay.covers(row);
    if (this.#isReplaying && !isCopied) conversation.unsettle();
    this.#isReplaying = isCopied;
    const events = conversation.read(row);
    // They count where they happened; here they only tell what files look like.
    return isCopied ? [] : events;
  }

  flush(): AgentEvent[] {
    const held = this.#thread?.conversation.flush() ?? [];
    return this.#isReplaying ? [] : held;
  }

  #meta(row: Row): AgentEvent[] {
    const thread = threadOf(row.payload);
    if (thread === null) return [];
    if (this.#thread === null) return [this.#open(thread).conversation.start(row.time)];
    if (thread.id !== this.#thread.id) this.#thread.replay.sawOtherThread();
    return [];
  }

  #open(thread: Thread): { readonly conversation: Conversation; readonly replay: Replay } {
    const conversation = new Conversation(thread, this.#context);
    this.#thread = { id: thread.id, conversation, replay: new Replay(thread) };
    return this.#thread;
  }

  /** A rollout whose first line is missing. */
  #unnamed(): Thread {
    const id = /([0-9a-f]{8}-[0-9a-f-]{27})$/.exec(this.#context.sessionFallback)?.[1];
    const session = id ?? this.#context.sessionFallback;
    const nothing = { parent: null, cwd: undefined, isFork: false, made: null };
    return { id: session, session, actor: MAIN_ACTOR, ...nothing };
  }
}
