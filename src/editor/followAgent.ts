import {
  Disposable,
  Range,
  type TextEditor,
  TextEditorRevealType,
  type Uri,
  ViewColumn,
  window,
} from 'vscode';
import type { LineRange } from '../text/ranges';
import type { Configuration } from './configuration';
import type { CoverageService, Happening } from './coverageService';
import { uriInWorkspace } from './openPlace';
import { RangeLight } from './rangeLight';
import type { SessionChoice } from './sessionChoice';

/** Least time between two files, ms: what flickers by cannot be read. */
const PAUSE = 700;
/** How long the lines that just arrived are lit, ms. */
const LIT = 1500;

export interface FollowAgentParts {
  readonly service: CoverageService;
  readonly choice: SessionChoice;
  readonly configuration: Configuration;
  readonly canonical: (path: string) => Promise<string>;
  readonly failed: (error: unknown) => void;
}

interface Arrival {
  readonly path: string;
  readonly returned: readonly LineRange[];
}

/**
 * Shows what the agent reads as it reads it: the file in a preview editor, without taking the focus, with the lines that
 * just arrived lit for a moment. Off unless a person wants it.
 */
export class FollowAgent implements Disposable {
  readonly #parts: FollowAgentParts;
  readonly #listeners: Disposable;
  readonly #light = new RangeLight();
  #next: Arrival | undefined;
  #resting: NodeJS.Timeout | undefined;
  #dark: NodeJS.Timeout | undefined;
  #isOpening = false;

  constructor(parts: FollowAgentParts) {
    this.#parts = parts;
    this.#listeners = Disposable.from(
      this.#light,
      parts.service.onDidApply((happening) => this.#saw(happening)),
    );
  }

  #saw({ live, applied: { session, read } }: Happening): void {
    const { configuration, choice } = this.#parts;
    if (!live || read === null || read.returned.length === 0 || session !== choice.current) return;
    if (!configuration.get('followAgent')) return;
    this.#next = { path: read.path, returned: read.returned };
    if (this.#resting === undefined) this.#go();
  }

  #go(): void {
    const arrival = this.#next;
    if (arrival === undefined || this.#isOpening) return;
    this.#next = undefined;
    this.#isOpening = true;
    this.#show(arrival)
      .catch(this.#parts.failed)
      .finally(() => {
        this.#isOpening = false;
        this.#resting = setTimeout(() => {
          this.#resting = undefined;
          this.#go();
        }, PAUSE);
      });
  }

  async #show({ path, returned }: Arrival): Promise<void> {
    const uri = await uriInWorkspace(path, this.#parts.canonical);
    if (uri === undefined) return;
    const options = { preview: true, preserveFocus: true, viewColumn: columnFor(uri) };
    const editor = await window.showTextDocument(uri, options);
    this.#lightUp(editor, returned);
  }

  #lightUp(editor: TextEditor, returned: readonly LineRange[]): void {
    const [first] = returned;
    if (first === undefined) return;
    const [start, end] = first;
    editor.revealRange(new Range(start - 1, 0, end - 1, 0), TextEditorRevealType.InCenterIfOutsideViewport);
    this.#light.show(editor, returned);
    clearTimeout(this.#dark);
    this.#dark = setTimeout(() => this.#light.hide(), LIT);
  }

  dispose(): void {
    clearTimeout(this.#resting);
    clearTimeout(this.#dark);
    this.#listeners.dispose();
  }
}

/** Where the file is shown already; else beside the editor that a person works in, which is left alone. */
function columnFor(uri: Uri): ViewColumn {
  const shown = window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  if (shown?.viewColumn !== undefined) return shown.viewColumn;
  const { all, activeTabGroup } = window.tabGroups;
  if (activeTabGroup.tabs.length === 0) return ViewColumn.Active;
  return all.findLast((group) => group !== activeTabGroup)?.viewColumn ?? ViewColumn.Beside;
}
