import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

/** More output than this is not looked at, characters. */
const MOST_OUTPUT = 16 * 1024;

export interface BriefRun {
  /** Null where the program did not end by itself. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Milliseconds. */
  readonly took: number;
}

export interface BriefRunOptions {
  /** Milliseconds; then the program is killed. */
  readonly within: number;
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly input?: string;
}

/** Runs a program to its end, without a shell. Undefined where it cannot be started. */
export function runBriefly(
  file: string,
  args: readonly string[],
  options: BriefRunOptions,
): Promise<BriefRun | undefined> {
  const started = performance.now();
  const child = startedOrNot(file, args, options);
  if (!child) return Promise.resolve(undefined);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    stdout = (stdout + piece).slice(0, MOST_OUTPUT);
  });
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    stderr = (stderr + piece).slice(0, MOST_OUTPUT);
  });
  // A program that does not read its input is no failure.
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  return new Promise((resolve) => {
    child.once('error', () => resolve(undefined));
    child.once('close', (exitCode) =>
      resolve({ exitCode, stdout, stderr, took: performance.now() - started }),
    );
  });
}

function startedOrNot(
  file: string,
  args: readonly string[],
  { within, env, cwd }: BriefRunOptions,
): ChildProcessWithoutNullStreams | undefined {
  try {
    return spawn(file, args, {
      shell: false,
      windowsHide: true,
      stdio: 'pipe',
      timeout: within,
      killSignal: 'SIGKILL',
      ...(env && { env }),
      ...(cwd !== undefined && { cwd }),
    });
  } catch {
    return undefined; // A script where a program is wanted, or a name that no system takes.
  }
}
