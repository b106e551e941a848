import type { ActorSummary, FileSummary, ReadRecord, SessionKey, SessionSummary } from '../../tracker/views';

/** What stands in the tree: session → actor → file → read. */
export type TreeNode = SessionNode | ActorNode | FileNode | ReadNode;

export interface SessionNode {
  readonly kind: 'session';
  readonly key: SessionKey;
  readonly session: SessionSummary;
}

export interface ActorNode {
  readonly kind: 'actor';
  readonly key: SessionKey;
  readonly actor: ActorSummary;
}

export interface FileNode {
  readonly kind: 'file';
  readonly key: SessionKey;
  readonly actor: string;
  readonly file: FileSummary;
}

export interface ReadNode {
  readonly kind: 'read';
  readonly key: SessionKey;
  readonly actor: string;
  readonly read: ReadRecord;
}

/** Stays the same while what a node shows changes, so that it stays open and chosen. */
export function idOf(node: TreeNode): string {
  switch (node.kind) {
    case 'session':
      return node.key;
    case 'actor':
      return [node.key, node.actor.actor].join('\u0000');
    case 'file':
      return [node.key, node.actor, node.file.path].join('\u0000');
    case 'read':
      return [node.key, node.actor, node.read.path, node.read.ordinal].join('\u0000');
  }
}
