import { join } from 'node:path';
import { field, isObject, objectField, textField } from '../../agents/json';
import { type HttpPlace, payloadPath } from '../../channel/httpPlace';
import { machineOf } from '../../ingest/machine';
import type { AgentConnector, Caution, HttpHook } from '../agentConnector';
import { isCompanionCommand } from '../companionCommand';
import { type HookForm, type IsOurs, ourHandlers } from '../hookText';
import { jsonData, truthIn } from '../jsonText';
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
/** The same for HTTP, in seconds: a window that hangs must not hold up the agent. */
const HTTP_TIMEOUT = 0.15;
const OUR_URL = new RegExp(`^http://127\\.0\\.0\\.1:\\d+${payloadPath(AGENT)}$`);
/** Marks what is ours among hooks that speak HTTP. */
const MARK = 'X-Read-Coverage';

const FORM: HookForm = { kind: 'grouped' };

const hooks = sharedHooks({
  form: FORM,
  entries({ http, ...call }) {
    const byCommand = { type: 'command', command: call.command(), timeout: TIMEOUT };
    const often = http ? { type: 'http', ...httpHook(http), timeout: HTTP_TIMEOUT } : byCommand;
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
  http: { since: OLDEST, hook: httpHook },
  program: { name: 'qwen', packages: ['@qwen-code/qwen-code'] },
  extensions: [],
  places({ env, home }, folders) {
    const root = machineOf(env, home).folder('QWEN_HOME') ?? join(home, '.qwen');
    return [
      {
        level: 'user',
        files: [{ file: join(root, 'settings.json'), newMode: 0o600, content: hooks }],
      },
      ...folders.map((folder) => {
        const file = join(folder, '.qwen', 'settings.json');
        return {
          level: 'folder-shared' as const,
          files: [{ file, plainBelow: folder, newMode: 0o644, content: hooks }],
        };
      }),
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
      { http: call.http && httpHook(call.http) },
    ),
};

function httpHook({ port, token }: HttpPlace): HttpHook {
  return {
    url: `http://127.0.0.1:${port}${payloadPath(AGENT)}`,
    headers: { Authorization: `Bearer ${token}`, [MARK]: AGENT },
  };
}

/** The addresses of ours that hooks in the text speak to. */
function urlsIn(text: string): string[] {
  return ourHandlers(text, FORM, isOurHttp).flatMap(
    (each) => (isObject(each) && textField(each, 'url')) || [],
  );
}

function isOurs(userFolder: string): IsOurs {
  return (handler) =>
    isOurHttp(handler) ||
    (isObject(handler) &&
      field(handler, 'type') === 'command' &&
      isCompanionCommand(field(handler, 'command'), AGENT, userFolder));
}

function isOurHttp(handler: unknown): boolean {
  return (
    isObject(handler) &&
    field(handler, 'type') === 'http' &&
    OUR_URL.test(textField(handler, 'url') ?? '') &&
    textField(objectField(handler, 'headers') ?? {}, MARK) === AGENT
  );
}
