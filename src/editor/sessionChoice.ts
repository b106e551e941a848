import { type Disposable, EventEmitter, l10n, type Memento, type QuickPickItem, window } from 'vscode';
import type { SessionKey, SessionSummary } from '../tracker/views';
import { sessionToDraw } from './chooseSession';
import { actorsInWords, readsInWords } from './countWords';
import type { CoverageService } from './coverageService';
import { inLabel, sessionName } from './names';

const CHOSEN = 'chosenSession';

interface SessionItem extends QuickPickItem {
  /** Undefined: none in particular. */
  readonly key: SessionKey | undefined;
}

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
    return this.#drawn !== undefined && this.#drawn === this.#chosen;
  }

  async choose(): Promise<void> {
    const automatic: SessionItem = {
      label: l10n.t('The session at work'),
      description: this.#chosen === undefined ? l10n.t('chosen') : '',
      detail: l10n.t('Whichever is live; the newest, if none is.'),
      key: undefined,
    };
    const sessions = [...this.#service.sessions()].sort(
      (a, b) => this.#service.lastSeen(b.key) - this.#service.lastSeen(a.key),
    );
    const items = [automatic, ...sessions.map((session) => this.#itemOf(session))];
    const picked = await window.showQuickPick(items, {
      title: l10n.t('Read Coverage: session to draw'),
      matchOnDescription: true,
      matchOnDetail: true,
    });
    if (picked) await this.draw(picked.key);
  }

  /** Draws a session from now on; undefined: the one at work. */
  async draw(key: SessionKey | undefined): Promise<void> {
    await this.#memory.update(CHOSEN, key);
    this.#drawn = undefined;
    this.#decide();
    this.#changed.fire();
  }

  get #chosen(): SessionKey | undefined {
    const kept = this.#memory.get<unknown>(CHOSEN);
    return typeof kept === 'string' ? (kept as SessionKey) : undefined;
  }

  #decide(): void {
    const candidates = this.#service.sessions().map(({ key }) => ({
      key,
      live: this.#service.isLive(key),
      lastSeen: this.#service.lastSeen(key),
    }));
    const next = sessionToDraw(candidates, this.#chosen, this.#drawn);
    if (next === this.#drawn) return;
    this.#drawn = next;
    this.#service.hold(next);
    this.#changed.fire();
  }

  #itemOf(session: SessionSummary): SessionItem {
    const { key, actors } = session;
    const live = this.#service.isLive(key);
    const seen = this.#service.lastSeen(key);
    const reads = actors.reduce((sum, actor) => sum + actor.reads, 0);
    const repeats = actors.reduce((sum, actor) => sum + actor.redundantReads, 0);
    const worst = actors.reduce((most, actor) => Math.max(most, actor.maxStreak), 0);
    return {
      label: (live ? '$(pulse) ' : '') + inLabel(sessionName(session)),
      description: [
        live ? l10n.t('live') : seen > 0 ? new Date(seen).toLocaleString() : '',
        key === this.#chosen ? l10n.t('chosen') : '',
      ]
        .filter(Boolean)
        .join(' · '),
      detail: [
        actorsInWords(actors.length),
        readsInWords(reads, repeats),
        worst > 1 ? l10n.t('longest streak: {worst}', { worst }) : '',
      ]
        .filter(Boolean)
        .join(' · '),
      key,
    };
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
  }
}
