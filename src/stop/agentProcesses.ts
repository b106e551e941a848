import type { HookCaller } from '../agents/hooks/report';
import { Generations } from '../text/generations';
import { MOST_SESSIONS } from '../tracker/limits';
import type { SessionKey } from '../tracker/views';
import { type ProcessInfo, processInfo, stillRuns } from './processes';

/** Shells between a hook and its agent. */
const MOST_BETWEEN = 5;
/** A command line of a shell: the program's name, with or without its folder. */
const SHELL = /^(?:'[^']*\/|[^\s']*\/|')?-?(?:sh|bash|dash|ash|busybox|zsh|ksh|mksh|fish|nu|pwsh)(?:['\s]|$)/;

export interface AgentProcessesParts {
  /** The kind of the agent that a command line runs; null: none that is known. */
  readonly agentOf: (commandLine: string) => string | null;
  readonly info?: (pid: number) => Promise<ProcessInfo | null>;
}

/**
 * Which process the agent of a session is, by what calls its hooks: the nearest ancestor that is no shell, if it is a
 * program of that agent. Looked for while the agent waits for its hook, so what is found is there. An agent that lives in another
 * program, such as an editor, is none.
 */
export class AgentProcesses {
  readonly #parts: Required<AgentProcessesParts>;
  readonly #found = new Generations<SessionKey, ProcessInfo>(MOST_SESSIONS);
  /** What called the hook before. */
  readonly #callers = new Generations<SessionKey, HookCaller>(MOST_SESSIONS);
  readonly #looking = new Set<SessionKey>();

  constructor({ agentOf, info = processInfo }: AgentProcessesParts) {
    this.#parts = { agentOf, info };
  }

  /** Takes note of what called a hook of the session. Resolves once it was looked at. */
  async note(key: SessionKey, agent: string, caller: HookCaller): Promise<void> {
    const before = this.#callers.get(key);
    if (this.#looking.has(key) || (before?.pid === caller.pid && before.born === caller.born)) return;
    this.#looking.add(key);
    this.#callers.set(key, caller);
    try {
      const known = this.#found.peek(key);
      if (known !== undefined && (await this.#isSame(known))) return;
      this.#found.delete(key);
      const found = await this.#ancestor(agent, caller);
      if (found !== null) this.#found.set(key, found);
    } finally {
      this.#looking.delete(key);
    }
  }

  /** The session's process, if it still is that one. */
  async of(key: SessionKey): Promise<ProcessInfo | undefined> {
    const found = this.#found.get(key);
    return found !== undefined && (await this.#isSame(found)) ? found : undefined;
  }

  async #isSame({ pid, born }: ProcessInfo): Promise<boolean> {
    return (await this.#parts.info(pid))?.born === born;
  }

  /** Beyond a program that is no shell may be another agent of the kind, which had that program started. */
  async #ancestor(agent: string, { pid, born }: HookCaller): Promise<ProcessInfo | null> {
    let each = await this.#parts.info(pid);
    // The caller's number may be another's by now, or of another system that shares this one's files.
    if (each === null || (born !== null && each.born !== born)) return null;
    for (let steps = 0; steps <= MOST_BETWEEN && each !== null && each.pid > 1; steps++) {
      if (this.#parts.agentOf(each.commandLine) === agent) return each;
      if (!SHELL.test(each.commandLine)) return null;
      each = await this.#parts.info(each.parent);
    }
    return null;
  }
}

/** How long a process that was interrupted is watched, and how often it is looked at, ms. */
const WATCHED = 15_000;
const LOOK = 500;

/** Waits until a process is gone; false where it is still there after a while. */
export async function isGoneSoon(mark: ProcessInfo): Promise<boolean> {
  for (const until = performance.now() + WATCHED; performance.now() < until; ) {
    if (!(await stillRuns(mark))) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
  return !(await stillRuns(mark));
}
