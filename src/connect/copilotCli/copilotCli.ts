import { join } from 'node:path';
import { copilotCliTranscripts } from '../../agents/copilotCli/transcripts';
import { isObject, objectField, textField } from '../../agents/json';
import { parsedText } from '../../agents/recordedFolder';
import { machineOf } from '../../ingest/machine';
import { platformOf } from '../../text/platform';
import type { AgentConnector, HookCall } from '../agentConnector';
import { companionArguments, companionArgumentsInPowershell } from '../companionCommand';
import { userPlace } from '../places';
import { powershellCommand } from '../shellCommand';
import { companionTrials } from '../trials';
import { at } from '../version';
import { wholeContent } from '../wholeContent';

const AGENT = 'copilot-cli';

/** Nothing of what is told after a call: see the dialect. A name that a version does not know is passed over. */
const EVENTS = [
  'sessionStart',
  'userPromptSubmitted',
  'preToolUse',
  'subagentStart',
  'subagentStop',
  'agentStop',
  'sessionEnd',
];

/** The first of which hooks of a person's own, and what they say, are known. */
const OLDEST = at(1, 0, 0);
/** Seconds after which Copilot CLI goes on without the companion; it waits far less by itself. */
const TIMEOUT = 5;

const hooks = wholeContent({ text: printed, isOurs });

export const copilotCli: AgentConnector = {
  agent: AGENT,
  name: 'Copilot CLI',
  oldest: { version: OLDEST, lacks: 'hooks' },
  stopsEnd: null,
  milestones: [OLDEST],
  program: { name: 'copilot', packages: ['@github/copilot'] },
  extensions: [],
  places: ({ env, home }) =>
    copilotCliTranscripts
      .roots(machineOf(env, home))
      .map((root) => userPlace(join(root, 'hooks', 'read-coverage.json'), hooks)),
  cautions: () => [],
  byHand: ['restart', 'transcripts'],
  trials: ({ call, session, folder }) =>
    companionTrials(
      call,
      { sessionId: session, timestamp: 0, cwd: folder, stopReason: 'end_turn' },
      { hook: 'agentStop' },
    ),
};

function printed(call: HookCall): string {
  const handlers = EVENTS.map((event) => [event, [handlerOf(call, event)]] as const);
  return `${JSON.stringify({ version: 1, hooks: Object.fromEntries(handlers) }, null, 2)}\n`;
}

/** The payload does not say which hook it is of. */
function handlerOf({ command, program }: HookCall, event: string): object {
  const run = platformOf(process.platform).hasShell
    ? { bash: command(event) }
    : { powershell: powershellCommand(program(event)), env: { ELECTRON_RUN_AS_NODE: '1' } };
  return { type: 'command', ...run, timeoutSec: TIMEOUT };
}

/** Nothing in it but commands that call the companion for the hook that they stand at. */
function isOurs(text: string): boolean {
  const file = parsedText(text);
  const found = isObject(file) ? Object.entries(objectField(file, 'hooks') ?? {}) : [];
  return (
    isObject(file) &&
    Object.keys(file).every((key) => key === 'version' || key === 'hooks') &&
    found.length > 0 &&
    found.every(
      ([event, list]) => Array.isArray(list) && list.every((handler: unknown) => calls(handler, event)),
    )
  );
}

function calls(handler: unknown, event: string): boolean {
  if (!isObject(handler)) return false;
  const [bash, powershell] = ['bash', 'powershell'].map((name) => textField(handler, name));
  if (bash !== undefined && powershell !== undefined) return false;
  const words =
    bash === undefined ? companionArgumentsInPowershell(powershell ?? '') : companionArguments(bash);
  return words?.join(' ') === `${AGENT} ${event}`;
}
