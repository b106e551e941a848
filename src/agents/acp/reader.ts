import { Generations } from '../../text/generations';
import type { AgentEvent } from '../../tracker/event';
import type { JsonObject, ReaderContext, RecordReader } from '../adapter';
import { objectField, textField } from '../json';
import { folderOf } from '../recordedFolder';
import { type Message, toMessage } from './message';
import { type AcpRequest, Requests } from './requests';
import { Session } from './session';

const MOST_SESSIONS = 200;

/** The messages between one client and one agent. */
export class AcpReader implements RecordReader {
  readonly rejected = 0;
  readonly #context: ReaderContext;
  readonly #requests = new Requests();
  readonly #sessions = new Generations<string, Session>(MOST_SESSIONS);

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  read(record: JsonObject): AgentEvent[] {
    const message = toMessage(record);
    if (message === null) return [];
    if (message.method === null) return this.#response(message);
    this.#requests.add(message);
    return this.#request(message.method, message);
  }

  flush(): AgentEvent[] {
    return [...this.#sessions.values()].flatMap((session) => session.flush());
  }

  #request(method: string, { params, time }: Message): AgentEvent[] {
    const session = this.#session(textField(params, 'sessionId'));
    if (session === null) return [];
    switch (method) {
      case 'session/load':
      case 'session/resume':
        // What the agent tells before it answers is the session's past.
        return session.start(folderOf(textField(params, 'cwd')) ?? null, null, time);
      case 'session/prompt':
        return session.prompt(params, time);
      case 'session/update':
        return session.update(objectField(params, 'update') ?? {}, time);
      default:
        return [];
    }
  }

  #response(message: Message): AgentEvent[] {
    const request = this.#requests.answered(message);
    if (request === null || message.isError) return [];
    return this.#answer(request, message.result ?? {}, message.time);
  }

  #answer({ method, params }: AcpRequest, result: JsonObject, time: number | null): AgentEvent[] {
    const cwd = folderOf(textField(params, 'cwd')) ?? null;
    const asked = textField(params, 'sessionId');
    const made = this.#session(textField(result, 'sessionId'));
    const session = this.#session(asked);
    switch (method) {
      case 'session/new':
        return made?.start(cwd, null, time) ?? [];
      case 'session/fork':
        return made?.start(cwd, asked ?? null, time) ?? [];
      case 'session/prompt': {
        const reason = textField(result, 'stopReason');
        // Newer agents answer at once and tell later that they stopped.
        return reason === undefined ? [] : (session?.stopped(reason, time) ?? []);
      }
      case 'session/close':
        return session?.closed(time) ?? [];
      case 'fs/read_text_file': {
        const content = textField(result, 'content');
        return content === undefined ? [] : (session?.readFile(params, content, time) ?? []);
      }
      case 'fs/write_text_file':
        return session?.wroteFile(params, time) ?? [];
      default:
        return [];
    }
  }

  #session(id: string | undefined): Session | null {
    if (id === undefined || id === '') return null;
    const known = this.#sessions.get(id);
    if (known !== undefined) return known;
    const made = new Session(this.#context, id);
    this.#sessions.set(id, made);
    return made;
  }
}
