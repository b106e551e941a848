import { type Disposable, EventEmitter, l10n, type Memento, window, workspace } from 'vscode';
import { agentName } from '../agents/agentNames';
import type { Finding, ReadRecord, SessionKey, SessionSummary } from '../tracker/views';
import type { Configuration } from './configuration';
import type { CoverageService, Happening } from './coverageService';
import type { Episodes } from './episodes';
import type { FindingsLog } from './findingsLog';
import { actorName, inMessage, placeOf } from './names';
import { shortId } from './shortId';
import type { AutomaticStop } from './stopping/automaticStop';

const MUTED = 'threshold.muted';
/** Open questions about sessions of one source: a log may name a hundred. */
const MOST_QUESTIONS = 5;

/** What a person can have done from the notification. */
export interface ThresholdActions {
  stopAgent(session: SessionKey): Promise<void>;
  showReads(session: SessionKey, actor: string): Promise<void>;
}

export interface ThresholdParts {
  readonly service: CoverageService;
  readonly configuration: Configuration;
  readonly episodes: Episodes;
  readonly log: FindingsLog;
  /** Of the person, in every workspace. */
  readonly memory: Memento;
  readonly automatic: AutomaticStop;
  readonly actions: ThresholdActions;
}

/**
 * What happens when an actor reaches the stop level: one question, a stop, or a line in the log, as a person has set it.
 * Never for what is read back from the past, and once an episode.
 */
export class Threshold implements Disposable {
  readonly #parts: ThresholdParts;
  readonly #notified = new EventEmitter<string>();
  /** Sessions with an open question, each with its source. */
  readonly #asking = new Map<SessionKey, string>();
  readonly #listener: Disposable;

  /** Fires with the text of each notification. */
  readonly onDidNotify = this.#notified.event;

  constructor(parts: ThresholdParts) {
    this.#parts = parts;
    this.#listener = parts.service.onDidApply((happening) => this.#observe(happening));
  }

  /** Whether a person asked not to be asked any more. */
  get isMuted(): boolean {
    return this.#parts.memory.get<unknown>(MUTED) === true;
  }

  async unmute(): Promise<void> {
    await this.#parts.memory.update(MUTED, undefined);
  }

  #observe({ event, live, applied }: Happening): void {
    const { configuration, episodes } = this.#parts;
    const read = episodes.observe(event, applied, configuration.get('levels.stop'));
    if (!read || !live) return;
    const session = this.#parts.service.session(applied.session);
    if (!session) return;
    const finding = applied.findings.find(({ level }) => level === 'stop');
    this.#reached(session, read, finding).catch((error: unknown) =>
      this.#parts.log.failure('The stop level was reached, and that could not be told', error),
    );
  }

  /** @param finding that told of the level: the evidence */
  async #reached(session: SessionSummary, read: ReadRecord, finding: Finding | undefined): Promise<void> {
    const policy = this.#parts.configuration.get('onThreshold');
    if (policy === 'observe') {
      if (finding !== undefined) {
        const place = this.#parts.service.placeOf(session.key, finding) ?? null;
        this.#parts.log.wouldHaveStopped(finding, place);
      }
      return;
    }
    // Nothing stops an agent on the word of a workspace that nobody trusts.
    if (policy === 'stop' && workspace.isTrusted && (await this.#parts.automatic.stop(session, read))) return;
    await this.#ask(session, read);
  }

  async #ask(session: SessionSummary, read: ReadRecord): Promise<void> {
    if (this.isMuted || !this.#mayAsk(session)) return;
    const message = l10n.t(
      '{agent} ({session}, {actor}) made {count} reads without a new line, the last of {place}.',
      {
        agent: inMessage(agentName(session.agent)),
        session: inMessage(shortId(session.session)),
        actor: inMessage(actorName(read.actor)),
        count: read.stopStreak,
        place: inMessage(placeOf(read.path, read.returned)),
      },
    );
    const stop = l10n.t('Stop agent');
    const show = l10n.t('Show reads');
    const snooze = l10n.t('Snooze');
    const never = l10n.t("Don't show again");
    const choices = workspace.isTrusted ? [stop, show, snooze, never] : [show, snooze, never];
    this.#asking.set(session.key, session.source);
    this.#notified.fire(message);
    let picked: string | undefined;
    try {
      picked = await window.showWarningMessage(message, ...choices);
    } finally {
      this.#asking.delete(session.key);
    }
    if (picked === stop) await this.#parts.actions.stopAgent(session.key);
    else if (picked === show) await this.#parts.actions.showReads(session.key, read.actor);
    else if (picked === snooze) this.snooze(session.key, read.actor);
    else if (picked === never) await this.#mute();
  }

  /** A notification that was not answered hides and stays open: it must not silence the other sessions. */
  #mayAsk({ key, source }: SessionSummary): boolean {
    if (this.#asking.has(key)) return false;
    const open = [...this.#asking.values()].filter((asked) => asked === source).length;
    return open < MOST_QUESTIONS;
  }

  /** Levels count from the value they have now. */
  snooze(session: SessionKey, actor?: string): void {
    this.#parts.episodes.close(session, actor);
    this.#parts.service.rearm(session, actor);
  }

  async #mute(): Promise<void> {
    await this.#parts.memory.update(MUTED, true);
    window.showInformationMessage(
      l10n.t(
        'The status bar still turns at the stop level. To be asked again, click it and choose “Ask Again”.',
      ),
    );
  }

  dispose(): void {
    this.#listener.dispose();
    this.#notified.dispose();
  }
}
