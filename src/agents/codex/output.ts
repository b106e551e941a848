import { field, isObject, objectField, textField, wholeField } from '../json';
import type { ShellOutput } from '../shell/output';
import { shownOutput } from './truncation';

/** How a command ended, as its result tells. */
export interface Ended {
  /**
   * `running`: it goes on, more may come with a later call. `refused`: it never ran. `unknown`: the result is not one
   * that the agent writes, such as a hook's words in its place.
   */
  readonly state: 'exited' | 'running' | 'aborted' | 'refused' | 'unknown';
  readonly exitCode: number | null;
  /** The running command, for the calls that ask for more. */
  readonly running: number | null;
  /** What it printed, in the text as the model was given it; null: nothing that can be told. */
  readonly body: string | null;
  readonly output: ShellOutput | null;
}

const NOTHING = { exitCode: null, running: null, body: null, output: null };

const REFUSED =
  /^(?:Command blocked by PreToolUse hook: |exec_command failed|execution error: |exec_command denied|.{0,200}\bRejected\()|^(?:rejected|aborted) by user|^patch rejected|^failed to parse function arguments/;

/** The end of a command from the text that the model was given. */
export function endOf(text: string): Ended {
  return unified(text) ?? plain(text) ?? structured(text) ?? other(text);
}

/** `Chunk ID: … Wall time: … Process exited with code … Original token count: … Output:` */
function unified(text: string): Ended | null {
  const [header, exit, running, tokens] =
    /^(?:Chunk ID: \S{1,40}\n)?Wall time: [\d.]{1,20} seconds\n(?:Process exited with code (-?\d{1,10})|Process running with session ID (\d{1,15}))\n(?:Original token count: (\d{1,9})\n)?Output:\n/.exec(
      text,
    ) ?? [];
  if (header === undefined) return null;
  const body = text.slice(header.length);
  return {
    state: running === undefined ? 'exited' : 'running',
    exitCode: exit === undefined ? null : Number(exit),
    running: running === undefined ? null : Number(running),
    body,
    output: shownOutput(body, { tokens: tokens === undefined ? null : Number(tokens), lines: null }),
  };
}

/** `Exit code: … Wall time: … Total output lines: … Output:` */
function plain(text: string): Ended | null {
  const [header, exit, lines] =
    /^Exit code: (-?\d{1,10})\nWall time: [\d.]{1,20} seconds\n(?:Total output lines: (\d{1,8})\n)?Output:\n/.exec(
      text,
    ) ?? [];
  if (header === undefined) return null;
  const body = text.slice(header.length);
  const output = shownOutput(body, { tokens: null, lines: lines === undefined ? null : Number(lines) });
  return { ...NOTHING, state: 'exited', exitCode: Number(exit), body, output };
}

/** `{"output":…,"metadata":{"exit_code":…}}` */
function structured(text: string): Ended | null {
  if (!text.startsWith('{"')) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // No JSON: something else.
    return null;
  }
  const metadata = isObject(value) ? objectField(value, 'metadata') : undefined;
  const body = isObject(value) ? textField(value, 'output') : undefined;
  if (metadata === undefined || body === undefined || field(metadata, 'exit_code') === undefined) return null;
  const exitCode = wholeField(metadata, 'exit_code') ?? null;
  return {
    ...NOTHING,
    state: 'exited',
    exitCode,
    body,
    output: shownOutput(body, { tokens: null, lines: null }),
  };
}

function other(text: string): Ended {
  const isAborted = /^Wall time: [\d.]{1,20} seconds\naborted by user|^aborted(?: by user)?$/.test(text);
  const state = isAborted ? 'aborted' : REFUSED.test(text) ? 'refused' : 'unknown';
  return { ...NOTHING, state };
}
