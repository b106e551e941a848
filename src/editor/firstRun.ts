import { type Disposable, EventEmitter, l10n, type Memento, window } from 'vscode';
import { agentName, type FoundAgent } from '../agents/agentNames';
import { limitInWords } from './agentLimits';
import { AGENTS, answerOf, settingOf } from './agentPermissions';
import type { Configuration } from './configuration';
import { listed } from './names';

/**
 * Whether the transcripts of each agent, which lie outside the workspace, may be opened: a person is asked once a window
 * for each, and only of agents that seem to be used.
 */
export class FirstRun implements Disposable {
  readonly #configuration: Configuration;
  readonly #memory: Memento;
  readonly #changed = new EventEmitter<void>();
  readonly #waitingChanged = new EventEmitter<void>();
  readonly #listener: Disposable;
  readonly #asked = new Set<FoundAgent>();
  #isAsking = false;

  /** Fires when {@link allowed} may be others. */
  readonly onDidChange = this.#changed.event;
  /** Fires when {@link waiting} may be others. */
  readonly onDidChangeWaiting = this.#waitingChanged.event;

  /** @param memory of the workspace */
  constructor(configuration: Configuration, memory: Memento) {
    this.#configuration = configuration;
    this.#memory = memory;
    const settings = AGENTS.map(settingOf);
    this.#listener = configuration.onDidChange((names) => {
      if (settings.some((name) => names.has(name))) this.#tell();
    });
  }

  /** The agents whose transcripts may be opened. */
  get allowed(): readonly FoundAgent[] {
    return AGENTS.filter((agent) => this.isAllowed(agent));
  }

  isAllowed(agent: FoundAgent): boolean {
    const setting = this.#configuration.get(settingOf(agent));
    const answer = this.#answer(agent);
    return setting === 'show' ? answer !== 'hide' : setting === 'ask' && answer === 'show';
  }

  /** Whether a person is still to be asked. */
  isOpen(agent: FoundAgent): boolean {
    return this.#configuration.get(settingOf(agent)) === 'ask' && this.#answer(agent) === undefined;
  }

  /** What a person said in this workspace. */
  #answer(agent: FoundAgent): 'show' | 'hide' | undefined {
    const answer = this.#memory.get<unknown>(answerOf(agent));
    return answer === 'show' || answer === 'hide' ? answer : undefined;
  }

  /** The agents that a person may be asked about now. */
  get toAsk(): readonly FoundAgent[] {
    return this.#isAsking ? [] : AGENTS.filter((agent) => !this.#asked.has(agent) && this.isOpen(agent));
  }

  /** To be called once these agents are known to be used; asks of each at most once a window. */
  async ask(used: readonly FoundAgent[]): Promise<void> {
    const agents = this.toAsk.filter((agent) => used.includes(agent));
    if (agents.length === 0) return;
    for (const agent of agents) this.#asked.add(agent);
    this.#waitingChanged.fire();
    this.#isAsking = true;
    try {
      // Who looks into the choice and leaves it has answered nothing.
      while ((await this.#ask(agents)) === 'again');
    } finally {
      this.#isAsking = false;
    }
  }

  get wasAsked(): boolean {
    return this.#asked.size > 0;
  }

  /** The agents that seem to be used here, about which a person was asked and has not decided. */
  get waiting(): readonly FoundAgent[] {
    return AGENTS.filter((agent) => this.#asked.has(agent) && this.isOpen(agent));
  }

  /** A person wants them shown in this workspace. */
  async allow(agents: readonly FoundAgent[]): Promise<void> {
    for (const agent of agents) {
      await this.#memory.update(answerOf(agent), 'show');
      const setting = settingOf(agent);
      if (this.#configuration.get(setting) === 'never') await this.#configuration.setForUser(setting, 'ask');
    }
    if (agents.length > 0) this.#tell();
  }

  /** A person does not want them shown in this workspace. */
  async #forbid(agents: readonly FoundAgent[]): Promise<void> {
    for (const agent of agents) await this.#memory.update(answerOf(agent), 'hide');
    if (agents.length > 0) this.#tell();
  }

  /** Lets a person pick which are followed here; those that are, and those that seem to be used, have a tick. */
  async choose(): Promise<void> {
    const ticked = [...this.allowed, ...this.waiting];
    const chosen = await pickAgents(AGENTS, ticked);
    if (chosen === undefined) return;
    await this.#forbid(ticked.filter((agent) => !chosen.includes(agent)));
    await this.allow(chosen.filter((agent) => !this.isAllowed(agent)));
  }

  async #ask(agents: readonly FoundAgent[]): Promise<'done' | 'again'> {
    const show = l10n.t('Show');
    const choose = l10n.t('Choose…');
    const notNow = l10n.t('Not now');
    const never = l10n.t('Never');
    const question = l10n.t(
      'Show coverage of {agents} sessions in this folder? Their transcripts are outside of it, in your home folder.',
      { agents: listed(agents.map(agentName)) },
    );
    const limit = limitInWords(agents);
    const picked = await window.showInformationMessage(
      limit === undefined ? question : `${question} ${limit}`,
      ...(agents.length === 1 ? [show, notNow, never] : [show, choose, notNow, never]),
    );
    if (picked === show) await this.allow(agents);
    else if (picked === choose) {
      const chosen = await pickAgents(agents, agents);
      if (chosen === undefined) return 'again';
      await this.allow(chosen);
    } else if (picked === never) {
      for (const agent of agents) await this.#configuration.setForUser(settingOf(agent), 'never');
    }
    return 'done';
  }

  #tell(): void {
    this.#changed.fire();
    this.#waitingChanged.fire();
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
    this.#waitingChanged.dispose();
  }
}

async function pickAgents(
  agents: readonly FoundAgent[],
  ticked: readonly FoundAgent[],
): Promise<readonly FoundAgent[] | undefined> {
  const late = await import('./pickAgents');
  return late.pickAgents(agents, ticked);
}
