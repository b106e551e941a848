import { join } from 'node:path';
import { field, isObject, textField } from '../../agents/json';
import { machineOf } from '../../ingest/machine';
import type { AgentConnector, Caution } from '../agentConnector';
import { isCompanionCommand } from '../companionCommand';
import { type HookForm, type IsOurs, ourHandlers } from '../hookText';
import { httpHandler, httpHook, isHttpHandler } from '../httpHook';
import { jsonData, truthIn } from '../jsonText';
import { sharedPlaces, userPlace } from '../places';
import { sharedHooks } from '../sharedHooks';
import { companionTrials } from '../trials';
import { at } from '../version';
import { isAllowedUrl } from './allowedUrls';

const AGENT = 'qwen-code';

/** Those that every request to the model waits for, and that may speak HTTP. */
const AT_EVERY_STEP = ['UserPromptSubmit', 'PreToolUse', 'PostToolBatch'];
const OTHERS = ['SessionStart', 'PostCompact', 'SubagentStart', 'SubagentStop', 'Stop', 'SessionEnd'];

/** Hooks of versions long before it say neither which call they are for nor what came back for it. */
const OLDEST = at(0, 21, 10);
/** After which Qwen Code goes on without the companion: milliseconds, for all versions. */
const TIMEOUT = 5000;
const FORM: HookForm = { kind: 'grouped' };

const hooks = sharedHooks({
  form: FORM,
  entries({ http, ...call }) {
    const byCommand = { type: 'command', command: call.command(), timeout: TIMEOUT };
    const often = http ? httpHandler(AGENT, http) : byCommand;
    return [
      ...AT_EVERY_STEP.map((event) => ({ event, entry: { hooks: [often] } })),
      ...OTHERS.map((event) => ({ event, entry: { hooks: [byCommand] } })),
    ];
  },
  isOurs,
});

export const qwenCode: AgentConnector = {
  agent: AGENT,
  name: 'Qwen Code',
  oldest: { version: OLDEST, lacks: 'calls' },
  stopsEnd: OLDEST,
  milestones: [OLDEST],
  http: { since: OLDEST, hook: (place) => httpHook(AGENT, place) },
  program: { name: 'qwen', packages: ['@qwen-code/qwen-code'] },
  extensions: [],
  places({ env, home }, folders) {
    const root = machineOf(env, home).folder('QWEN_HOME') ?? join(home, '.qwen');
    return [
      userPlace(join(root, 'settings.json'), hooks),
      ...sharedPlaces(folders, ['.qwen', 'settings.json'], hooks),
    ];
  },
  cautions(text) {
    const cautions: Caution[] = [];
    if (truthIn(text, 'disableAllHooks')) cautions.push('hooks-off');
    const settings = jsonData(text);
    if (!urlsIn(text).every((url) => isAllowedUrl(settings, url))) cautions.push('http-closed');
    return cautions;
  },
  byHand: ['restart', 'trust-folder'],
  trials: ({ call, session, folder }) =>
    companionTrials(
      call,
      {
        session_id: session,
        transcript_path: join(folder, 'no-transcript.jsonl'),
        cwd: folder,
        hook_event_name: 'Stop',
        timestamp: new Date().toISOString(),
        stop_hook_active: false,
      },
      { http: call.http && httpHook(AGENT, call.http) },
    ),
};

/** The addresses of ours that hooks in the text speak to. */
function urlsIn(text: string): string[] {
  return ourHandlers(text, FORM, (handler) => isHttpHandler(handler, AGENT)).flatMap(
    (each) => (isObject(each) && textField(each, 'url')) || [],
  );
}

function isOurs(userFolder: string): IsOurs {
  return (handler) =>
    isHttpHandler(handler, AGENT) ||
    (isObject(handler) &&
      field(handler, 'type') === 'command' &&
      isCompanionCommand(field(handler, 'command'), AGENT, userFolder));
}
