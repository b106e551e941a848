import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope } from '../../tracker/event';
import type { Call, Result } from '../geminiFamily/call';
import { field, textField } from '../json';
import { shellCall as commandCall } from '../shell/shellCall';
import type { Workshop } from '../workshop';
import { answerEnd } from './added';
import { shellOutput } from './shellOutput';

const EXIT_CODE = /\nExit Code: (?!0\n)-?\d+(?:\n|$)/;

/** The events of a call of `run_shell_command`. Each command starts in the workspace's folder, or in the one it names. */
export function shellCall(call: Call, given: Result, base: Envelope, workshop: Workshop): AgentEvent[] {
  const command = textField(call.input, 'command') ?? '';
  const folder = textField(call.input, 'dir_path') ?? textField(call.input, 'directory') ?? '.';
  const result = { ...given, text: given.text.slice(0, answerEnd(given.text)) };
  const isBackground = field(call.input, 'is_background') === true;
  const { events } = commandCall(
    {
      command,
      cwd: resolvePath(call.cwd, folder),
      output:
        isBackground || result.error !== null || !result.isRecorded ? null : shellOutput(command, result),
      hasFailed: result.error !== null || EXIT_CODE.test(result.text.slice(-300)),
      isDenied: result.isDenied,
      error: result.error ?? 'other',
    },
    base,
    workshop,
  );
  return events;
}
