import type { FoundAgent } from '../agents/agentNames';
import { MOST_TEST_COMMANDS } from '../tracker/limits';
import { DEFAULT_TEST_COMMANDS, LONGEST_TEST_COMMAND } from '../tracker/testCommands';

type InCamelCase<T extends string> = T extends `${infer Start}-${infer Rest}`
  ? `${Start}${Capitalize<InCamelCase<Rest>>}`
  : T;

/** Whether the transcripts of an agent may be opened: one setting an agent. */
export type AgentSetting = `agents.${InCamelCase<FoundAgent>}`;

/** What a person may set, by its name under `readCoverage.`; the manifest declares the same names and defaults. */
export interface Settings extends Readonly<Record<AgentSetting, 'ask' | 'show' | 'never'>> {
  readonly 'show.gutter': boolean;
  readonly 'show.textEdge': boolean;
  readonly 'show.ruler': boolean;
  readonly 'show.lineTint': boolean;
  /** Warnings of blind changes: none, those that are certain, or all. */
  readonly 'show.blindChanges': 'off' | 'certain' | 'all';
  readonly 'show.badges': boolean;
  readonly 'hover.enabled': boolean;
  readonly followAgent: boolean;
  /** Counter values; 0: never. */
  readonly 'levels.notice': number;
  readonly 'levels.warning': number;
  readonly 'levels.stop': number;
  readonly silentPauseMinutes: number;
  /** Turns without progress; 0: never. */
  readonly idleTurns: number;
  /** Patterns of the commands that test or build. */
  readonly testCommands: readonly string[];
  readonly onThreshold: 'ask' | 'stop' | 'observe';
  /** Id of a VS Code command, or empty. */
  readonly 'stop.command': string;
  /** What an agent is told that reads for nothing. */
  readonly nudge: 'off' | 'context' | 'deny';
  /** Files whose reads for nothing raise nothing: globs relative to each workspace folder. */
  readonly 'quiet.files': readonly string[];
  /** Globs relative to each workspace folder. */
  readonly 'log.files': readonly string[];
}

export type SettingName = keyof Settings;

/** VS Code hands on whatever a settings file holds, so each value is checked; what does not fit gives the default. */
type Check<T> = (value: unknown) => T;

const flag =
  (fallback: boolean): Check<boolean> =>
  (value) =>
    typeof value === 'boolean' ? value : fallback;

const integer =
  (fallback: number, least: number, most: number): Check<number> =>
  (value) =>
    typeof value === 'number' && Number.isFinite(value)
      ? Math.min(most, Math.max(least, Math.floor(value)))
      : fallback;

const oneOf =
  <T extends string>(fallback: T, ...others: T[]): Check<T> =>
  (value) =>
    others.find((other) => other === value) ?? fallback;

const text =
  (longest: number): Check<string> =>
  (value) =>
    typeof value === 'string' && value.length <= longest ? value.trim() : '';

/** Texts of 1 to `longest` characters, `most` of them at most. */
const texts =
  (fallback: readonly string[], most: number, longest: number): Check<readonly string[]> =>
  (value) =>
    Array.isArray(value)
      ? value
          .filter((each) => typeof each === 'string' && each.length > 0 && each.length <= longest)
          .slice(0, most)
      : fallback;

export const CHECKS: { readonly [K in SettingName]: Check<Settings[K]> } = {
  'show.gutter': flag(true),
  'show.textEdge': flag(false),
  'show.ruler': flag(true),
  'show.lineTint': flag(false),
  'show.blindChanges': oneOf('certain', 'off', 'all'),
  'show.badges': flag(false),
  'hover.enabled': flag(true),
  followAgent: flag(false),
  'levels.notice': integer(2, 0, 1000),
  'levels.warning': integer(4, 0, 1000),
  'levels.stop': integer(6, 0, 1000),
  silentPauseMinutes: integer(60, 1, 10_080),
  idleTurns: integer(20, 0, 1000),
  testCommands: texts(DEFAULT_TEST_COMMANDS, MOST_TEST_COMMANDS, LONGEST_TEST_COMMAND),
  onThreshold: oneOf('ask', 'stop', 'observe'),
  'stop.command': text(200),
  nudge: oneOf('off', 'context', 'deny'),
  'quiet.files': texts([], 100, 200),
  'log.files': texts(['.read-coverage/*.jsonl'], 50, 200),
  'agents.claudeCode': oneOf('ask', 'show', 'never'),
  'agents.codex': oneOf('ask', 'show', 'never'),
  'agents.opencode': oneOf('ask', 'show', 'never'),
  'agents.gemini': oneOf('ask', 'show', 'never'),
  'agents.copilotCli': oneOf('ask', 'show', 'never'),
  'agents.pi': oneOf('ask', 'show', 'never'),
  'agents.qwenCode': oneOf('ask', 'show', 'never'),
  'agents.cline': oneOf('ask', 'show', 'never'),
  'agents.rooCode': oneOf('ask', 'show', 'never'),
  'agents.kiloCode': oneOf('ask', 'show', 'never'),
  'agents.cursor': oneOf('ask', 'show', 'never'),
  'agents.vscodeChat': oneOf('ask', 'show', 'never'),
};

export const SETTING_NAMES = Object.keys(CHECKS) as readonly SettingName[];
