import type { HttpPlace } from '../channel/httpPlace';
import type { HookedText } from './hookText';
import type { Machine } from './programs';
import type { SettingsPlace } from './settingsFile';
import type { Version } from './version';

/**
 * Whose settings are changed: the user's own for all folders; the user's own for one workspace folder; those that
 * everybody who works on that folder shares.
 */
export type ConnectLevel = 'user' | 'folder-own' | 'folder-shared';

/** A settings file that an agent reads. */
export interface ConnectPlace extends SettingsPlace {
  readonly level: ConnectLevel;
}

/** An agent as it is installed on this machine. */
export interface Install {
  /** Its program, absolute. */
  readonly file: string;
  readonly version: Version;
}

/** What is to be written, and for whom. */
export interface HookCall {
  /** The oldest version that reads the settings. */
  readonly version: Version;
  /** The command line that calls the companion. */
  readonly command: string;
  /** Where hooks that are called at every tool call speak HTTP instead; undefined: they call the companion too. */
  readonly http: HttpPlace | undefined;
}

/**
 * What stands in the way of hooks that were written, or of what they promise:
 * - `not-read`: the agent takes no settings from a file like this, with comments or trailing commas
 * - `hooks-off`: the file itself turns all hooks off
 * - `stops-only-refuse`: where this version is stopped, it may go on asking for calls that are all refused
 */
export type Caution = 'not-read' | 'hooks-off' | 'stops-only-refuse';

/** Where a hook that speaks HTTP posts its payload. */
export interface HttpHook {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** All that is particular to an agent when it is connected; one file for each. */
export interface AgentConnector {
  /** The kind of its adapter. */
  readonly agent: string;
  /** As people call it. */
  readonly name: string;
  /** The oldest version whose hooks tell enough. */
  readonly oldest: Version;
  /** The oldest version whose run ends at every stop. */
  readonly stopsEnd: Version;
  /** Versions to choose from where none is found, newest first; each knows what those before it know. */
  readonly milestones: readonly Version[];
  /** Whether hooks can speak HTTP. */
  hasHttp(version: Version): boolean;
  httpHook(place: HttpPlace): HttpHook;
  installs(machine: Machine): Promise<readonly Install[]>;
  /** Extensions of VS Code that bring the agent along, in a version of the same count. */
  readonly extensions: readonly string[];
  /** @param folders of the workspace, absolute */
  places(machine: Machine, folders: readonly string[]): readonly ConnectPlace[];
  /** @throws Refusal where the text is not what the agent's format says */
  add(text: string, call: HookCall, file: string): HookedText;
  /**
   * @param userFolder the product's own folder, whose companion the hooks call
   * @throws Refusal where the text cannot be understood
   */
  remove(text: string, userFolder: string, file: string): string;
  /** Whether the text has hooks of ours. */
  isConnected(text: string, userFolder: string): boolean;
  cautions(text: string, version: Version): readonly Caution[];
  /** A payload that hooks are tried with: of a session in this folder that never was, telling nothing. */
  testPayload(session: string, folder: string): object;
}
