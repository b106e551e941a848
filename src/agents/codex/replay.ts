import { objectField, textField } from '../json';
import type { Row } from './row';
import { mintedAt, type Thread } from './thread';

/** A history without turn ids is written in one go when the thread is made; what comes later is the thread's own. */
const WRITTEN_WITHIN_MS = 1500;

/**
 * Tells the history of another thread, which stands before a fork's own rows and may stand before a subagent's, from
 * what the thread did itself. The lines are stamped anew when they are copied, but their turns keep their ids, and those
 * tell when they were made.
 */
export class Replay {
  readonly #thread: Thread;
  #isOn: boolean;
  #hasTurnIds = false;

  constructor(thread: Thread) {
    this.#thread = thread;
    this.#isOn = thread.isFork;
  }

  /** Another thread's first line among this one's: what follows may be its history. */
  sawOtherThread(): void {
    this.#isOn = true;
  }

  /** Whether the row is another thread's. */
  covers(row: Row): boolean {
    if (!this.#isOn) return false;
    const { made } = this.#thread;
    if (made === null) return this.#end();
    const turn = turnOf(row);
    const minted = turn === undefined ? null : mintedAt(turn);
    if (minted !== null) {
      this.#hasTurnIds = true;
      return minted >= made ? this.#end() : true;
    }
    if (this.#hasTurnIds) return true;
    return row.time !== null && row.time > made + WRITTEN_WITHIN_MS ? this.#end() : true;
  }

  #end(): false {
    this.#isOn = false;
    return false;
  }
}

/** The turn that a row belongs to, where it says so. */
function turnOf({ payload }: Row): string | undefined {
  const passed = objectField(payload, 'internal_chat_message_metadata_passthrough');
  return textField(payload, 'turn_id') ?? (passed === undefined ? undefined : textField(passed, 'turn_id'));
}
