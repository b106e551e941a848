import type { AgentEvent, DiskEvidence } from '../../tracker/event';
import type { IngestState } from '../diagnostics';
import type { History } from '../discovery';
import type { HeadsPlace } from '../headsFile';
import type { IngestedEvent } from '../ingest';

/** What is to be followed, as plain data; see `IngestOptions`. */
export interface IngestSettings {
  readonly folders: readonly string[];
  /** The key of the hashes of lines. */
  readonly key: readonly [number, number];
  readonly logPatterns: readonly string[];
  readonly agents: readonly string[];
  readonly history?: History;
  readonly editorFolder?: string | undefined;
  readonly heads?: HeadsPlace | undefined;
}

/** What can be asked, with what is given and what is answered. The first ones are asked of one ingest. */
export interface Questions {
  readonly open: { readonly given: IngestSettings; readonly answer: undefined };
  readonly start: { readonly given: undefined; readonly answer: undefined };
  readonly poll: { readonly given: undefined; readonly answer: undefined };
  readonly tell: {
    readonly given: { readonly events: readonly AgentEvent[]; readonly live: boolean };
    readonly answer: undefined;
  };
  readonly documentChanged: { readonly given: string; readonly answer: undefined };
  readonly complete: {
    readonly given: readonly AgentEvent[];
    readonly answer: readonly AgentEvent[];
  };
  readonly look: { readonly given: string; readonly answer: DiskEvidence | null };
  readonly dispose: { readonly given: undefined; readonly answer: undefined };
  /** Kinds of the agents that have a folder on this machine. */
  readonly agentsFound: {
    readonly given: Pick<IngestSettings, 'editorFolder'>;
    readonly answer: readonly string[];
  };
  /** Those of the agents that seem to be used in the folders: by names alone, nothing is opened. */
  readonly agentsUsed: {
    readonly given: Pick<IngestSettings, 'folders' | 'agents' | 'editorFolder'>;
    readonly answer: readonly string[];
  };
}

export type Asked = keyof Questions;

export interface Question<K extends Asked = Asked> {
  readonly kind: 'question';
  readonly number: number;
  /** The ingest that is asked; 0: none. */
  readonly ingest: number;
  readonly asked: K;
  readonly given: Questions[K]['given'];
}

/** A batch of events was applied: there is room for another. */
export interface Taken {
  readonly kind: 'taken';
  readonly ingest: number;
}

export type ToThread = Question | Taken;

export type FromThread =
  | { readonly kind: 'answer'; readonly number: number; readonly answer: Questions[Asked]['answer'] }
  | { readonly kind: 'failure'; readonly number: number; readonly error: Error }
  /** To be answered by {@link Taken}. */
  | { readonly kind: 'events'; readonly ingest: number; readonly events: readonly IngestedEvent[] }
  /** See `IngestOptions.onCaughtUp`. */
  | { readonly kind: 'caughtUp'; readonly ingest: number }
  /** What is other than before. */
  | { readonly kind: 'state'; readonly ingest: number; readonly state: Partial<IngestState> }
  | { readonly kind: 'fault'; readonly ingest: number; readonly error: Error };

/** What a thread is given that is to serve its parent. */
export const SERVES = 'read-coverage ingest';

/** Batches that may be on their way at once: the reader reads on while the window applies, and never far ahead. */
export const MOST_ON_THEIR_WAY = 4;

/** An error that can cross: whatever was thrown. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
