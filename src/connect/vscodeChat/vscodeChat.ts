import { join } from 'node:path';
import { isObject, listField, objectField, textField } from '../../agents/json';
import { parsedText } from '../../agents/recordedFolder';
import type { AgentConnector, HookCall } from '../agentConnector';
import { companionArguments } from '../companionCommand';
import { sharedPlaces, userPlace } from '../places';
import { companionTrials } from '../trials';
import { at } from '../version';
import { wholeContent } from '../wholeContent';

const AGENT = 'vscode-chat';
const NAME = 'read-coverage-chat.json';

const EVENTS = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PreCompact', 'Stop'];

/** The first whose own agent has hooks. */
const OLDEST = at(1, 110, 0);
/** Seconds after which the agent goes on without the companion; it waits far less by itself. */
const TIMEOUT = 5;

const hooks = wholeContent({ text: printed, isOurs });

/**
 * Of the agent that runs in the editor itself (the local harness). As its documentation says, and the extension's source;
 * it was not tried. Copilot CLI reads the same folders, and the companion says nothing to it.
 */
export const vscodeChat: AgentConnector = {
  agent: AGENT,
  name: 'VS Code chat',
  oldest: { version: OLDEST, lacks: 'hooks' },
  // By its source a stop ends the run in some versions and fails the call in others.
  stopsEnd: null,
  milestones: [OLDEST],
  extensions: [],
  editors: /^(?:Visual Studio Code|VSCodium)/,
  places: ({ home }, folders) => [
    userPlace(join(home, '.copilot', 'hooks', NAME), hooks),
    ...sharedPlaces(folders, ['.github', 'hooks', NAME], hooks),
  ],
  cautions: () => [],
  byHand: ['restart'],
  trials: ({ call, session, folder }) =>
    companionTrials(call, {
      timestamp: new Date(0).toISOString(),
      hook_event_name: 'Stop',
      session_id: session,
      cwd: folder,
      transcript_path: join(folder, 'GitHub.copilot-chat', 'transcripts', 'none.jsonl'),
      stop_hook_active: false,
    }),
};

function printed({ command }: HookCall): string {
  const handler = { type: 'command', command: command(), timeout: TIMEOUT };
  const events = Object.fromEntries(EVENTS.map((event) => [event, [handler]]));
  return `${JSON.stringify({ version: 1, hooks: events }, null, 2)}\n`;
}

/** Nothing in it but commands that call the companion. */
function isOurs(text: string): boolean {
  const file = parsedText(text);
  if (!isObject(file) || !Object.keys(file).every((key) => key === 'version' || key === 'hooks'))
    return false;
  const events = objectField(file, 'hooks') ?? {};
  const names = Object.keys(events);
  return (
    names.length > 0 &&
    names.every((event) => {
      const list = listField(events, event) ?? [];
      return list.length > 0 && list.every(callsCompanion);
    })
  );
}

function callsCompanion(handler: unknown): boolean {
  const command = isObject(handler) ? (textField(handler, 'command') ?? '') : '';
  return companionArguments(command)?.join(' ') === AGENT;
}
