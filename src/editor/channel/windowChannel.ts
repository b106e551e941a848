import { Disposable, EventEmitter, workspace } from 'vscode';
import { HOOK_AGENTS } from '../../agents/hooks/hookAgents';
import type { Channel } from '../../channel/channel';
import type { Deafness } from '../../channel/deafness';
import type { Hearing } from '../../channel/hearing';
import type { LineHasher } from '../../text/lineHash';
import { AGENTS, settingOf } from '../agentPermissions';
import type { Configuration } from '../configuration';
import type { FindingsLog } from '../findingsLog';
import { openFolders } from '../following';

/** Agents whose hooks are understood. */
const SPEAKING = AGENTS.filter((agent) => HOOK_AGENTS.some((speaking) => speaking === agent));
/** The window comes to life first, ms. */
const AFTER_START = 200;

export interface WindowChannelParts {
  /** The product's own folder, absolute. */
  readonly userFolder: string;
  /** The companion that came with this version, absolute. */
  readonly shippedCompanion: string;
  readonly hasher: () => LineHasher;
  readonly configuration: Configuration;
  readonly hearing: () => Promise<Hearing>;
  readonly log: FindingsLog;
}

/** Hears the hooks of agents that work in this window's folders, as long as a person wants to see them. */
export class WindowChannel implements Disposable {
  readonly #parts: WindowChannelParts;
  readonly #heard = new EventEmitter<string>();
  readonly #listeners: Disposable;
  readonly #start: NodeJS.Timeout;
  #channel: Channel | undefined;
  /** Counts the times that it was to be opened: what is loaded meanwhile may come too late. */
  #round = 0;
  #deafness: Deafness | undefined = 'starting';

  /** Fires with the session's id when a hook is heard. */
  readonly onDidHear = this.#heard.event;

  constructor(parts: WindowChannelParts) {
    this.#parts = parts;
    this.#listeners = Disposable.from(
      workspace.onDidChangeWorkspaceFolders(() => this.#reopen()),
      parts.configuration.onDidChange((names) => {
        if (SPEAKING.some((agent) => names.has(settingOf(agent)))) this.#reopen();
      }),
    );
    this.#start = setTimeout(() => {
      this.#reopen();
      this.#updateCompanion().catch((error: unknown) =>
        parts.log.failure('What the hooks of agents run could not be brought up to date', error),
      );
    }, AFTER_START);
  }

  /** Why hooks of an agent of this kind are not heard; undefined: they are. */
  deafness(agent: string): Deafness | undefined {
    return this.#heardAgents().includes(agent) ? this.#deafness : 'switched-off';
  }

  /** Kinds of the agents that a person wants to see, or has not said. */
  #heardAgents(): readonly string[] {
    const { configuration } = this.#parts;
    return SPEAKING.filter((agent) => configuration.get(settingOf(agent)) !== 'never');
  }

  #reopen(): void {
    const round = ++this.#round;
    this.#channel?.close();
    this.#channel = undefined;
    const folders = openFolders();
    const agents = this.#heardAgents();
    this.#deafness = agents.length === 0 ? 'switched-off' : folders.length === 0 ? 'no-folder' : 'starting';
    if (this.#deafness !== 'starting') return;
    this.#open(round, folders, agents).then(
      () => {
        if (round === this.#round) this.#deafness = undefined;
      },
      (error: unknown) => {
        if (round === this.#round) this.#deafness = 'cannot-listen';
        this.#failed(error);
      },
    );
  }

  async #open(round: number, folders: readonly string[], agents: readonly string[]): Promise<void> {
    const { userFolder, hasher } = this.#parts;
    const [{ Channel }, hearing] = await Promise.all([
      import('../../channel/channel'),
      this.#parts.hearing(),
    ]);
    if (round !== this.#round) return;
    this.#channel = new Channel({
      userFolder,
      hasher: hasher(),
      folders,
      agents,
      listener: (agent, report) => {
        this.#heard.fire(report.session);
        return hearing.hear(agent, report, Date.now());
      },
      onFault: (fault) => this.#failed(fault),
      onLost: () => this.#reopen(),
    });
    await this.#channel.open();
  }

  #failed(error: unknown): void {
    this.#parts.log.failure('The hooks of agents cannot be heard', error);
  }

  /** Agents that are connected call a copy of the companion: it is to be as new as this extension. */
  async #updateCompanion(): Promise<void> {
    const { userFolder, shippedCompanion } = this.#parts;
    const { refreshCompanion } = await import('../connect/refreshCompanion');
    await refreshCompanion(userFolder, shippedCompanion);
  }

  dispose(): void {
    this.#round++;
    clearTimeout(this.#start);
    this.#listeners.dispose();
    this.#channel?.close();
    this.#heard.dispose();
  }
}
