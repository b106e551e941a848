import { dropOldest } from '../../text/maps';
import type { AgentEvent, ContextLostEvent, DeliveredEvent, Envelope } from '../../tracker/event';
import { listField, objectField, textField } from '../json';
import type { Result } from './call';
import type { Row } from './row';

const MOST_RESULT_ROWS = 20_000;

/**
 * What compactions take from the context, keep in it, and put back. The files that are put back follow the boundary in
 * rows of their own, so the event waits for them.
 */
export class Compactions {
  /** Calls by the row that holds their results. */
  readonly #calls = new Map<string, readonly string[]>();
  #lost: ContextLostEvent | null = null;
  #restored: DeliveredEvent[] = [];
  /** The last compaction, as long as nothing but restored files has followed it. */
  #recent: ContextLostEvent | null = null;

  sawResults(row: string | undefined, results: readonly (readonly [string, Result])[]): void {
    if (row === undefined) return;
    this.#calls.set(
      row,
      results.map(([call]) => call),
    );
    dropOldest(this.#calls, MOST_RESULT_ROWS);
  }

  /** What a system row says was lost: what was held before; null where it says nothing of the kind. */
  lost(row: Row, envelope: Envelope): AgentEvent[] | null {
    switch (textField(row.record, 'subtype')) {
      case 'compact_boundary': {
        const held = this.release();
        this.#lost = { kind: 'context-lost', ...envelope, reason: 'compaction', kept: this.#kept(row) };
        return held;
      }
      case 'microcompact_boundary': {
        const calls = evicted(row);
        const event = { kind: 'context-lost', ...envelope, reason: 'eviction', calls } as const;
        return calls.length === 0 ? [] : [...this.release(), event];
      }
      default:
        return null;
    }
  }

  /** A file that is put into the context; null: one that is named, but not known to have got there. */
  restored(file: DeliveredEvent | null, envelope: Envelope): AgentEvent[] {
    if (file !== null) {
      if (this.#lost === null) return [file];
      this.#restored.push(file);
      return [];
    }
    if (this.#lost !== null) this.#lost = { ...this.#lost, unseenRestore: true };
    else if (this.#recent !== null) return [{ ...this.#recent, ...envelope, unseenRestore: true }];
    return [];
  }

  /** Nothing more is put back. */
  release(): AgentEvent[] {
    const events: AgentEvent[] = this.#lost === null ? [] : [this.#lost, ...this.#restored];
    this.#recent = this.#lost;
    this.#lost = null;
    this.#restored = [];
    return events;
  }

  #kept(row: Row): string[] {
    const metadata = objectField(row.record, 'compactMetadata');
    const preserved = metadata === undefined ? undefined : objectField(metadata, 'preservedMessages');
    const rows = (preserved === undefined ? undefined : listField(preserved, 'uuids')) ?? [];
    return rows.flatMap((uuid) => (typeof uuid === 'string' ? (this.#calls.get(uuid) ?? []) : []));
  }
}

/** The calls whose results a small compaction cleared, if it names them. */
function evicted(row: Row): string[] {
  const metadata =
    objectField(row.record, 'microcompactMetadata') ?? objectField(row.record, 'compactMetadata');
  const ids = ['clearedToolUseIds', 'compactedToolIds', 'toolUseIds'].flatMap(
    (name) => (metadata === undefined ? undefined : listField(metadata, name)) ?? [],
  );
  return ids.filter((id) => typeof id === 'string');
}
