// The companion as its own process, as an agent's hook runs it.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { afterAll } from 'vitest';
import { companionParts } from '../../../scripts/lib/companion-parts.mjs';
import { patience } from './patience';

/** What an agent waits for beyond the start of Node, in ms: the time up to the exit, without that for its payload. */
const TIMED = `{
  const started = performance.now();
  process.on('exit', () => require('node:fs').writeFileSync(process.env.TOOK, String(performance.now() - started)));
}`;
const folder = mkdtempSync(join(tmpdir(), 'companion-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * One that waits for windows as long as a busy machine may need, and the one that ships, which also tells in a file how
 * long it took.
 */
const files = {
  patient: join(folder, 'patient', 'companion.cjs'),
  hasty: join(folder, 'hasty', 'companion.cjs'),
};
for (const [kind, outfile] of Object.entries(files)) {
  await build({
    entryPoints: ['src/companion/main.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    ...(kind === 'hasty' && { banner: { js: TIMED } }),
    target: 'node22',
    plugins: [companionParts(), ...(kind === 'patient' ? [patience()] : [])],
  });
}

let runs = 0;

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** How long the companion itself took, ms; of one that is hasty. */
  readonly took?: number;
}

export interface RunOptions {
  /** The product's folder. */
  readonly home: string;
  readonly input: string | Buffer;
  readonly agent?: string;
  /** The hook's name, as settings say it. */
  readonly hook?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Where it runs; absolute. */
  readonly cwd?: string;
  /** Leaves standard input open after the input. */
  readonly keepsOpen?: boolean;
  /** Waits no longer for windows than it does for an agent. */
  readonly isHasty?: boolean;
  /** Reads nothing of what is printed: the pipe is closed. */
  readonly isDeaf?: boolean;
  /** Parts that are not there. */
  readonly without?: readonly string[];
}

/** A copy of a companion that lacks some of its parts. */
function copyWithout(companion: string, parts: readonly string[]): string {
  const copy = mkdtempSync(join(folder, 'copy-'));
  cpSync(dirname(companion), copy, {
    recursive: true,
    filter: (name) => !parts.some((part) => basename(name).startsWith(`companion-${part}-`)),
  });
  return join(copy, basename(companion));
}

export function runCompanion({
  home,
  input,
  agent = 'claude-code',
  hook,
  env,
  cwd,
  keepsOpen,
  isDeaf,
  isHasty,
  without,
}: RunOptions): Promise<Run> {
  return new Promise((resolve, reject) => {
    const built = isHasty ? files.hasty : files.patient;
    const file = without ? copyWithout(built, without) : built;
    const { PATH = '' } = process.env;
    const TOOK = join(folder, `${++runs}.took`);
    const own = { PATH, READ_COVERAGE_HOME: home, TOOK };
    const child = spawn(process.execPath, [file, agent, ...(hook === undefined ? [] : [hook])], {
      cwd,
      env: { ...own, ...env },
    });
    let stdout = '';
    let stderr = '';
    if (isDeaf) child.stdout.destroy();
    else child.stdout.on('data', (chunk) => (stdout += String(chunk)));
    child.stderr.on('data', (chunk) => (stderr += String(chunk)));
    child.stdin.on('error', () => undefined);
    child.on('error', reject);
    child.on('close', (code) => {
      child.stdin.destroy();
      resolve({ code, stdout, stderr, ...(isHasty && { took: Number(readFileSync(TOOK, 'utf8')) }) });
    });
    if (keepsOpen) child.stdin.write(input);
    else child.stdin.end(input);
  });
}
