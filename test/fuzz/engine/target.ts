import type { Random } from '../../golden/support/random';

/** Something that takes what others write, and is given the worst. */
export interface Target {
  /** As it is named on the command line and in the corpus. */
  readonly name: string;
  /** What is checked besides that it neither throws nor hangs: a sentence for the table. */
  readonly checks: string;
  /** Inputs to start from: sound ones, and those that everybody should try. */
  seeds(): readonly Buffer[];
  /** Another input; missing where changing bytes is all there is to it. */
  mutate?(input: Buffer, random: Random, other: Buffer): Buffer;
  open(): Promise<Attempt>;
  /** Most milliseconds of processor time that one input may take. */
  readonly slowest?: number;
}

/** A target that is ready for inputs. */
export interface Attempt {
  /** @throws whatever is wrong: a {@link Fault} where it is no exception of the product itself */
  run(input: Buffer): void | Promise<void>;
  close(): void | Promise<void>;
}

/** What an input showed to be wrong. */
export class Fault extends Error {
  override readonly name = 'Fault';
}

/** @throws Fault with what was found, unless it is as it must be */
export function demand(isSo: boolean, otherwise: () => string): asserts isSo {
  if (!isSo) throw new Fault(otherwise());
}

/** A target that needs nothing but its input. */
export function pure(run: (input: Buffer) => void): () => Promise<Attempt> {
  return async () => ({ run, close: () => undefined });
}
