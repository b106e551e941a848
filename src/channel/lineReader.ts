const LF = 10;

/** Cuts a stream into lines, none longer than a limit. */
export class LineReader {
  readonly #longest: number;
  #pieces: Buffer[] = [];
  #size = 0;

  /** @param longest in bytes, without the line end */
  constructor(longest: number) {
    this.#longest = longest;
  }

  /** The lines that are complete by now; null once one is too long. */
  push(chunk: Buffer): string[] | null {
    const lines: string[] = [];
    let from = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, from)) {
      this.#keep(chunk.subarray(from, end));
      if (this.#size > this.#longest) return null;
      lines.push(Buffer.concat(this.#pieces).toString('utf8'));
      this.#pieces = [];
      this.#size = 0;
      from = end + 1;
    }
    this.#keep(chunk.subarray(from));
    return this.#size > this.#longest ? null : lines;
  }

  #keep(piece: Buffer): void {
    if (piece.length === 0) return;
    this.#pieces.push(piece);
    this.#size += piece.length;
  }
}
