import type { HttpPlace } from '../channel/httpPlace';
import type { HookedText } from './hookText';
import type { KnownProgram } from './installs';
import type { Machine } from './programs';
import type { SettingsPlace } from './settingsFile';
import type { Version } from './version';

/**
 * Whose settings are changed: the user's own for all folders; the user's own for one workspace folder; those that
 * everybody who works on that folder shares.
 */
export type ConnectLevel = 'user' | 'folder-own' | 'folder-shared';

/** What of a file is ours, and how it comes and goes: `sharedHooks`, `wholeFile`. */
export interface FileContent {
  /** Nothing but ours is in the file: it comes and goes with it. Else the file is another's, with more in it. */
  readonly isWhole: boolean;
  /**
   * @param text without anything of ours
   * @throws Refusal where the text is not what the agent's format says
   */
  add(text: string, call: HookCall, file: string): HookedText;
  /**
   * The text without what is ours; an empty one of a file that is wholly ours.
   *
   * @param userFolder the product's own folder, whose companion the hooks call
   * @throws Refusal where the text cannot be understood, or is another's where it would have to be ours
   */
  remove(text: string, userFolder: string, file: string): string;
  /** Whether anything in it is ours. */
  has(text: string, userFolder: string): boolean;
  /** Whether a text that nothing of ours is in says nothing: such a file goes away if we made it. */
  isEmpty(text: string): boolean;
}

/** A file that an agent reads, and what is put into it. */
export interface ConnectFile extends SettingsPlace {
  readonly content: FileContent;
}

/** Somewhere that an agent can be connected: all of these files are changed, or none. */
export interface ConnectPlace {
  readonly level: ConnectLevel;
  /** At least one. */
  readonly files: readonly ConnectFile[];
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
  /**
   * The command line that calls the companion.
   *
   * @param hook the hook's name, where its payload does not say it; letters only
   */
  command(hook?: string): string;
  /** The same as a program and its arguments, for what runs it without a shell, with `ELECTRON_RUN_AS_NODE=1`. */
  program(hook?: string): readonly string[];
  /** The module that a plugin loads into the agent's own process, absolute; there for agents that have plugins. */
  readonly module: string;
  /** Where hooks that are called at every tool call speak HTTP instead; undefined: they call the companion too. */
  readonly http: HttpPlace | undefined;
}

/**
 * What stands in the way of hooks that were written:
 * - `not-read`: the agent takes no settings from a file like this, with comments or trailing commas
 * - `hooks-off`: the file itself turns all hooks off
 * - `refused`: something else in the file makes the agent refuse all of it
 * - `http-closed`: the file names the addresses that hooks may speak to over HTTP, and ours is none of them
 */
export type Caution = 'not-read' | 'hooks-off' | 'refused' | 'http-closed';

/**
 * What versions before the oldest that can be connected lack: hooks at all, or that they say for which subagent or for
 * which call they are called.
 */
export type Lack = 'hooks' | 'actors' | 'calls';

/**
 * What is left to a person after connecting:
 * - `restart`: sessions that run already may take the hooks up only when they are started anew
 * - `trust-hooks`: the agent runs hooks only after a person has looked at them and trusts them
 * - `trust-folder`: the agent runs hooks only in folders that a person trusts
 * - `transcripts`: hooks tell of calls only that they are made; what was read, transcripts tell, which must be followed too
 */
export type ByHand = 'restart' | 'trust-hooks' | 'trust-folder' | 'transcripts';

/** Whether the agent runs the hooks that were written: `off`, it runs none at all; `awaited`, once a person trusts them. */
export type HookTrust = 'given' | 'awaited' | 'off';

/** Where a hook that speaks HTTP posts its payload. */
export interface HttpHook {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** An event of a session in a folder that never was, which tells nothing. */
export interface TestEvent {
  readonly call: HookCall;
  readonly place: ConnectPlace;
  readonly session: string;
  /** Absolute. */
  readonly folder: string;
}

/**
 * One way to call what was written as the agent will, so that a window hears of the test's session:
 * - `command`: a command line, with the payload on standard input; it prints nothing
 * - `http`: the payload is posted
 * - `node`: an ES module's text is run by Node; for what is loaded into the agent's own process
 */
export type Trial =
  | { readonly kind: 'command'; readonly command: string; readonly payload: object }
  | { readonly kind: 'http'; readonly hook: HttpHook; readonly payload: object }
  | { readonly kind: 'node'; readonly code: string };

/** All that is particular to an agent when it is connected; one file for each. */
export interface AgentConnector {
  /** The kind of its adapter. */
  readonly agent: string;
  /** As people call it. */
  readonly name: string;
  /** The oldest version whose hooks tell enough, and what those before it lack. */
  readonly oldest: { readonly version: Version; readonly lacks: Lack };
  /**
   * The oldest version whose run ends at every stop; before it, and where no version does (null), every further call is
   * refused, and the model may go on asking.
   */
  readonly stopsEnd: Version | null;
  /** Versions to choose from where none is found, newest first; each knows what those before it know. */
  readonly milestones: readonly Version[];
  /** How hooks speak HTTP, and since when; undefined: they do not. */
  readonly http?: { readonly since: Version; hook(place: HttpPlace): HttpHook };
  /** Its program, if it has one. */
  readonly program?: KnownProgram;
  /** Extensions of VS Code that bring the agent along, in a version of the same count. */
  readonly extensions: readonly string[];
  /** The editors that have the agent built in, by the names they give themselves. */
  readonly editors?: RegExp;
  /** @param folders of the workspace, absolute */
  places(machine: Machine, folders: readonly string[]): readonly ConnectPlace[];
  /** @param text of one of the files as it is to be */
  cautions(text: string, version: Version): readonly Caution[];
  readonly byHand: readonly ByHand[];
  /**
   * Whether it runs the hooks of ours that a place has, by what it keeps of that. For those that ask to be trusted.
   *
   * @param userFolder the product's own folder
   */
  trust?(place: ConnectPlace, userFolder: string, machine: Machine): Promise<HookTrust>;
  trials(event: TestEvent): readonly Trial[];
}
