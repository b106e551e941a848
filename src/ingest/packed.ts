import { shown } from '../text/escape';
import { InputError } from './inputError';

/** How packed files start, and the name of how they are packed. */
const STARTS: readonly (readonly [name: string, start: readonly number[], unpack: string])[] = [
  ['gzip', [0x1f, 0x8b], 'gunzip -k FILE, or zcat FILE > another'],
  ['Zstandard', [0x28, 0xb5, 0x2f, 0xfd], 'unzstd FILE'],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a], 'unxz -k FILE'],
  ['bzip2', [0x42, 0x5a, 0x68], 'bunzip2 -k FILE'],
  ['zip', [0x50, 0x4b, 0x03, 0x04], 'unzip FILE'],
];

/** @throws InputError where a file that starts so is packed: how to unpack it */
export function refusePacked(path: string, start: Buffer): void {
  for (const [name, bytes, unpack] of STARTS) {
    if (bytes.every((byte, at) => start[at] === byte)) {
      throw new InputError(`${shown(path)} is packed (${name}): unpack it first (${unpack})`);
    }
  }
}
