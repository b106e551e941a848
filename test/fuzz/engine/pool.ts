import type { Random } from '../../golden/support/random';

/** So many bytes of inputs are held. */
const MOST_BYTES = 24 * 1024 * 1024;

/** The inputs that others are made of. Those that were there first stay longest. */
export class Pool {
  readonly #inputs: Buffer[] = [];
  readonly #random: Random;
  readonly #firm: number;
  #bytes = 0;

  constructor(seeds: readonly Buffer[], random: Random) {
    this.#random = random;
    for (const seed of seeds) this.add(seed);
    this.#firm = this.#inputs.length;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(input: Buffer): void {
    this.#inputs.push(input);
    this.#bytes += input.length;
    while (this.#bytes > MOST_BYTES && this.#inputs.length > this.#firm + 1) {
      const at = this.#firm + this.#random.below(this.#inputs.length - this.#firm);
      this.#bytes -= this.#inputs.splice(at, 1)[0]?.length ?? 0;
    }
  }

  /** Any of them; those that reached something new a little more often. */
  any(): Buffer {
    const from = this.#random.chance(0.4) ? Math.max(0, this.#inputs.length - 200) : 0;
    return this.#inputs[from + this.#random.below(this.#inputs.length - from)] ?? Buffer.alloc(0);
  }
}
