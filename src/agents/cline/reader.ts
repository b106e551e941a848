import { dropOldest } from '../../text/maps';
import { type AgentEvent, type Envelope, MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject, ReaderContext, RecordReader } from '../adapter';
import { field, listField } from '../json';
import { knownFolder } from '../knownFolder';
import { TaskReader } from '../rooCode/reader';
import { isTaskHistory } from '../rooCode/task';
import { parseTime } from '../time';
import { openWorkshop } from '../workshop';
import { compactionEvent, compactionOf } from './compaction';
import { Conversation } from './conversation';
import { isCompactionFile, isMessagesFile, speakerOf, workingFolder, writtenBy } from './document';
import { StaleReads, WORTH_REMOVING } from './staleReads';

const MOST_CONVERSATIONS = 100;
const MOST_COMPACTIONS = 10_000;
/** Since this version of the command line, outdated reads are taken out in batches. */
const BATCHES_SINCE = [3, 0, 29] as const;

/**
 * A messages file, read anew each time it was written, or the file of a session's compaction; or the history of a task
 * of the extension before 2026, where a file that was read stands as it is, without numbers.
 */
export class ClineReader implements RecordReader {
  readonly rejected = 0;
  readonly #context: ReaderContext;
  readonly #conversations = new Map<string, Conversation>();
  readonly #compactions = new Set<string>();
  #task: TaskReader | null = null;

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  read(record: JsonObject): AgentEvent[] {
    if (isTaskHistory(record)) {
      this.#task ??= new TaskReader(this.#context, 'cline', { isBare: true });
      return this.#task.read(record);
    }
    if (isCompactionFile(record)) return this.#compaction(record);
    if (!isMessagesFile(record)) return [];
    const messages = listField(record, 'messages') ?? [];
    return this.#conversation(record).read(messages, parseTime(field(record, 'updated_at')));
  }

  flush(): AgentEvent[] {
    return [...this.#conversations.values()].flatMap((conversation) => conversation.flush());
  }

  #compaction(record: JsonObject): AgentEvent[] {
    const compaction = compactionOf(record);
    if (this.#compactions.has(compaction.key) || this.#compactions.size >= MOST_COMPACTIONS) return [];
    this.#compactions.add(compaction.key);
    const session = compaction.session ?? this.#context.sessionFallback.replace(/\.compaction$/, '');
    return [compactionEvent(compaction, this.#base(session, MAIN_ACTOR))];
  }

  #conversation(record: JsonObject): Conversation {
    const speaker = speakerOf(record, this.#context.file);
    const key = `${speaker.session}\u0000${speaker.actor}`;
    const found = this.#conversations.get(key);
    if (found !== undefined) return found;
    const folder = workingFolder(record) ?? knownFolder(this.#context);
    const conversation = new Conversation(
      { ...speaker, folder },
      this.#base(speaker.session, speaker.actor),
      folder ?? this.#context.baseFolder,
      openWorkshop(this.#context.hasher),
      new StaleReads(removesInBatches(record) ? WORTH_REMOVING : 0),
    );
    this.#conversations.set(key, conversation);
    dropOldest(this.#conversations, MOST_CONVERSATIONS);
    return conversation;
  }

  #base(session: string, actor: string): Omit<Envelope, 'time' | 'call'> {
    return { source: this.#context.source, session, agent: 'cline', actor };
  }
}

function removesInBatches(record: JsonObject): boolean {
  const { program, version } = writtenBy(record);
  if (version === null) return false;
  if (program !== 'cli') return true;
  for (const [i, since] of BATCHES_SINCE.entries()) {
    const number = version[i] ?? 0;
    if (number !== since) return number > since;
  }
  return true;
}
