import type { LineHasher } from '../../text/lineHash';
import type { FileMemory } from '../fileMemory';
import type { Unsettled } from '../shell/unsettled';

/** What the parts of the reader share. */
export interface Workshop {
  readonly hasher: LineHasher;
  readonly memory: FileMemory;
  readonly unsettled: Unsettled;
  /** Whether the agent noted that it cut the answer of this call. */
  isCut(call: string): boolean;
}
