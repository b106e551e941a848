import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { Choices } from './shellGrammar';

/** Far more than any agent gives a hook: the machine may be busy. */
const PATIENCE = 60_000;

export interface ProcessEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether it was given the payload, and somebody heard what it said. */
  readonly isWhole: boolean;
}

type Stdin = 'whole' | 'pieces' | 'open' | 'deaf' | 'nothing' | 'folder';

/** Runs the companion as an agent does, in an environment and at an input that no agent should give it. */
export async function companionProcess(
  words: readonly string[],
  payload: Buffer,
  {
    home,
    project,
    root,
  }: { readonly home: string; readonly project: string | undefined; readonly root: string },
  choices: Choices,
): Promise<ProcessEnd> {
  const wanted = choices.of<Stdin>(['whole', 'pieces', 'open', 'whole', 'deaf', 'nothing', 'folder']);
  // What is not whole and stays open is waited for: it has the limit that the agent's settings give the hook.
  const stdin = wanted === 'open' && !isJson(payload) ? 'whole' : wanted;
  const named = project === undefined ? {} : { CLAUDE_PROJECT_DIR: project };
  const more = choices.of<NodeJS.ProcessEnv>([
    {},
    { PATH: '/nowhere', HOME: '/dev/null', TMPDIR: '/nowhere', LANG: '\u0001', TZ: '../../x' },
    { HOME: '', XDG_CONFIG_HOME: 'relative', NODE_ENV: '__proto__', ELECTRON_RUN_AS_NODE: '1' },
  ]);
  const cwd = join(root, 'cwd');
  mkdirSync(cwd, { recursive: true });
  const goes = choices.below(4) === 0 ? '/bin/rmdir "$PWD" && ' : '';
  const input = stdin === 'folder' ? openSync(root, 'r') : stdin === 'nothing' ? 'ignore' : 'pipe';
  const child = spawn('/bin/sh', ['-c', `${goes}exec "$0" "$@"`, process.execPath, ...words], {
    env: { READ_COVERAGE_HOME: home, ...named, ...more },
    cwd,
    stdio: [input, 'pipe', 'pipe'],
    timeout: PATIENCE,
    killSignal: 'SIGKILL',
  });
  if (typeof input === 'number') closeSync(input);
  let [stdout, stderr] = ['', ''];
  if (stdin === 'deaf') child.stdout?.destroy();
  else child.stdout?.on('data', (data) => (stdout += String(data)));
  child.stderr?.on('data', (data) => (stderr += String(data)));
  child.stdin?.on('error', () => undefined);
  const half = stdin === 'pieces' ? choices.part(payload.length) : 0;
  if (half > 0) child.stdin?.write(payload.subarray(0, half));
  if (stdin === 'open') child.stdin?.write(payload);
  else if (half > 0) setTimeout(() => child.stdin?.end(payload.subarray(half)), 20);
  else child.stdin?.end(payload);
  return new Promise((resolve) => {
    child.on('close', (code) => {
      child.stdin?.destroy();
      resolve({ code, stdout, stderr, isWhole: ['whole', 'pieces', 'open'].includes(stdin) });
    });
  });
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8'));
    return true;
  } catch {
    return false; // The bytes were changed.
  }
}
