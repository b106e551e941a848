import { l10n } from 'vscode';
import { isHearsay } from '../../ingest/sourceName';
import type { StopOffer, StopScope, StopWay } from '../../stop/stopRequest';
import type { SessionKey } from '../../tracker/views';
import { inLabel, relativePath } from '../names';
import type { AgentTerminal, AgentTerminals } from './agentTerminals';

const ESCAPE = '\x1b';
const CONTROL_C = '\x03';

/** A session as far as its terminal can be told from it. */
type Located = Pick<StopScope, 'key' | 'source' | 'agent' | 'cwd'>;

/**
 * Interrupts the integrated terminal that a session's agent runs in. Offers a terminal by itself only if there can be no
 * doubt: the session is of the agent's own record, exactly one terminal runs that agent in the session's folder, and no
 * other live session of that agent could be the one in there. An interrupt reaches the whole session, never one actor.
 */
export class TerminalWay implements StopWay {
  readonly #terminals: AgentTerminals;
  readonly #live: () => readonly Located[];
  readonly #canonical: (path: string) => Promise<string>;
  readonly #interrupted = new Map<AgentTerminal['terminal'], SessionKey>();

  /**
   * @param live the sessions that are at work now
   * @param canonical resolves a path's symlinks: a shell names its folder as it was entered, an agent as it is
   */
  constructor(
    terminals: AgentTerminals,
    live: () => readonly Located[],
    canonical: (path: string) => Promise<string>,
  ) {
    this.#terminals = terminals;
    this.#live = live;
    this.#canonical = canonical;
  }

  async offer(scope: StopScope): Promise<StopOffer | undefined> {
    // A workspace log, or another extension, may claim to be of any agent; it must not lead to one by itself.
    if (scope.actor !== null || isHearsay(scope.source)) return undefined;
    const fitting: AgentTerminal[] = [];
    for (const terminal of this.#terminals.all())
      if (await this.#fits(terminal, scope)) fitting.push(terminal);
    const [only] = fitting;
    if (!only || fitting.length > 1) return undefined;
    for (const other of this.#live()) {
      if (other.key === scope.key || isHearsay(other.source)) continue;
      if (await this.#fits(only, other)) return undefined;
    }
    return this.#offerOf(only);
  }

  /** An interrupt of each terminal that runs an agent of this kind, wherever, for a person to choose from. */
  choices(scope: StopScope): readonly StopOffer[] {
    const { agent } = scope;
    return this.#terminals
      .all()
      .filter((terminal) => terminal.agent === agent)
      .map((terminal) => this.#offerOf(terminal));
  }

  /** The session whose stop interrupted this terminal. */
  sessionIn(terminal: AgentTerminal): SessionKey | undefined {
    return this.#interrupted.get(terminal.terminal);
  }

  async #fits(terminal: AgentTerminal, session: Located): Promise<boolean> {
    if (terminal.agent !== session.agent || terminal.cwd === null || session.cwd === null) return false;
    return (await this.#canonical(session.cwd)) === (await this.#canonical(terminal.cwd));
  }

  #offerOf(found: AgentTerminal): StopOffer {
    const name = inLabel(found.terminal.name);
    // Terminals often share a name: the folder and the time tell them apart.
    const folder = inLabel(found.cwd === null ? '?' : relativePath(found.cwd));
    const time = new Date(found.since).toLocaleTimeString();
    const takesEscape = found.agent === 'claude-code';
    return {
      kind: 'terminal',
      label: takesEscape
        ? l10n.t('Escape in terminal “{name}” ({folder}, since {time})', { name, folder, time })
        : l10n.t('Ctrl+C in terminal “{name}” ({folder}, since {time})', { name, folder, time }),
      send: async (request) => {
        if (!this.#terminals.isRunning(found)) {
          throw new Error(l10n.t('Terminal “{name}” no longer runs the agent.', { name }));
        }
        this.#interrupted.set(found.terminal, request.scope.key);
        found.terminal.sendText(takesEscape ? ESCAPE : CONTROL_C, false);
      },
      withdraw: async () => {
        this.#interrupted.delete(found.terminal);
      },
    };
  }
}
