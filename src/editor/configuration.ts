import { type Disposable, EventEmitter, workspace } from 'vscode';
import type { LevelSettings, TrackerSettings } from '../tracker/settings';
import { CHECKS, SETTING_NAMES, type SettingName, type Settings } from './settings';

const SECTION = 'readCoverage';

/** Typed access to the settings, and one event that names those that changed. */
export class Configuration implements Disposable {
  readonly #changed = new EventEmitter<ReadonlySet<SettingName>>();
  readonly #listener: Disposable;

  /** Fires with the settings that changed. */
  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#listener = workspace.onDidChangeConfiguration((event) => {
      const names = SETTING_NAMES.filter((name) => event.affectsConfiguration(`${SECTION}.${name}`));
      if (names.length > 0) this.#changed.fire(new Set(names));
    });
  }

  get<K extends SettingName>(name: K): Settings[K] {
    return CHECKS[name](workspace.getConfiguration(SECTION, null).get<unknown>(name));
  }

  /** Sets a setting for this person, in every workspace. */
  async setForUser<K extends SettingName>(name: K, value: Settings[K]): Promise<void> {
    await workspace.getConfiguration(SECTION, null).update(name, value, true);
  }

  levels(): LevelSettings {
    return {
      notice: this.get('levels.notice'),
      warning: this.get('levels.warning'),
      stop: this.get('levels.stop'),
    };
  }

  tracker(): Omit<TrackerSettings, 'isQuiet' | 'isHeld'> {
    return {
      levels: this.levels(),
      silentPauseMinutes: this.get('silentPauseMinutes'),
      idleTurns: this.get('idleTurns'),
      testCommands: this.get('testCommands'),
    };
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
  }
}
