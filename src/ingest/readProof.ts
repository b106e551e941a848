import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

/** Bytes at the start of a file, and before the place read up to, that a quick look compares. */
const END_BYTES = 256;
const SLICE_BYTES = 256 * 1024;

/** Remembers what was read of a file, so that it can be told whether a file still starts with that. */
export class ReadProof {
  #head: Buffer = Buffer.alloc(0);
  #before: Buffer = Buffer.alloc(0);
  readonly #hash = createHash('sha256');
  #bytes = 0;

  /** Bytes read so far. */
  get bytes(): number {
    return this.#bytes;
  }

  add(bytes: Buffer): void {
    if (this.#bytes < END_BYTES) {
      this.#head = Buffer.concat([this.#head, bytes.subarray(0, END_BYTES - this.#bytes)]);
    }
    this.#before = Buffer.concat([this.#before, bytes.subarray(-END_BYTES)]).subarray(-END_BYTES);
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
  }

  /** A quick look: the first bytes, and the last ones before the place read up to. */
  async holdsEnds(file: FileHandle): Promise<boolean> {
    const start = this.#bytes - this.#before.length;
    return (await hasBytes(file, 0, this.#head)) && (await hasBytes(file, start, this.#before));
  }

  /** Every byte. */
  async holdsAll(file: FileHandle): Promise<boolean> {
    const hash = createHash('sha256');
    const slice = Buffer.allocUnsafe(SLICE_BYTES);
    for (let at = 0; at < this.#bytes; ) {
      const { bytesRead } = await file.read(slice, 0, Math.min(slice.length, this.#bytes - at), at);
      if (bytesRead === 0) return false;
      hash.update(slice.subarray(0, bytesRead));
      at += bytesRead;
    }
    return hash.digest('hex') === this.#hash.copy().digest('hex');
  }
}

async function hasBytes(file: FileHandle, position: number, bytes: Buffer): Promise<boolean> {
  const found = Buffer.alloc(bytes.length);
  const { bytesRead } = await file.read(found, 0, found.length, position);
  return bytesRead === bytes.length && found.equals(bytes);
}
