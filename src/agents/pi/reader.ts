import type { AgentEvent } from '../../tracker/event';
import type { JsonObject, ReaderContext, RecordReader } from '../adapter';
import { Conversation } from './conversation';
import { isHeader, toEntry } from './entry';

/** One session file; or rows of several in one log, each session after its header. */
export class PiReader implements RecordReader {
  readonly rejected = 0;
  readonly #context: ReaderContext;
  #conversation: Conversation | undefined;

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  read(record: JsonObject): AgentEvent[] {
    if (isHeader(record)) {
      const events = this.flush();
      this.#conversation = new Conversation(this.#context, record);
      return events;
    }
    const entry = toEntry(record);
    if (entry === null) {
      this.#conversation?.skip();
      return [];
    }
    this.#conversation ??= new Conversation(this.#context, undefined);
    return this.#conversation.read(entry);
  }

  flush(): AgentEvent[] {
    return this.#conversation?.flush() ?? [];
  }
}
