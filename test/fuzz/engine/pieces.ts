import type { Random } from '../../golden/support/random';

/** The bytes in pieces of any size, as a file that grows or a socket gives them. */
export function inPieces(bytes: Buffer, random: Random): Buffer[] {
  const pieces: Buffer[] = [];
  const most = [1, 3, 17, 256, 4096, bytes.length + 1][random.below(6)] ?? 1;
  // One by one takes long: only a small input is cut so.
  const largest = bytes.length > 4096 ? Math.max(most, Math.ceil(bytes.length / 512)) : most;
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + random.below(largest);
    pieces.push(bytes.subarray(at, at + size));
    at += size;
  }
  return pieces;
}

/** A seed that depends on the input alone, so that it fails again in the same way. */
export function seedOf(input: Buffer): number {
  let seed = input.length;
  for (let at = 0; at < Math.min(64, input.length); at++) seed = (Math.imul(seed, 31) + (input[at] ?? 0)) | 0;
  return seed;
}
