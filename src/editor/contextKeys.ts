import { commands } from 'vscode';

/** Keys for the manifest's `when` and `enablement`; VS Code is told of changes only. */
export class ContextKeys {
  readonly #set = new Map<string, boolean>();

  update(keys: {
    readonly hasSessions: boolean;
    readonly hasLiveSession: boolean;
    readonly canResume: boolean;
    readonly isPast: boolean;
  }): void {
    for (const [key, value] of Object.entries(keys)) {
      if (this.#set.get(key) === value) continue;
      this.#set.set(key, value);
      void commands.executeCommand('setContext', `readCoverage.${key}`, value);
    }
  }
}
