import type { Cost } from './views';

/** An estimate: so many bytes are a token. */
const BYTES_PER_TOKEN = 4;

export const NO_COST: Cost = {
  returnedLines: 0,
  repeatedLines: 0,
  regainedLines: 0,
  returnedBytes: 0,
  repeatedBytes: 0,
  repeatedTokens: 0,
};

/** What a read gave. */
export interface Given {
  readonly returnedLines: number;
  readonly newLines: number;
  readonly newForLife: number;
  /** UTF-8 bytes of the returned lines; 0 where they are not known. */
  readonly bytes: number;
}

/** A cost after one more read. */
export function afterRead(cost: Cost, { returnedLines, newLines, newForLife, bytes }: Given): Cost {
  if (returnedLines === 0) return cost;
  const repeated = returnedLines - newForLife;
  return sumOf(cost, {
    returnedLines,
    repeatedLines: repeated,
    regainedLines: newLines - newForLife,
    returnedBytes: bytes,
    repeatedBytes: Math.round((bytes * repeated) / returnedLines),
    repeatedTokens: 0,
  });
}

export function sumOf(one: Cost, other: Cost): Cost {
  const repeatedBytes = one.repeatedBytes + other.repeatedBytes;
  return {
    returnedLines: one.returnedLines + other.returnedLines,
    repeatedLines: one.repeatedLines + other.repeatedLines,
    regainedLines: one.regainedLines + other.regainedLines,
    returnedBytes: one.returnedBytes + other.returnedBytes,
    repeatedBytes,
    repeatedTokens: Math.round(repeatedBytes / BYTES_PER_TOKEN),
  };
}
