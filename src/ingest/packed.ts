/** How packed files start, and the name of how they are packed. */
const STARTS: readonly (readonly [name: string, start: readonly number[], unpack: string])[] = [
  ['gzip', [0x1f, 0x8b], 'gunzip -k FILE, or zcat FILE > another'],
  ['Zstandard', [0x28, 0xb5, 0x2f, 0xfd], 'unzstd FILE'],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a], 'unxz -k FILE'],
  ['bzip2', [0x42, 0x5a, 0x68], 'bunzip2 -k FILE'],
  ['zip', [0x50, 0x4b, 0x03, 0x04], 'unzip FILE'],
];

/** How to unpack a file that starts so, in words; null for one that is not packed. */
export function unpacking(start: Buffer): string | null {
  for (const [name, bytes, unpack] of STARTS) {
    if (bytes.every((byte, at) => start[at] === byte))
      return `is packed (${name}): unpack it first (${unpack})`;
  }
  return null;
}
