import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { hostname } from 'node:os';
import { repositoryAround } from '../ingest/workspaceFolders';
import type { LineHasher } from '../text/lineHash';
import { type Endpoint, makeEndpoint } from './endpoint';
import { HttpEntrance } from './http';
import { LetterBox } from './letterBox';
import { processBirth } from './processBirth';
import { Reception } from './reception';
import { lettersFolder, listWindows, removeWindow, type WindowEntry, writeWindow } from './registry';
import type { HookListener } from './request';
import { ChannelServer } from './server';
import { sweepWindows } from './sweep';

/** How often a window looks whether it still stands in the registry, ms. */
const LOOK_AGAIN = 15_000;

export interface ChannelOptions {
  readonly userFolder: string;
  readonly hasher: LineHasher;
  /** Absolute folders of the window. */
  readonly folders: readonly string[];
  /** Kinds of the agents that are heard. */
  readonly agents: readonly string[];
  readonly listener: HookListener;
  readonly onFault: (fault: unknown) => void;
  /** Nobody can reach the window any more: it is to be opened anew. */
  readonly onLost: () => void;
}

/**
 * One window's end of the channel: listens, says in the registry that it does, and takes away what dead windows left
 * there. Another window of the same folders has its own.
 */
export class Channel {
  readonly #options: ChannelOptions;
  readonly #server: ChannelServer;
  readonly #letters: LetterBox;
  readonly #http: HttpEntrance;
  readonly #id = randomBytes(8).toString('hex');
  readonly #token = randomBytes(32).toString('hex');
  #endpoint: Endpoint | null = null;
  #window: WindowEntry | null = null;
  #look: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: ChannelOptions) {
    this.#options = options;
    const { userFolder, hasher, agents, listener, onFault } = options;
    const reception = new Reception({ token: this.#token, hasher, agents, listener, onFault });
    this.#server = new ChannelServer(reception);
    this.#letters = new LetterBox(lettersFolder(userFolder, this.#id), reception);
    this.#http = new HttpEntrance({ userFolder, hasher, onFault });
  }

  /** Listens from now on. @throws where it cannot */
  async open(): Promise<void> {
    const { userFolder, folders } = this.#options;
    const real = folders.map(canonical);
    const roots = (await Promise.all(real.map(repositoryAround))).filter((root) => root !== null);
    if (this.#isClosed) return;
    this.#endpoint = makeEndpoint(userFolder, this.#id);
    await this.#server.listen(this.#endpoint.path);
    const born = (await this.#letters.open()) ? processBirth(process.pid) : null;
    this.#window = {
      id: this.#id,
      pid: process.pid,
      host: hostname(),
      folders: real,
      roots,
      endpoint: this.#endpoint.path,
      token: this.#token,
      startedAt: Date.now(),
      ...(born === null ? {} : { born }),
    };
    if (this.#isClosed) {
      this.#leave();
      return;
    }
    writeWindow(userFolder, this.#window);
    this.#look = setInterval(() => this.#lookAgain(), LOOK_AGAIN);
    this.#http.open();
    await sweepWindows(userFolder, hostname());
  }

  close(): void {
    this.#isClosed = true;
    if (this.#look !== null) clearInterval(this.#look);
    this.#http.close();
    if (this.#window !== null) this.#leave();
  }

  #leave(): void {
    this.#letters.close();
    removeWindow(this.#options.userFolder, this.#id);
    this.#server.close();
    this.#endpoint?.remove();
  }

  /** Whoever cleaned up took too much. */
  #lookAgain(): void {
    const { userFolder, onFault, onLost } = this.#options;
    try {
      const isLost = this.#endpoint?.isThere() === false;
      if (isLost || (this.#window?.born !== undefined && !this.#letters.isThere())) {
        onLost();
        return;
      }
      if (this.#window === null || listWindows(userFolder).some(({ id }) => id === this.#id)) return;
      writeWindow(userFolder, this.#window);
    } catch (fault) {
      onFault(fault);
    }
  }
}

function canonical(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder; // It is gone; no agent can be in it.
  }
}
