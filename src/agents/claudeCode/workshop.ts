import type { Workshop } from '../workshop';

/** What the parts of the reader share. */
export interface ClaudeWorkshop extends Workshop {
  /** Whether the agent noted that it cut the answer of this call. */
  isCut(call: string): boolean;
}
