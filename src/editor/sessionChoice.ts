import { type Disposable, EventEmitter, type Memento } from 'vscode';
import type { SessionKey } from '../tracker/views';
import { sessionToDraw } from './chooseSession';
import type { CoverageService } from './coverageService';

const CHOSEN = 'chosenSession';

/** Which session is drawn: by itself the one at work, or the one that a person chose. */
export class SessionChoice implements Disposable {
  readonly #service: CoverageService;
  readonly #memory: Memento;
  readonly #changed = new EventEmitter<void>();
  readonly #listener: Disposable;
  #drawn: SessionKey | undefined;

  readonly onDidChange = this.#changed.event;

  /** @param memory of the workspace */
  constructor(service: CoverageService, memory: Memento) {
    this.#service = service;
    this.#memory = memory;
    this.#listener = service.onDidChange(() => this.#decide());
  }

  get current(): SessionKey | undefined {
    return this.#drawn;
  }

  /** Whether a person chose it. */
  get isChosen(): boolean {
    return this.#drawn !== undefined && this.#drawn === this.chosen;
  }

  /** Draws a session from now on; undefined: the one at work. */
  async draw(key: SessionKey | undefined): Promise<void> {
    await this.#memory.update(CHOSEN, key);
    this.#drawn = undefined;
    this.#decide();
    this.#changed.fire();
  }

  /** The one that a person chose, whether it is here or not. */
  get chosen(): SessionKey | undefined {
    const kept = this.#memory.get<unknown>(CHOSEN);
    return typeof kept === 'string' ? (kept as SessionKey) : undefined;
  }

  #decide(): void {
    const candidates = this.#service.sessions().map(({ key }) => ({
      key,
      live: this.#service.isLive(key),
      lastSeen: this.#service.lastSeen(key),
    }));
    const next = sessionToDraw(candidates, this.chosen, this.#drawn);
    if (next === this.#drawn) return;
    this.#drawn = next;
    this.#service.hold(next);
    this.#changed.fire();
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
  }
}
