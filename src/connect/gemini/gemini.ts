import { join } from 'node:path';
import { geminiTranscripts } from '../../agents/gemini/transcripts';
import { field, isObject, listField, objectField } from '../../agents/json';
import { machineOf } from '../../ingest/machine';
import type { AgentConnector } from '../agentConnector';
import { isCompanionCommand } from '../companionCommand';
import type { IsOurs } from '../hookText';
import { jsonData } from '../jsonText';
import { sharedPlaces, userPlace } from '../places';
import { sharedHooks } from '../sharedHooks';
import { companionTrials } from '../trials';
import { at } from '../version';

const AGENT = 'gemini';

/** Not `PreCompress`, which tells nothing, and not those around the model. */
const EVENTS = ['SessionStart', 'BeforeAgent', 'BeforeTool', 'AfterTool', 'AfterAgent', 'SessionEnd'];

/** Before it, hooks ran only where a setting of its own allowed them. */
const OLDEST = at(0, 28, 0);
/** Under which people see the hooks in the agent, and can turn them off. */
const NAME = 'read-coverage';
/** Milliseconds after which Gemini CLI goes on without the companion; it waits far less by itself. */
const TIMEOUT = 5000;

const hooks = sharedHooks({
  form: { kind: 'grouped' },
  entries: (call) =>
    EVENTS.map((event) => ({
      event,
      entry: { hooks: [{ type: 'command', name: NAME, command: call.command(), timeout: TIMEOUT }] },
    })),
  isOurs,
});

export const gemini: AgentConnector = {
  agent: AGENT,
  name: 'Gemini CLI',
  oldest: { version: OLDEST, lacks: 'hooks' },
  stopsEnd: OLDEST,
  milestones: [OLDEST],
  program: { name: 'gemini', packages: ['@google/gemini-cli'] },
  extensions: [],
  places: ({ env, home }, folders) => [
    ...geminiTranscripts
      .roots(machineOf(env, home))
      .map((root) => userPlace(join(root, 'settings.json'), hooks)),
    ...sharedPlaces(folders, ['.gemini', 'settings.json'], hooks),
  ],
  cautions(text) {
    const settings = jsonData(text);
    const config = isObject(settings) ? objectField(settings, 'hooksConfig') : undefined;
    if (config === undefined) return [];
    const isOff = field(config, 'enabled') === false || listField(config, 'disabled')?.includes(NAME);
    return isOff ? ['hooks-off'] : [];
  },
  byHand: ['restart', 'trust-folder', 'transcripts'],
  trials: ({ call, session, folder }) =>
    companionTrials(call, {
      session_id: session,
      transcript_path: join(folder, 'no-transcript.jsonl'),
      cwd: folder,
      hook_event_name: 'AfterAgent',
      timestamp: new Date().toISOString(),
      prompt: '',
      prompt_response: '',
      stop_hook_active: false,
    }),
};

function isOurs(userFolder: string): IsOurs {
  return (handler) =>
    isObject(handler) &&
    field(handler, 'type') === 'command' &&
    isCompanionCommand(field(handler, 'command'), AGENT, userFolder);
}
