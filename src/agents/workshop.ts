import type { LineHasher } from '../text/lineHash';
import { FileMemory } from './fileMemory';
import { Unsettled } from './shell/unsettled';

/** What the parts of a reader share: one for each conversation, over the memory of the whole transcript. */
export interface Workshop {
  readonly hasher: LineHasher;
  readonly memory: FileMemory;
  readonly unsettled: Unsettled;
}

/** @param memory shared by conversations that tell of the same files; its own if absent */
export function openWorkshop(hasher: LineHasher, memory = new FileMemory()): Workshop {
  return { hasher, memory, unsettled: new Unsettled(memory) };
}
