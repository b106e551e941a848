import { type Disposable, EventEmitter, type TreeDataProvider, type TreeItem } from 'vscode';
import type { FileSummary, SessionKey } from '../../tracker/views';
import type { CoverageService } from '../coverageService';
import type { QuietFiles } from '../quietFiles';
import type { SessionChoice } from '../sessionChoice';
import type { ActorNode, FileNode, ReadNode, SessionNode, TreeNode } from './treeNode';
import { inOrder, type TreeOrder } from './treeOrder';

/** Files and reads beyond so many are not listed: nobody looks through more, and the tree must stay quick. */
const MOST_CHILDREN = 1000;

export interface CoverageTreeParts {
  readonly service: CoverageService;
  readonly choice: SessionChoice;
  readonly quiet: QuietFiles;
  readonly order: () => TreeOrder;
  /** Whether files of which no read was for nothing are left out. */
  readonly onlyRepeats: () => boolean;
}

/** What the sessions read, as a tree: session → actor, where there is more than one → file → read. */
export class CoverageTree implements TreeDataProvider<TreeNode>, Disposable {
  readonly #parts: CoverageTreeParts;
  readonly #changed = new EventEmitter<undefined>();
  readonly #nodes = new WeakSet<object>();

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(parts: CoverageTreeParts) {
    this.#parts = parts;
  }

  refresh(): void {
    this.#changed.fire(undefined);
  }

  async getTreeItem(node: TreeNode): Promise<TreeItem> {
    const { treeItem } = await import('./treeItem');
    const { service, choice, quiet, order } = this.#parts;
    return treeItem(node, {
      isLive: service.isLive(node.key),
      isDrawn: choice.current === node.key,
      quiet: node.kind === 'file' ? quiet.why(node.key, node.file.path) : undefined,
      order: order(),
    });
  }

  getChildren(node?: TreeNode): TreeNode[] {
    const children = this.#childrenOf(node);
    for (const child of children) this.#nodes.add(child);
    return children;
  }

  /** The node that a command was called for; undefined for anything else that it may be handed. */
  nodeOf(context: unknown): TreeNode | undefined {
    return typeof context === 'object' && context !== null && this.#nodes.has(context)
      ? (context as TreeNode)
      : undefined;
  }

  #childrenOf(node: TreeNode | undefined): TreeNode[] {
    switch (node?.kind) {
      case undefined:
        return this.#sessions();
      case 'session':
        return this.#actors(node);
      case 'actor':
        return this.#files(node.key, node.actor.actor);
      case 'file':
        return this.#reads(node);
      case 'read':
        return [];
    }
  }

  /** Those at work first, then the newest. */
  #sessions(): SessionNode[] {
    const { service } = this.#parts;
    const rank = (key: SessionKey) => (service.isLive(key) ? Number.MAX_VALUE : service.lastSeen(key));
    return service
      .sessions()
      .filter(({ actors }) => actors.some(({ reads }) => reads > 0))
      .map((session): SessionNode => ({ kind: 'session', key: session.key, session }))
      .sort((a, b) => rank(b.key) - rank(a.key) || service.lastSeen(b.key) - service.lastSeen(a.key));
  }

  #actors({ key, session }: SessionNode): TreeNode[] {
    const actors = session.actors.filter(({ reads }) => reads > 0);
    const [only] = actors;
    if (only !== undefined && actors.length === 1) return this.#files(key, only.actor);
    return actors.map((actor): ActorNode => ({ kind: 'actor', key, actor }));
  }

  #files(key: SessionKey, actor: string): FileNode[] {
    const { service, order, onlyRepeats } = this.#parts;
    const isShown = ({ reads, redundantReads }: FileSummary) =>
      onlyRepeats() ? redundantReads > 0 : reads > 0;
    const lastReads = new Map(service.reads(key, { actor }).map(({ path, ordinal }) => [path, ordinal]));
    return inOrder(service.files(key, actor).filter(isShown), order(), lastReads)
      .slice(0, MOST_CHILDREN)
      .map((file) => ({ kind: 'file', key, actor, file }));
  }

  /** Newest first. */
  #reads({ key, actor, file }: FileNode): ReadNode[] {
    return this.#parts.service
      .reads(key, { actor, path: file.path })
      .slice(-MOST_CHILDREN)
      .reverse()
      .map((read) => ({ kind: 'read', key, actor, read }));
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
