import {
  TerminalShellExecutionCommandLineConfidence as Confidence,
  Disposable,
  type Terminal,
  type TerminalShellExecution,
  window,
} from 'vscode';
import { agentOfCommand } from './agentCommand';

/** An integrated terminal that runs an agent in its foreground. */
export interface AgentTerminal {
  readonly terminal: Terminal;
  readonly agent: string;
  /** Where the agent was started: an absolute path; null where the shell did not say. */
  readonly cwd: string | null;
  /** When it was started, milliseconds since the epoch. */
  readonly since: number;
}

/**
 * Which integrated terminals run an agent right now, as far as shell integration told. A terminal whose command began
 * before this window's extensions did is not known, and so never touched.
 */
export class AgentTerminals implements Disposable {
  readonly #running = new Map<Terminal, AgentTerminal & { readonly execution: TerminalShellExecution }>();
  readonly #ended: (terminal: AgentTerminal) => void;
  readonly #listeners: Disposable;

  /** @param ended called when an agent that was seen to run in a terminal is over */
  constructor(ended: (terminal: AgentTerminal) => void) {
    this.#ended = ended;
    this.#listeners = Disposable.from(
      window.onDidStartTerminalShellExecution(({ terminal, execution }) => this.#start(terminal, execution)),
      window.onDidEndTerminalShellExecution(({ terminal, execution }) => {
        if (this.#running.get(terminal)?.execution === execution) this.#end(terminal);
      }),
      window.onDidCloseTerminal((terminal) => this.#end(terminal)),
    );
  }

  all(): readonly AgentTerminal[] {
    return [...this.#running.values()];
  }

  /** Whether the agent that was found there still runs, and not another that was started since. */
  isRunning(found: AgentTerminal): boolean {
    return this.#running.get(found.terminal) === found && found.terminal.exitStatus === undefined;
  }

  #start(terminal: Terminal, execution: TerminalShellExecution): void {
    this.#end(terminal);
    const { value, confidence } = execution.commandLine;
    if (confidence === Confidence.Low) return;
    const agent = agentOfCommand(value);
    if (agent === null) return;
    this.#running.set(terminal, {
      terminal,
      agent,
      // A shell tells its first folder late; while the agent runs in its foreground it goes to no other.
      get cwd() {
        return (execution.cwd ?? terminal.shellIntegration?.cwd)?.fsPath ?? null;
      },
      since: Date.now(),
      execution,
    });
  }

  #end(terminal: Terminal): void {
    const known = this.#running.get(terminal);
    if (!known) return;
    this.#running.delete(terminal);
    this.#ended(known);
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#running.clear();
  }
}
