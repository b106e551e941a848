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

/** The cost of one read. */
export function costOf({ returnedLines, newLines, newForLife, bytes }: Given): Cost {
  if (returnedLines === 0) return NO_COST;
  const repeatedLines = returnedLines - newForLife;
  const repeatedBytes = Math.round((bytes * repeatedLines) / returnedLines);
  return {
    returnedLines,
    repeatedLines,
    regainedLines: newLines - newForLife,
    returnedBytes: bytes,
    repeatedBytes,
    repeatedTokens: tokensOf(repeatedBytes),
  };
}

export function sumOf(one: Cost, other: Cost): Cost {
  const repeatedBytes = one.repeatedBytes + other.repeatedBytes;
  return {
    returnedLines: one.returnedLines + other.returnedLines,
    repeatedLines: one.repeatedLines + other.repeatedLines,
    regainedLines: one.regainedLines + other.regainedLines,
    returnedBytes: one.returnedBytes + other.returnedBytes,
    repeatedBytes,
    repeatedTokens: tokensOf(repeatedBytes),
  };
}

function tokensOf(bytes: number): number {
  return Math.round(bytes / BYTES_PER_TOKEN);
}
