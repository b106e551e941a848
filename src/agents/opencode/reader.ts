import { dropOldest, getOrCreate } from '../../text/maps';
import { type AgentEvent, MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject, ReaderContext, RecordReader } from '../adapter';
import { Conversation } from './conversation';
import { type Row, rowsOf, type SessionRow } from './record';

const MOST_SESSIONS = 5000;

/** Rows of a database: of one session, or of many with their subagents' sessions. */
export class OpenCodeReader implements RecordReader {
  readonly rejected = 0;
  readonly #context: ReaderContext;
  readonly #agent: string;
  readonly #parents = new Map<string, string | null>();
  readonly #conversations = new Map<string, Conversation>();

  /** @param agent kind of the agent: others store their sessions just so */
  constructor(context: ReaderContext, agent: string) {
    this.#context = context;
    this.#agent = agent;
  }

  read(record: JsonObject): AgentEvent[] {
    return rowsOf(record).flatMap((row) => this.#row(row));
  }

  flush(): AgentEvent[] {
    return [...this.#conversations.values()].flatMap((conversation) => conversation.flush());
  }

  #row(row: Row): readonly AgentEvent[] {
    switch (row.kind) {
      case 'session':
        this.#noteParent(row);
        return this.#conversation(row.id).session(row);
      case 'message':
        return this.#conversation(row.session).message(row);
      case 'part':
        return this.#conversation(row.session).part(row);
      case 'gone':
        return this.#conversation(row.session).gone(row);
    }
  }

  #noteParent({ id, parent }: SessionRow): void {
    this.#parents.set(id, parent);
    dropOldest(this.#parents, MOST_SESSIONS);
  }

  #conversation(session: string): Conversation {
    const conversation = getOrCreate(this.#conversations, session, () => {
      const { source, baseFolder, hasher } = this.#context;
      const root = this.#rootOf(session);
      const actor = root === session ? MAIN_ACTOR : session;
      return new Conversation({ source, session: root, agent: this.#agent, actor }, baseFolder, hasher);
    });
    dropOldest(this.#conversations, MOST_SESSIONS);
    return conversation;
  }

  /** The session that a person speaks to, above all its subagents. */
  #rootOf(session: string): string {
    const seen = new Set<string>();
    let root = session;
    for (let parent = this.#parents.get(root); parent != null && !seen.has(parent); ) {
      seen.add(parent);
      root = parent;
      parent = this.#parents.get(root);
    }
    return root;
  }
}
