import {
  Disposable,
  EventEmitter,
  type FileDecoration,
  type FileDecorationProvider,
  l10n,
  type Uri,
  window,
} from 'vscode';
import type { FileSummary } from '../tracker/views';
import type { Configuration } from './configuration';
import { readsInWords } from './countWords';
import type { CoverageService } from './coverageService';
import type { SessionChoice } from './sessionChoice';
import { shareGiven } from './tree/treeOrder';

/** Least time between two looks, ms. */
const PAUSE = 1000;

export interface BadgesParts {
  readonly service: CoverageService;
  readonly choice: SessionChoice;
  readonly configuration: Configuration;
  readonly canonical: (path: string) => Promise<string>;
}

/** Beside each file in the Explorer: how much of it the drawn session was given, in percent. Off unless wanted. */
export class Badges implements FileDecorationProvider, Disposable {
  readonly #parts: BadgesParts;
  readonly #changed = new EventEmitter<undefined>();
  readonly #listeners: Disposable;
  #files: ReadonlyMap<string, FileSummary> | undefined;
  #timer: NodeJS.Timeout | undefined;

  readonly onDidChangeFileDecorations = this.#changed.event;

  constructor(parts: BadgesParts) {
    this.#parts = parts;
    this.#listeners = Disposable.from(
      window.registerFileDecorationProvider(this),
      parts.service.onDidChange(() => this.#later()),
      parts.choice.onDidChange(() => this.#later()),
      parts.configuration.onDidChange((names) => {
        if (names.has('show.badges')) this.#refresh();
      }),
    );
  }

  async provideFileDecoration(uri: Uri): Promise<FileDecoration | undefined> {
    const { service, choice, configuration, canonical } = this.#parts;
    if (!configuration.get('show.badges') || uri.scheme !== 'file' || choice.current === undefined)
      return undefined;
    const path = await canonical(uri.fsPath);
    if (!service.knows(path)) return undefined;
    this.#files ??= new Map(service.files(choice.current).map((file) => [file.path, file]));
    const file = this.#files.get(path);
    return file && decorationOf(file);
  }

  #later(): void {
    if (!this.#parts.configuration.get('show.badges')) return;
    this.#timer ??= setTimeout(() => this.#refresh(), PAUSE);
  }

  #refresh(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#files = undefined;
    this.#changed.fire(undefined);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listeners.dispose();
    this.#changed.dispose();
  }
}

/** Two characters are all that there is room for. */
function decorationOf(file: FileSummary): FileDecoration | undefined {
  const share = shareGiven(file);
  if (share === undefined || file.reads === 0) return undefined;
  const percent = Math.floor(share * 100);
  const given = l10n.t('{percent} % given to the agent', { percent });
  const tooltip = `${given}, ${readsInWords(file.reads, file.redundantReads)}`;
  return { badge: percent >= 100 ? '✓' : String(percent), tooltip, propagate: false };
}
