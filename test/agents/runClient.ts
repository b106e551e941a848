// A real client, headless, in an environment of its own, talking to nobody but the scripted model.
import { type ChildProcess, spawn } from 'node:child_process';
import { agent, client } from './agentUnderTest';
import type { PrintedRow } from './clients/client';

export interface ClientOptions {
  readonly prompt: string;
  readonly cwd: string;
  /** The scripted model's address. */
  readonly model: string;
  /** A session to go on with. */
  readonly resume?: string | undefined;
  /** An argument that the client is not given this time. */
  readonly without?: string | undefined;
  /** Told the session's id as soon as the client shows it. */
  readonly onSession?: (session: string) => void;
}

export interface ClientResult {
  readonly exitCode: number | null;
  readonly session: string;
  /** Why the run ended, in the client's own word. */
  readonly ending: string | undefined;
  /** The end of what it printed, long lines cut, for a failure's message. */
  readonly output: string;
}

const WITHIN_MS = 240_000;
const SHOWN_LINES = 30;
const SHOWN_WIDTH = 300;
/** Where nobody listens: what the client would fetch from elsewhere fails at once. */
const NOWHERE = 'http://127.0.0.1:9';
const LOOPBACK = '127.0.0.1,localhost,::1';

/** All that every client finds in its environment. */
function commonEnvironment(): NodeJS.ProcessEnv {
  const { PATH, LANG = 'C.UTF-8' } = process.env;
  return {
    PATH,
    LANG,
    TERM: 'xterm-256color',
    HOME: agent.home,
    DO_NOT_TRACK: '1',
    NO_BROWSER: '1',
    NO_UPDATE_NOTIFIER: '1',
    HTTP_PROXY: NOWHERE,
    HTTPS_PROXY: NOWHERE,
    NO_PROXY: LOOPBACK,
    http_proxy: NOWHERE,
    https_proxy: NOWHERE,
    no_proxy: LOOPBACK,
  };
}

/** Runs one prompt to its end. */
export async function runClient(options: ClientOptions): Promise<ClientResult> {
  const { prompt, cwd, model, resume, without, onSession } = options;
  const { home, program } = agent;
  const place = { home, folder: cwd, model };
  const known = new Set(client.sessionsOf?.(home));
  client.prepare?.(place);
  const child = spawn(
    program,
    client.commandLine(place, prompt, resume).filter((argument) => argument !== without),
    {
      cwd,
      env: { ...commonEnvironment(), ...client.environment(place) },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  );
  const printed = new Printed();
  let session: string | undefined;
  const note = (piece: Buffer) => {
    printed.add(piece);
    if (session !== undefined) return;
    session = client.sessionsOf
      ? (resume ?? client.sessionsOf(home).find((each) => !known.has(each)))
      : first(printed.rows, client.sessionIn);
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
  client.cleanUp?.(home);
  const output = printed.inShort();
  if (session === undefined) throw new Error(`The client said nothing of a session:\n${output}`);
  return { exitCode, session, ending: first(printed.rows, client.endingIn), output };
}

function first(
  rows: readonly PrintedRow[],
  find: ((row: PrintedRow) => string | undefined) | undefined,
): string | undefined {
  for (const row of rows) {
    const found = find?.(row);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What a client printed. */
class Printed {
  /** The whole lines that are JSON objects. */
  readonly rows: PrintedRow[] = [];
  #lines: string[] = [];
  #rest = '';

  add(piece: Buffer): void {
    const lines = (this.#rest + piece.toString()).split('\n');
    this.#rest = lines.pop() ?? '';
    this.rows.push(...lines.flatMap((line) => parsed(line)));
    this.#lines = [...this.#lines, ...lines].slice(-SHOWN_LINES);
  }

  inShort(): string {
    return [...this.#lines, this.#rest]
      .map((line) => (line.length > SHOWN_WIDTH ? `${line.slice(0, SHOWN_WIDTH)}…` : line))
      .join('\n');
  }
}

function parsed(line: string): readonly PrintedRow[] {
  try {
    const row: unknown = JSON.parse(line);
    return typeof row === 'object' && row !== null ? [row as PrintedRow] : [];
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
