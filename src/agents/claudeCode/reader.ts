import { dropOldest, getOrCreate } from '../../text/maps';
import type { AgentEvent } from '../../tracker/event';
import type { JsonObject, ReaderContext, RecordReader } from '../adapter';
import { FileMemory } from '../fileMemory';
import { Conversation } from './conversation';
import { Actors, isClaudeRow, type Row, toRow } from './row';

const MOST_CONVERSATIONS = 1000;
/** Twice as many rows are remembered at most. */
const ROWS_REMEMBERED = 100_000;

/** One transcript: a session's main file, a subagent's file, or rows of several in one log. */
export class ClaudeCodeReader implements RecordReader {
  readonly rejected = 0;
  readonly #context: ReaderContext;
  readonly #memory = new FileMemory();
  readonly #actors = new Actors();
  readonly #conversations = new Map<string, Conversation>();
  #rows = new Set<string>();
  #olderRows = new Set<string>();

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  read(record: JsonObject): AgentEvent[] {
    if (!isClaudeRow(record)) return [];
    const row = toRow(record);
    // The agent's books are written when it goes on: nothing more is said about the results before.
    if (row === null) return this.#each((conversation) => conversation.settle());
    if (this.#isCopy(row)) return [];
    return this.#conversation(row).read(row);
  }

  flush(): AgentEvent[] {
    return this.#each((conversation) => conversation.flush());
  }

  #each(act: (conversation: Conversation) => AgentEvent[]): AgentEvent[] {
    const events: AgentEvent[] = [];
    for (const conversation of this.#conversations.values()) events.push(...act(conversation));
    return events;
  }

  /** Rows are written again after a compaction, with the ids they had. */
  #isCopy({ uuid }: Row): boolean {
    if (uuid === undefined) return false;
    if (this.#olderRows.has(uuid)) return true;
    const { size } = this.#rows;
    // Whether it was there is told by the size: to look first would look twice, and the set is too large for the cache.
    if (this.#rows.add(uuid).size === size) return true;
    if (this.#rows.size >= ROWS_REMEMBERED) {
      this.#olderRows = this.#rows;
      this.#rows = new Set();
    }
    return false;
  }

  #conversation(row: Row): Conversation {
    const { source, sessionFallback, baseFolder, hasher } = this.#context;
    const session = row.session ?? sessionFallback;
    const actor = this.#actors.of(row);
    const key = `${session}\u0000${actor}`;
    const conversation = getOrCreate(this.#conversations, key, () => {
      const envelope = { source, session, agent: 'claude-code', actor };
      return new Conversation(envelope, baseFolder, hasher, this.#memory);
    });
    dropOldest(this.#conversations, MOST_CONVERSATIONS);
    return conversation;
  }
}
