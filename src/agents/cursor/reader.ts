import { type AgentEvent, type Envelope, MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject, ReaderContext, RecordReader } from '../adapter';
import { textField } from '../json';
import { knownFolder } from '../knownFolder';
import { openWorkshop } from '../workshop';
import { isCursorRecord, isPersonsWord, requestsOf, speakerOf } from './record';
import { requestEvents } from './request';

/**
 * A transcript of Cursor: what was said and asked for, without times, ids and results. So no line is credited, and nothing
 * is said of what a request did.
 *
 * All of this is as others tell it, who looked at many transcripts; names of tools and arguments too.
 */
export class CursorReader implements RecordReader {
  readonly rejected = 0;
  readonly #base: Envelope;
  readonly #cwd: string;
  readonly #folder: string | null;
  readonly #workshop;
  #isStarted = false;

  constructor(context: ReaderContext) {
    const speaker = speakerOf(context.file, context.sessionFallback);
    this.#base = { source: context.source, agent: 'cursor', ...speaker, time: null, call: null };
    this.#cwd = context.baseFolder;
    this.#folder = knownFolder(context);
    this.#workshop = openWorkshop(context.hasher);
  }

  read(record: JsonObject): AgentEvent[] {
    if (!isCursorRecord(record)) return [];
    const events = this.#start();
    if (textField(record, 'type') === 'turn_ended') return events;
    const base = this.#base;
    if (textField(record, 'role') === 'user') {
      // To a subagent, the agent speaks.
      const isPrompt = base.actor === MAIN_ACTOR && isPersonsWord(record);
      return isPrompt ? [...events, { kind: 'prompt', ...base }] : events;
    }
    events.push({ kind: 'turn', ...base });
    for (const request of requestsOf(record))
      events.push(...requestEvents(request, this.#cwd, base, this.#workshop));
    return events;
  }

  /** Nothing is held: no result is waited for. */
  flush(): AgentEvent[] {
    return [];
  }

  #start(): AgentEvent[] {
    if (this.#isStarted) return [];
    this.#isStarted = true;
    const parent = this.#base.actor === MAIN_ACTOR ? null : MAIN_ACTOR;
    return [{ kind: 'session-start', ...this.#base, cwd: this.#folder, parent }];
  }
}
