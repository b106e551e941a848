import type { AgentEvent, Envelope } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { field, textField } from '../json';
import { shellCall } from '../shell/shellCall';
import type { Workshop } from '../workshop';
import { ownOutput } from './bash';

/**
 * A command that a person ran (`!`): what it printed is put into the context with the next prompt, unless the person kept
 * it out (`!!`). It is no deed of the agent; what it showed is delivered.
 */
export function ownCommand(
  message: JsonObject,
  base: Envelope,
  cwd: string,
  workshop: Workshop,
): AgentEvent[] {
  const exitCode = field(message, 'exitCode');
  const hasFailed = field(message, 'cancelled') === true || (exitCode !== 0 && exitCode !== undefined);
  const command = textField(message, 'command') ?? '';
  const run = { command, cwd, output: ownOutput(message), hasFailed, isDenied: false, error: 'other' };
  return shellCall(run, base, workshop).events.flatMap((event): AgentEvent[] => {
    switch (event.kind) {
      case 'read': {
        if (event.returned.length === 0) return [];
        const { requested: _requested, outcome: _outcome, bytes: _bytes, error: _error, ...lines } = event;
        return [{ ...lines, kind: 'delivered', form: 'shell' }];
      }
      case 'delete':
      case 'rename':
      case 'document-changed':
        return [event];
      default:
        return [];
    }
  });
}
