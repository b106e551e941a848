import { textField } from '../json';
import type { ShellOutput } from '../shell/output';
import { withoutReturn } from '../textLines';
import type { Result } from './row';

const ENDED = /(?:^|\n)<(?:shellId: [^\s<>]{1,80} completed|exited) with exit code (-?\d{1,10})>$/;
const RUNNING =
  /(?:^|\n)<command with (?:shellId|sessionId|id): ([^\s<>]{1,80}) is still running after [^<>]{1,600}>$/;
const STARTED =
  /^<command started in (?:detached )?background with (?:shellId|sessionId|id): ([^\s<>]{1,80})>$/;
/** A large output: the model is given the start of it, the rest is in a file. */
const PREVIEW =
  /^Output too large to read at once \([^()\n]{1,40}\)\. Saved to: [^\n]*\n[^\n]*\n\nPreview \(first [^()\n]{1,40}\):\n([\s\S]*)$/;

/** What a shell tool answered. */
export interface ShellAnswer {
  /** Null: the model was given nothing of it, or what it was given cannot be told from the agent's own words. */
  readonly output: ShellOutput | null;
  /** Null: the command runs on, or how it ended is not told. */
  readonly exitCode: number | null;
  /** The shell that a command runs on in; null: it has ended. */
  readonly running: string | null;
}

/** The printed text, without the agent's own words at its end. */
export function shellAnswer(result: Result): ShellAnswer {
  const { content } = result;
  if (!result.isSuccess || content === undefined) return { output: null, exitCode: null, running: null };
  const started = STARTED.exec(content);
  if (started !== null) return { output: null, exitCode: null, running: started[1] ?? null };
  const ended = ENDED.exec(content);
  if (ended !== null) {
    const output = printed(content.slice(0, ended.index), result);
    return { output, exitCode: Number(ended[1]), running: null };
  }
  const running = RUNNING.exec(content);
  if (running === null) return { output: null, exitCode: result.exitCode ?? null, running: null };
  const soFar = printed(content.slice(0, running.index), result);
  const output = { ...soFar, isCut: true, lastIsWhole: false };
  return { output, exitCode: null, running: running[1] ?? null };
}

/** White space is taken from both ends of what was printed. */
function printed(text: string, { properties }: Result): ShellOutput {
  const start = PREVIEW.exec(text)?.[1];
  const lines = linesOf(start ?? text);
  const isLarge = start !== undefined;
  return {
    lines,
    isTrimmed: true,
    firstIsWhole: false,
    isCut: isLarge,
    lastIsWhole: !isLarge,
    // A file may look like this too, where the record does not say that it was so.
    isDoubtful: isLarge && textField(properties, 'largeOutputHandled') !== 'true',
  };
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n').map(withoutReturn);
}
