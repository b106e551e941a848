import { type AgentEvent, MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject, ReaderContext, RecordReader } from '../adapter';
import { field, listField, objectField, textField } from '../json';
import { folderOf } from '../recordedFolder';
import { parseTime } from '../time';
import { Conversation, type Opening } from './conversation';
import { isHeader, toMessage } from './record';

/** One transcript: a session's or a subagent's, as lines or as one document that is written anew each time. */
export class GeminiReader implements RecordReader {
  readonly rejected = 0;
  readonly #context: ReaderContext;
  #conversation: Conversation | null = null;

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  read(record: JsonObject): AgentEvent[] {
    if (isHeader(record)) return this.#header(record);
    const conversation = this.#open({});
    const to = textField(record, '$rewindTo');
    if (to !== undefined) return conversation.rewound(to, null);
    const set = objectField(record, '$set');
    if (set !== undefined) {
      const messages = listField(set, 'messages');
      const time = parseTime(field(set, 'lastUpdated'));
      return messages === undefined ? [] : conversation.replaced(messages, time);
    }
    const message = toMessage(record);
    return message === null ? [] : conversation.message(message);
  }

  flush(): AgentEvent[] {
    return this.#conversation?.flush() ?? [];
  }

  #header(record: JsonObject): AgentEvent[] {
    const opening = this.#opening(record);
    const isOther = this.#conversation !== null && this.#conversation.session !== opening.speaker.session;
    const events = isOther ? this.flush() : [];
    if (isOther) this.#conversation = null;
    const conversation = this.#open(record);
    const time = parseTime(field(record, 'lastUpdated'));
    const isDocument = listField(record, 'messages') !== undefined;
    return isDocument ? [...events, ...conversation.document(record, time)] : events;
  }

  #open(header: JsonObject): Conversation {
    this.#conversation ??= new Conversation(this.#opening(header), this.#context.hasher);
    return this.#conversation;
  }

  #opening(header: JsonObject): Opening {
    const { source, baseFolder, sessionFallback, file } = this.#context;
    const id = textField(header, 'sessionId') ?? sessionFallback;
    const isSubagent = textField(header, 'kind') === 'subagent';
    const parent = isSubagent ? (parentOf(file) ?? null) : null;
    const [folder] = isSubagent ? (listField(header, 'directories') ?? []) : [];
    return {
      speaker: {
        source,
        session: parent ?? id,
        agent: 'gemini',
        actor: isSubagent ? id : MAIN_ACTOR,
      },
      parent: isSubagent ? MAIN_ACTOR : null,
      cwd: (typeof folder === 'string' ? folderOf(folder) : undefined) ?? null,
      baseFolder,
      time: parseTime(field(header, 'startTime')),
    };
  }
}

/** A subagent's transcript is in a folder with the name of its session, in the one with the sessions' transcripts. */
function parentOf(file: string | undefined): string | undefined {
  const [name, folder] = (file ?? '').split('/').slice(0, -1).reverse();
  return folder === 'chats' && name !== '' ? name : undefined;
}
