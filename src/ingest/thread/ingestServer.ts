import { homedir } from 'node:os';
import { agentsWithFolder } from '../agentFolders';
import { CanonicalPaths } from '../canonicalPath';
import type { Formats } from '../formats';
import { machineOf } from '../machine';
import type { RowStore } from '../rowStore';
import { transcriptLocations } from '../transcriptLocations';
import { WorkspaceFolders } from '../workspaceFolders';
import {
  type Asked,
  asError,
  type FromThread,
  type Question,
  type Questions,
  type ToThread,
} from './protocol';
import { ServedIngest } from './servedIngest';

/** The way to the window that asks. */
export interface ServerPort {
  postMessage(message: FromThread): void;
  on(name: 'message', listener: (message: ToThread) => void): unknown;
}

export interface IngestServerOptions {
  readonly formats: Formats;
  /** Missing: databases are not read. */
  readonly rows?: RowStore;
}

type Given<K extends Asked> = Questions[K]['given'];
type Answer<K extends Asked> = Promise<Questions[K]['answer']>;
type Answers = { readonly [K in Asked]: (given: Given<K>, ingest: number) => Answer<K> };

/** The side that reads: answers what a window asks, and tells it what it finds. */
export class IngestServer {
  readonly #port: ServerPort;
  readonly #options: IngestServerOptions;
  readonly #served = new Map<number, ServedIngest>();

  constructor(port: ServerPort, options: IngestServerOptions) {
    this.#port = port;
    this.#options = options;
    port.on('message', (message) => this.#hear(message));
  }

  #hear(message: ToThread): void {
    if (message.kind === 'taken') this.#served.get(message.ingest)?.taken();
    else this.#answer(message);
  }

  #answer<K extends Asked>({ number, ingest, asked, given }: Question<K>): void {
    this.#answers[asked](given, ingest).then(
      (answer) => this.#port.postMessage({ kind: 'answer', number, answer }),
      (error: unknown) => this.#port.postMessage({ kind: 'failure', number, error: asError(error) }),
    );
  }

  readonly #answers: Answers = {
    open: async (settings, number) => {
      const parts = { formats: this.#options.formats, rows: this.#options.rows };
      const send = (message: FromThread) => this.#port.postMessage(message);
      this.#served.set(number, new ServedIngest(number, settings, parts, send));
      return undefined;
    },
    start: async (_, number) => {
      this.#of(number).ingest.start();
      return undefined;
    },
    poll: async (_, number) => {
      await this.#of(number).poll();
      return undefined;
    },
    tell: async ({ events, live }, number) => {
      await this.#of(number).tell(events, live);
      return undefined;
    },
    documentChanged: async (path, number) => {
      await this.#of(number).ingest.documentChanged(path);
      return undefined;
    },
    complete: (events, number) => this.#of(number).ingest.complete(events),
    look: (path, number) => this.#of(number).ingest.look(path),
    dispose: async (_, number) => {
      const served = this.#of(number);
      this.#served.delete(number);
      await served.dispose();
      return undefined;
    },
    agentsFound: async ({ editorFolder }) => {
      const machine = machineOf(process.env, homedir(), { editorFolder });
      return [...(await agentsWithFolder(this.#options.formats.adapters, machine))];
    },
    agentsUsed: async ({ folders: named, agents, editorFolder }) => {
      const paths = new CanonicalPaths({ now: Date.now, lifetime: Number.POSITIVE_INFINITY });
      const folders = await WorkspaceFolders.open(named, paths);
      const surroundings = { env: process.env, home: homedir(), editorFolder, folders, paths };
      const used: string[] = [];
      for (const location of transcriptLocations(this.#options.formats.adapters, agents, surroundings)) {
        if (await location.seemsUsed()) used.push(location.agent);
      }
      return used;
    },
  };

  #of(number: number): ServedIngest {
    const served = this.#served.get(number);
    if (served === undefined) throw new Error('the ingest that is asked is none of this thread');
    return served;
  }
}
