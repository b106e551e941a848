import { join } from 'node:path';
import { claudeRoots } from '../../agents/claudeCode/transcripts';
import { field, isObject, objectField, textField } from '../../agents/json';
import { type HttpPlace, payloadPath } from '../../channel/httpPlace';
import { machineOf } from '../../ingest/machine';
import type { AgentConnector, Caution, ConnectPlace, HttpHook } from '../agentConnector';
import { isCompanionCommand } from '../companionCommand';
import { addHooks, ourHandlers, removeHooks } from '../hookText';
import { isStrictJson, truthIn } from '../jsonText';
import { isAtLeast, type Version } from '../version';
import { claudeCodeInstalls } from './installs';

const AGENT = 'claude-code';

/** The events that are asked for, and since when they are known. Before 2.1.101 one unknown name turned all hooks off. */
const EVENTS: readonly (readonly [string, Version])[] = [
  ['SessionStart', at(1, 0, 62)],
  ['UserPromptSubmit', at(1, 0, 54)],
  ['PreToolUse', at(1, 0, 38)],
  ['PostToolUse', at(1, 0, 38)],
  ['PostToolUseFailure', at(2, 0, 60)],
  ['PostCompact', at(2, 1, 76)],
  ['SubagentStart', at(2, 0, 43)],
  ['SubagentStop', at(1, 0, 41)],
  ['Stop', at(1, 0, 38)],
  ['SessionEnd', at(1, 0, 85)],
];

/** Those that every tool call waits for. Not all of the others are ever sent by HTTP. */
const AT_EVERY_CALL: ReadonlySet<string> = new Set(['PreToolUse', 'PostToolUse', 'PostToolUseFailure']);
const HAS_HTTP = at(2, 1, 63);

/** Hooks before it do not say which subagent they are called for. */
const OLDEST = at(2, 1, 69);
/**
 * Before it, a run went on where the call that a stop came with was refused, failed, or ended while the answer still
 * came in.
 */
const STOPS_END = at(2, 1, 212);
/** Seconds after which Claude Code goes on without the companion; it waits far less by itself. */
const TIMEOUT = 5;
/** The same for HTTP: a window that hangs must not hold up the agent. */
const HTTP_TIMEOUT = 0.15;
const OUR_URL = new RegExp(`^http://127\\.0\\.0\\.1:\\d+${payloadPath(AGENT)}$`);
/** Marks what is ours among hooks that speak HTTP. */
const MARK = 'X-Read-Coverage';

export const claudeCode: AgentConnector = {
  agent: AGENT,
  name: 'Claude Code',
  oldest: OLDEST,
  stopsEnd: STOPS_END,
  milestones: [STOPS_END, at(2, 1, 76), OLDEST],
  hasHttp: (version) => isAtLeast(version, HAS_HTTP),
  httpHook,
  installs: claudeCodeInstalls,
  extensions: ['anthropic.claude-code'],
  places: ({ env, home }, folders) => [
    ...claudeRoots(machineOf(env, home)).map(
      (root): ConnectPlace => ({
        level: 'user',
        file: join(root, 'settings.json'),
        newMode: 0o600,
      }),
    ),
    ...folders.flatMap((folder): readonly ConnectPlace[] => [
      {
        level: 'folder-own',
        file: inFolder(folder, 'settings.local.json'),
        plainBelow: folder,
        newMode: 0o644,
      },
      { level: 'folder-shared', file: inFolder(folder, 'settings.json'), plainBelow: folder, newMode: 0o644 },
    ]),
  ],
  add(text, { version, command, http }, file) {
    const byCommand = { type: 'command', command, timeout: TIMEOUT };
    const groups = EVENTS.filter(([, since]) => isAtLeast(version, since)).map(([event]) => {
      const byHttp = http && AT_EVERY_CALL.has(event);
      const handler = byHttp ? { type: 'http', ...httpHook(http), timeout: HTTP_TIMEOUT } : byCommand;
      return { event, group: { hooks: [handler] } };
    });
    return addHooks(text, groups, file);
  },
  remove: (text, userFolder, file) => removeHooks(text, (handler) => isOurs(handler, userFolder), file),
  isConnected: (text, userFolder) => ourHandlers(text, (handler) => isOurs(handler, userFolder)).length > 0,
  cautions(text, version) {
    const cautions: Caution[] = [];
    if (!isStrictJson(text)) cautions.push('not-read');
    if (truthIn(text, 'disableAllHooks')) cautions.push('hooks-off');
    if (!isAtLeast(version, STOPS_END)) cautions.push('stops-only-refuse');
    return cautions;
  },
  testPayload: (session, folder) => ({
    session_id: session,
    transcript_path: join(folder, 'no-transcript.jsonl'),
    cwd: folder,
    hook_event_name: 'Stop',
    stop_hook_active: false,
  }),
};

function httpHook({ port, token }: HttpPlace): HttpHook {
  return {
    url: `http://127.0.0.1:${port}${payloadPath(AGENT)}`,
    headers: { Authorization: `Bearer ${token}`, [MARK]: AGENT },
  };
}

function isOurs(handler: unknown, userFolder: string): boolean {
  if (!isObject(handler)) return false;
  switch (field(handler, 'type')) {
    case 'command':
      return isCompanionCommand(field(handler, 'command'), AGENT, userFolder);
    case 'http':
      return (
        OUR_URL.test(textField(handler, 'url') ?? '') &&
        textField(objectField(handler, 'headers') ?? {}, MARK) === AGENT
      );
    default:
      return false;
  }
}

function inFolder(folder: string, name: string): string {
  return join(folder, '.claude', name);
}

function at(major: number, minor: number, patch: number): Version {
  return { major, minor, patch };
}
