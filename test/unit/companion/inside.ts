// What agents load into their own processes, built as it ships, in a process that does with it what the agent does.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, onTestFinished } from 'vitest';
import { patience } from './patience';

const folder = mkdtempSync(join(tmpdir(), 'inside-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** One that waits for windows as long as a busy machine may need, and the one that ships. */
export type Kind = 'patient' | 'hasty';
export const moduleOf = (agent: string, kind: Kind) => join(folder, kind, `companion-${agent}.cjs`);
for (const agent of ['opencode', 'pi']) {
  for (const kind of ['patient', 'hasty'] as const) {
    await build({
      entryPoints: [`src/companion/inside/${agent}.ts`],
      outfile: moduleOf(agent, kind),
      bundle: true,
      platform: 'node',
      target: 'node20',
      plugins: kind === 'patient' ? [patience()] : [],
    });
  }
}

/**
 * Runs the text of a module with the variables `load` (the module's exports) and `note` (prints a value); gives what was
 * noted, once it has ended by itself.
 */
export async function runInside(
  agent: string,
  home: string,
  code: string,
  kind: Kind = 'patient',
): Promise<unknown[]> {
  const file = JSON.stringify(moduleOf(agent, kind));
  const text = [
    "import { createRequire } from 'node:module';",
    `const load = createRequire(${file})(${file});`,
    'const note = (value) => process.stdout.write(JSON.stringify(value ?? null) + "\\n");',
    code,
  ].join('\n');
  const { PATH = '' } = process.env;
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '--eval', text], {
    env: { PATH, READ_COVERAGE_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr?.on('data', (chunk) => (stderr += String(chunk)));
  const exit = await new Promise((resolve) => child.once('close', resolve));
  if (exit !== 0 || stderr !== '') throw new Error(`${exit}: ${stderr}`);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line));
}
