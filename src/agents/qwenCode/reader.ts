import { dropOldest, getOrCreate } from '../../text/maps';
import type { AgentEvent } from '../../tracker/event';
import type { JsonObject, ReaderContext, RecordReader } from '../adapter';
import { FileMemory } from '../fileMemory';
import { Conversation } from './conversation';
import { isQwenRow, type Row, toRow } from './row';

const MOST_CONVERSATIONS = 1000;

/** One transcript: a session's file or a subagent's, or rows of several in one log. */
export class QwenReader implements RecordReader {
  readonly rejected = 0;
  readonly #context: ReaderContext;
  readonly #memory = new FileMemory();
  readonly #conversations = new Map<string, Conversation>();

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  read(record: JsonObject): AgentEvent[] {
    if (!isQwenRow(record)) return [];
    const row = toRow(record);
    return this.#conversation(row).read(row);
  }

  flush(): AgentEvent[] {
    return [...this.#conversations.values()].flatMap((conversation) => conversation.flush());
  }

  #conversation({ session, actor }: Row): Conversation {
    const { source, baseFolder, hasher } = this.#context;
    const key = `${session}\u0000${actor}`;
    const conversation = getOrCreate(this.#conversations, key, () => {
      const speaker = { source, session, agent: 'qwen-code', actor };
      return new Conversation(speaker, baseFolder, hasher, this.#memory);
    });
    dropOldest(this.#conversations, MOST_CONVERSATIONS);
    return conversation;
  }
}
