import { DEFAULT_TEST_COMMANDS } from './testCommands';
import type { SessionKey } from './views';

/** What a person may set; semantics.md section 4. */
export interface LevelSettings {
  /** Counter value that fires the level; 0 or less: never. */
  readonly notice: number;
  readonly warning: number;
  readonly stop: number;
}

export interface TrackerSettings {
  readonly levels: LevelSettings;
  /** Minutes of silence after which an agent that clears old results silently makes earlier reads uncertain. */
  readonly silentPauseMinutes: number;
  /** Turns without progress before an idle finding; doubled before the first write. 0 or less: never. */
  readonly idleTurns: number;
  /** Which commands test or build, see {@link DEFAULT_TEST_COMMANDS}. */
  readonly testCommands: readonly string[];
  /**
   * Whether a file is read again for good reason, in this session: its reads without progress are told and raise no
   * counter. Asked at each such read, by the canonical path.
   */
  readonly isQuiet: (session: SessionKey, path: string) => boolean;
  /** Whether a session is not to be forgotten, though others did something since: it is at work, or drawn. */
  readonly isHeld: (session: SessionKey) => boolean;
}

export const DEFAULT_SETTINGS: TrackerSettings = {
  levels: { notice: 2, warning: 4, stop: 6 },
  silentPauseMinutes: 60,
  idleTurns: 20,
  testCommands: DEFAULT_TEST_COMMANDS,
  isQuiet: () => false,
  isHeld: () => false,
};
