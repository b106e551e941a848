import { Disposable, EventEmitter } from 'vscode';
import { isObject } from '../agents/json';
import type { CoverageFinding } from '../api';
import type { LineHasher } from '../text/lineHash';
import type { AgentEvent } from '../tracker/event';
import type { CoverageService } from './coverageService';
import { type Following, openFolders } from './following';

/** Events that are told again when everything is read back, since no file has them. The oldest are lost first. */
const MOST_KEPT = 5_000;
/** An event as JSON, in UTF-16 code units. */
const LONGEST = 8 * 2 ** 20;

export interface ToldByExtensionsParts {
  readonly service: CoverageService;
  readonly following: Following;
  readonly hasher: () => LineHasher;
}

/** What other extensions tell, and are told. */
export class ToldByExtensions implements Disposable {
  readonly #parts: ToldByExtensionsParts;
  readonly #found = new EventEmitter<CoverageFinding>();
  readonly #listeners: Disposable;
  #kept: AgentEvent[] = [];
  #isForgotten = false;

  /** Fires for what is found now. Each finding is a copy, so that nobody can change what we know. */
  readonly onDidFind = this.#found.event;

  /** @param failed what was told before could not be told again */
  constructor(parts: ToldByExtensionsParts, failed: (error: unknown) => void) {
    this.#parts = parts;
    const { service, following } = parts;
    this.#listeners = Disposable.from(
      service.onDidApply(({ live, applied }) => {
        if (live) for (const finding of applied.findings) this.#found.fire(structuredClone(finding));
      }),
      service.onDidForget(() => {
        this.#isForgotten = true;
      }),
      following.onDidChange(() => {
        if (!this.#isForgotten) return;
        this.#isForgotten = false;
        following.tell(this.#kept, false).catch(failed);
      }),
    );
  }

  /**
   * Takes an event as a line of a log is taken.
   *
   * @throws Error where it cannot be used
   */
  async report(told: unknown): Promise<void> {
    const event = await this.#parsed(told);
    this.#kept.push(event);
    if (this.#kept.length > MOST_KEPT) this.#kept = this.#kept.slice(-MOST_KEPT / 2);
    await this.#parts.following.tell([event], true);
  }

  async #parsed(told: unknown): Promise<AgentEvent> {
    const [baseFolder] = openFolders();
    if (baseFolder === undefined)
      throw new Error('Read Coverage: no folder is open, so nothing is followed.');
    // At once: it is the caller's, who may change it.
    const record = plain(told);
    const { toldEvent } = await import('./toldEvent');
    return toldEvent(record, baseFolder, this.#parts.hasher());
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#found.dispose();
  }
}

/** The event as a line of a log would have it: without getters, prototypes and cycles, and not too long. */
function plain(told: unknown): { readonly [key: string]: unknown } {
  let text: string | undefined;
  try {
    text = JSON.stringify(told);
  } catch {
    throw new Error('Read Coverage: the event cannot be used: it is no JSON.');
  }
  if (text !== undefined && text.length > LONGEST) {
    throw new Error('Read Coverage: the event cannot be used: it is too long.');
  }
  const value: unknown = text === undefined ? undefined : JSON.parse(text);
  if (!isObject(value)) throw new Error('Read Coverage: the event cannot be used: it is no object.');
  return value;
}
