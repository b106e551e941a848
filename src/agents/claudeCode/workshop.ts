import type { LineHasher } from '../../text/lineHash';
import { openWorkshop, type Workshop } from '../workshop';

/** What the parts of the reader share. */
export interface ClaudeWorkshop extends Workshop {
  /** Whether the agent noted that it cut the answer of this call. */
  isCut(call: string): boolean;
}

/** For one call of a hook, where nothing is known of those before. */
export function hookWorkshop(hasher: LineHasher): ClaudeWorkshop {
  return { ...openWorkshop(hasher), isCut: () => false };
}
