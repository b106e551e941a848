import { commands } from 'vscode';

/** One thing that is so, and what a person can do about it. */
export interface Answer {
  /** One sentence, or a name and its state; plain, with names escaped for labels. */
  readonly text: string;
  readonly detail?: string;
  /** What choosing the answer does. */
  readonly fix?: Fix;
}

export interface Fix {
  /** A verb and its object. */
  readonly label: string;
  run(): PromiseLike<unknown>;
}

/** A fix that runs a command. */
export function running(label: string, command: string, ...parameters: readonly string[]): Fix {
  return { label, run: () => commands.executeCommand(command, ...parameters) };
}

export interface Section {
  readonly title: string;
  readonly answers: readonly Answer[];
}
