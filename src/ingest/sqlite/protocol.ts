import type { RowLayout } from '../../agents/transcripts';
import type { Unreadable } from '../regularFile';
import type { RowChanges, RowSession } from '../rowStore';

/** What the thread is asked. */
export interface Question {
  readonly number: number;
  readonly database: string;
  readonly layout: RowLayout;
  /** Null: for the list of sessions. */
  readonly session: string | null;
  readonly since: string | null;
}

/** What it answers, to the question of that number. */
export type Answer = { readonly number: number } & (
  | { readonly kind: 'sessions'; readonly sessions: readonly RowSession[] }
  | { readonly kind: 'changes'; readonly changes: RowChanges }
  | { readonly kind: 'unreadable'; readonly reason: Unreadable }
  /** A fault of ours. */
  | { readonly kind: 'fault'; readonly message: string }
);
