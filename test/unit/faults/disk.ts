import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small disk of its own in a folder. */
export class SmallDisk {
  readonly folder: string;

  /** @param bytes all that it holds */
  constructor(folder: string, bytes: number) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder]);
  }

  /** Leaves so many bytes. */
  fill(bytes: number): void {
    writeFileSync(join(this.folder, 'filler'), Buffer.alloc(bytes));
  }

  /** Takes all that is left. */
  fillUp(): void {
    try {
      for (let at = 0; ; at++) writeFileSync(join(this.folder, `filler-${at}`), Buffer.alloc(64 * 1024));
    } catch {
      // That was all.
    }
  }

  empty(): void {
    for (const name of ['filler', ...Array.from({ length: 64 }, (_, at) => `filler-${at}`)]) {
      rmSync(join(this.folder, name), { force: true });
    }
  }

  mayBeWritten(may: boolean): void {
    execFileSync('mount', ['-o', `remount,${may ? 'rw' : 'ro'}`, this.folder]);
  }

  unmount(): void {
    execFileSync('umount', ['-l', this.folder]);
  }
}

/** Whoever is not root, or not on Linux, may mount nothing: what needs a disk of its own is left out there. */
export const MAY_MOUNT =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  // In a container without that right, root may not either. A name space of its own leaves nothing mounted.
  spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0;
