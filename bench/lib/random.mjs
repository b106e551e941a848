// The same numbers each time: what is measured must be the same on every machine and in every run.

/**
 * Numbers from 0 to below 1 (mulberry32).
 * @param {number} seed
 */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Whole numbers from `low` to `high`, both included. */
export class Dice {
  #next;

  /** @param {number} seed */
  constructor(seed) {
    this.#next = random(seed);
  }

  /**
   * @param {number} low
   * @param {number} high
   */
  between(low, high) {
    return low + Math.floor(this.#next() * (high - low + 1));
  }

  /** @param {number} share 0 to 1 */
  happens(share) {
    return this.#next() < share;
  }

  /**
   * @template T
   * @param {readonly T[]} list not empty
   * @returns {T}
   */
  oneOf(list) {
    const [first] = list;
    const chosen = list[this.between(0, list.length - 1)] ?? first;
    if (chosen === undefined) throw new Error('nothing to choose from');
    return chosen;
  }

  /** @param {number} digits of a hexadecimal number */
  hex(digits) {
    let text = '';
    while (text.length < digits) text += this.between(0, 0xffff).toString(16).padStart(4, '0');
    return text.slice(0, digits);
  }

  uuid() {
    return [8, 4, 4, 4, 12].map((digits) => this.hex(digits)).join('-');
  }
}
