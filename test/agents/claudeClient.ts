// The real Claude Code, headless, in an environment of its own, talking to nobody but the scripted model.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** What the script that started the host says of the agent to test. */
export interface AgentUnderTest {
  readonly version: string;
  /** Its program, absolute. */
  readonly program: string;
  /** The home folder that it is given. */
  readonly home: string;
  /** Where to write what was seen. */
  readonly seen: string;
}

export function agentUnderTest(): AgentUnderTest {
  const { READ_COVERAGE_TEST_AGENT: given } = process.env;
  if (given === undefined) throw new Error('No agent to test was named.');
  return JSON.parse(given);
}

export interface ClientOptions {
  readonly prompt: string;
  readonly cwd: string;
  /** The scripted model's address. */
  readonly model: string;
  /** A session to go on with. */
  readonly resume?: string;
  /** Told the session's id as soon as the client prints it. */
  readonly onSession?: (session: string) => void;
}

export interface ClientResult {
  readonly exitCode: number | null;
  readonly session: string;
  /** Why the run ended, in the client's own word. */
  readonly terminalReason: string | undefined;
  /** The end of what it printed, long lines cut, for a failure's message. */
  readonly output: string;
}

const WITHIN_MS = 240_000;
const SHOWN_LINES = 30;
const SHOWN_WIDTH = 300;
/** Where nobody listens: what the client would fetch from elsewhere fails at once. */
const NOWHERE = 'http://127.0.0.1:9';

/** Runs one prompt to its end. */
export async function runClient(
  { program, home }: AgentUnderTest,
  { prompt, cwd, model, resume, onSession }: ClientOptions,
): Promise<ClientResult> {
  const temporary = join(home, 'tmp');
  mkdirSync(temporary, { recursive: true, mode: 0o700 });
  const { PATH, CLAUDE_CONFIG_DIR, LANG = 'C.UTF-8' } = process.env;
  const env = {
    PATH,
    LANG,
    HOME: home,
    CLAUDE_CONFIG_DIR,
    CLAUDE_CODE_TMPDIR: temporary,
    ANTHROPIC_BASE_URL: model,
    ANTHROPIC_API_KEY: 'scripted',
    IS_SANDBOX: '1', // lets root go without permissions
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
    HTTP_PROXY: NOWHERE,
    HTTPS_PROXY: NOWHERE,
    NO_PROXY: '127.0.0.1,localhost',
  };
  const args = [
    '-p',
    prompt,
    '--output-format',
    'stream-json',
    '--verbose',
    '--dangerously-skip-permissions',
  ];
  const more = resume === undefined ? [] : ['--resume', resume];
  const child = spawn(program, [...args, ...more], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  let session: string | undefined;
  const note = (piece: Buffer) => {
    output += piece.toString();
    if (session !== undefined) return;
    // Rows before this one may name another session: hooks of a resumed one are called under an id of its own.
    const init = /^.*"subtype":"init".*$/m.exec(output)?.[0] ?? '';
    session = /"session_id":"([^"]+)"/.exec(init)?.[1];
    if (session !== undefined) onSession?.(session);
  };
  child.stdout.on('data', note);
  child.stderr.on('data', note);
  const late = setTimeout(() => killGroup(child), WITHIN_MS);
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  clearTimeout(late);
  killGroup(child);
  const rows = output.split('\n').flatMap((line) => parsed(line));
  if (session === undefined) throw new Error(`The client said nothing of a session:\n${inShort(output)}`);
  return { exitCode, session, terminalReason: rows.at(-1)?.terminal_reason, output: inShort(output) };
}

function inShort(output: string): string {
  const lines = output.trimEnd().split('\n').slice(-SHOWN_LINES);
  return lines
    .map((line) => (line.length > SHOWN_WIDTH ? `${line.slice(0, SHOWN_WIDTH)}…` : line))
    .join('\n');
}

interface PrintedRow {
  readonly terminal_reason?: string;
}

function parsed(line: string): readonly PrintedRow[] {
  try {
    const row: unknown = JSON.parse(line);
    return typeof row === 'object' && row !== null ? [row] : [];
  } catch {
    return []; // A warning between the rows.
  }
}

/** Ends what the client may have left running. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ESRCH') throw error;
  }
}
