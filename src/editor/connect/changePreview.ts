import { basename } from 'node:path';
import {
  commands,
  type Disposable,
  EventEmitter,
  l10n,
  TabInputCustom,
  TabInputNotebook,
  TabInputText,
  TabInputTextDiff,
  TabInputWebview,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { FileChange } from '../../connect/connection';

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

/** Shows the exact changes of files as diffs, and asks whether to make them. */
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

  /** Whether the changes are to be made. */
  async ask(changes: readonly FileChange[], asked: ChangeQuestion): Promise<boolean> {
    const sides = changes.map(({ found, after }) => ({
      before: this.#put('before', found.file, found.text),
      after: this.#put('after', found.file, after ?? ''),
    }));
    try {
      await showDiffs(sides, asked.title);
      const yes = { label: `$(check) ${asked.action}`, detail: asked.cautions.join(' ') };
      const no = { label: `$(close) ${l10n.t('Leave it as it is')}` };
      const picked = await window.showQuickPick([yes, no], {
        title: asked.title,
        placeHolder: asked.question,
        // The changes may be looked at first.
        ignoreFocusOut: true,
      });
      return picked === yes;
    } finally {
      await closeDiffs(sides, asked.title);
      for (const { before, after } of sides) {
        this.#texts.delete(before.toString());
        this.#texts.delete(after.toString());
      }
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

/** The two texts of a file. */
interface Sides {
  readonly before: Uri;
  readonly after: Uri;
}

/** Whether it is of a kind that extensions know: a file or whatever may have any name. */
function isKnown(input: unknown): boolean {
  return [TabInputText, TabInputCustom, TabInputNotebook, TabInputWebview].some(
    (kind) => input instanceof kind,
  );
}

async function showDiffs(sides: readonly Sides[], title: string): Promise<void> {
  const [first, ...others] = sides;
  if (first === undefined) return;
  if (others.length === 0) {
    await commands.executeCommand('vscode.diff', first.before, first.after, title, { preview: true });
    return;
  }
  const resources = sides.map(({ before, after }) => [after, before, after]);
  await commands.executeCommand('vscode.changes', title, resources);
}

async function closeDiffs(sides: readonly Sides[], title: string): Promise<void> {
  const ours = new Set(sides.map(({ after }) => after.toString()));
  const tabs = window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input, label }) =>
      input instanceof TabInputTextDiff
        ? ours.has(input.modified.toString())
        : // Of several diffs in one the editor tells extensions the title, with their number behind it, and no more.
          !isKnown(input) && (label === title || label.startsWith(`${title} (`)),
    );
  await window.tabGroups.close(tabs);
}
