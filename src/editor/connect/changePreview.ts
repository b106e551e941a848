import { basename } from 'node:path';
import {
  commands,
  type Disposable,
  EventEmitter,
  l10n,
  TabInputTextDiff,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { SettingsChange } from '../../connect/connection';

const SCHEME = 'read-coverage-change';

/** How a person is asked. */
export interface ChangeQuestion {
  /** Of the diff. */
  readonly title: string;
  readonly question: string;
  /** What is done at a yes. */
  readonly action: string;
  /** What to know before; one sentence each. */
  readonly cautions: readonly string[];
}

/** Shows the exact change of a settings file as a diff, and asks whether to make it. */
export class ChangePreview implements Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new EventEmitter<Uri>();
  readonly #provider: Disposable;
  #shown = 0;

  constructor() {
    this.#provider = workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: this.#changed.event,
      provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()),
    });
  }

  /** Whether the change is to be made. */
  async ask({ found, after }: SettingsChange, asked: ChangeQuestion): Promise<boolean> {
    const [before, changed] = [
      this.#put('before', found.file, found.text),
      this.#put('after', found.file, after ?? ''),
    ];
    try {
      await commands.executeCommand('vscode.diff', before, changed, asked.title, { preview: true });
      const yes = { label: `$(check) ${asked.action}`, detail: asked.cautions.join(' ') };
      const no = { label: `$(close) ${l10n.t('Leave it as it is')}` };
      const picked = await window.showQuickPick([yes, no], {
        title: asked.title,
        placeHolder: asked.question,
        // The change may be looked at first.
        ignoreFocusOut: true,
      });
      return picked === yes;
    } finally {
      await closeDiff(changed);
      this.#texts.delete(before.toString());
      this.#texts.delete(changed.toString());
    }
  }

  #put(side: string, file: string, text: string): Uri {
    const uri = Uri.from({ scheme: SCHEME, path: `/${side}/${++this.#shown}/${basename(file)}` });
    this.#texts.set(uri.toString(), text);
    return uri;
  }

  dispose(): void {
    this.#provider.dispose();
    this.#changed.dispose();
  }
}

async function closeDiff(modified: Uri): Promise<void> {
  const tabs = window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(
      ({ input }) => input instanceof TabInputTextDiff && input.modified.toString() === modified.toString(),
    );
  await window.tabGroups.close(tabs);
}
