import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'stdin-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const outfile = join(folder, 'stdin.cjs');
await build({ entryPoints: ['src/companion/stdin.ts'], outfile, bundle: true, platform: 'node' });

/** What is read of what a shell writes, and how the writer ended. */
function readOf(writer: string): string {
  const reader = 'process.stdout.write(String(JSON.stringify(require(process.env.FILE).readPayload(0))))';
  const script = `(${writer}) | "$NODE" -e '${reader}'; echo " \${PIPESTATUS[0]}"`;
  const env = { ...process.env, FILE: outfile, NODE: process.execPath };
  return execFileSync('/bin/bash', ['-c', script], { encoding: 'utf8', env }).trim();
}

it.skipIf(process.platform === 'win32')(
  'a payload that is too large is not looked at, and its agent can write all of it',
  { timeout: 60_000 },
  () => {
    expect(readOf(`printf '{"a":1}'`)).toBe('{"a":1} 0');
    const padding = `head -c 70000000 /dev/zero | tr '\\0' ' '`;
    // A writer that nobody reads is killed by SIGPIPE: 141.
    expect(readOf(`${padding}; exit "\${PIPESTATUS[0]}"`)).toBe('undefined 0');
  },
);
