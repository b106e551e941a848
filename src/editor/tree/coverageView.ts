import { Disposable, l10n, type Memento, type TreeView, window } from 'vscode';
import type { CoverageService } from '../coverageService';
import type { QuietFiles } from '../quietFiles';
import { SeenView } from '../seenView';
import type { SessionChoice } from '../sessionChoice';
import { CoverageTree } from './coverageTree';
import type { TreeNode } from './treeNode';
import { TREE_ORDERS, type TreeOrder } from './treeOrder';

const VIEW = 'readCoverage.reads';
/** Keys under which a workspace remembers how the tree is shown. */
const ORDER = 'tree.order';
const ONLY_REPEATS = 'tree.onlyRepeats';
/** Least time between two looks, ms: each looks at everything that is open. */
const PAUSE = 500;

export interface CoverageViewParts {
  readonly service: CoverageService;
  readonly choice: SessionChoice;
  readonly quiet: QuietFiles;
  /** Of the workspace. */
  readonly memory: Memento;
}

/** The view in the Explorer: kept up to date while somebody can see it. */
export class CoverageView implements Disposable {
  readonly #memory: Memento;
  readonly #tree: CoverageTree;
  readonly #view: TreeView<TreeNode>;
  readonly #listeners: Disposable;
  readonly #seen: SeenView;

  constructor({ service, choice, quiet, memory }: CoverageViewParts) {
    this.#memory = memory;
    this.#tree = new CoverageTree({
      service,
      choice,
      quiet,
      order: () => this.#order,
      onlyRepeats: () => this.#onlyRepeats,
    });
    this.#view = window.createTreeView(VIEW, { treeDataProvider: this.#tree, showCollapseAll: true });
    this.#seen = new SeenView({
      isSeen: () => this.#view.visible,
      update: () => {
        this.#tree.refresh();
        return PAUSE;
      },
    });
    this.#listeners = Disposable.from(
      this.#seen,
      service.onDidChange(() => this.#seen.changed()),
      choice.onDidChange(() => this.#seen.changed()),
      quiet.onDidChange(() => this.#seen.changed()),
      this.#view.onDidChangeVisibility(() => this.#seen.catchUp()),
    );
    this.#describe();
  }

  async sortBy(order: TreeOrder): Promise<void> {
    await this.#memory.update(ORDER, order);
    this.#showAnew();
  }

  async toggleOnlyRepeats(): Promise<void> {
    await this.#memory.update(ONLY_REPEATS, !this.#onlyRepeats);
    this.#showAnew();
  }

  /** What the view holds, and which of its nodes a command was called for. */
  get tree(): CoverageTree {
    return this.#tree;
  }

  get #order(): TreeOrder {
    const kept = this.#memory.get<unknown>(ORDER);
    return TREE_ORDERS.find((order) => order === kept) ?? 'waste';
  }

  get #onlyRepeats(): boolean {
    return this.#memory.get<unknown>(ONLY_REPEATS) === true;
  }

  #showAnew(): void {
    this.#describe();
    this.#seen.update();
  }

  #describe(): void {
    const filter = this.#onlyRepeats ? l10n.t('re-read only') : '';
    this.#view.description = [this.#orderInWords(), filter].filter(Boolean).join(' · ');
  }

  #orderInWords(): string {
    switch (this.#order) {
      case 'waste':
        return l10n.t('most wasted first');
      case 'name':
        return l10n.t('by name');
      case 'latest':
        return l10n.t('last read first');
    }
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#view.dispose();
    this.#tree.dispose();
  }
}
