import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { companionParts } from '../../../scripts/lib/companion-parts.mjs';
import { hookPayloads } from '../../golden/support/capture';
import { mutateBytes } from '../engine/mutateBytes';
import { mutateJsonText } from '../engine/mutateJsonText';
import { demand, type Target } from '../engine/target';
import { checkNoText } from '../oracles/texts';
import { CURSOR_PAYLOADS, VSCODE_CHAT_PAYLOADS } from './samples/hookPayloads';
import { temporaryFolder } from './temporaryFolder';

const MAIN = fileURLToPath(new URL('../../../src/companion/main.ts', import.meta.url));
const PATIENCE = 60_000;

/** The agent's kind, and what its hook writes: a line each. */
function seeds(): Buffer[] {
  const agents = [
    ['claude-code', 'claude-code'],
    ['codex', 'codex-direct'],
    ['gemini', 'gemini'],
    ['qwen-code', 'qwen-code'],
    ['copilot-cli', 'copilot-cli'],
    ['cline', 'cline'],
  ] as const;
  const recorded = agents.map(([agent, capture]) => [agent, hookPayloads(capture)] as const);
  const made = [
    ['cursor', CURSOR_PAYLOADS],
    ['vscode-chat', VSCODE_CHAT_PAYLOADS],
  ] as const;
  return [...recorded, ...made].flatMap(([agent, payloads]) =>
    payloads
      .filter((_, i) => payloads.length < 24 || i % 12 === 3)
      .slice(0, 4)
      .map((payload) => Buffer.from(`${agent}\n${JSON.stringify(payload)}\n`)),
  );
}

/** The companion as its own process, as an agent's hook runs it. */
export const COMPANION: Target = {
  name: 'companion',
  checks: 'a real process: ends by itself with 0, says nothing or one line of JSON, and spools no text',
  seeds,
  mutate: (input, random, other) => {
    if (random.chance(0.4)) return mutateBytes(input, random, other);
    const at = input.indexOf('\n') + 1;
    return Buffer.concat([input.subarray(0, at), mutateJsonText(input.subarray(at), random, other)]);
  },
  open: async () => {
    const folder = temporaryFolder();
    const outfile = join(folder.path, 'companion', 'companion.cjs');
    await build({
      entryPoints: [MAIN],
      outfile,
      bundle: true,
      platform: 'node',
      target: 'node22',
      plugins: [companionParts()],
      logLevel: 'error',
    });
    const home = join(folder.path, 'home');
    return {
      run: async (input) => {
        const at = input.indexOf('\n');
        const agent = input.subarray(0, Math.max(0, at)).toString('utf8').replaceAll('\0', '');
        const payload = input.subarray(at + 1);
        rmSync(home, { recursive: true, force: true });
        mkdirSync(home);
        const { code, stdout, stderr } = await run([outfile, agent], payload, home);
        demand(code === 0, () => `ended with ${code}: ${stderr}`);
        demand(stderr === '', () => `said ${stderr}`);
        if (stdout !== '') JSON.parse(stdout);
        const spool = join(home, 'spool');
        const spooled = existsSync(spool)
          ? readdirSync(spool).map((name) => readFileSync(join(spool, name), 'utf8'))
          : [];
        checkNoText([stdout, ...spooled].join('\n'), [jsonIn(payload)]);
      },
      close: folder.remove,
    };
  },
};

function run(words: readonly string[], input: Buffer, home: string) {
  return new Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>(
    (resolve) => {
      const child = spawn(process.execPath, words, {
        env: { READ_COVERAGE_HOME: home, PATH: '/usr/bin:/bin' },
        cwd: home,
        timeout: PATIENCE,
      });
      let [stdout, stderr] = ['', ''];
      child.stdout.on('data', (data) => {
        stdout += String(data);
      });
      child.stderr.on('data', (data) => {
        stderr += String(data);
      });
      child.stdin.on('error', () => undefined);
      child.on('close', (code) => resolve({ code, stdout, stderr }));
      child.stdin.end(input);
    },
  );
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null; // The bytes were changed.
  }
}
