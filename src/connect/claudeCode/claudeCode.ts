import { basename, dirname, join } from 'node:path';
import { claudeRoots } from '../../agents/claudeCode/transcripts';
import { field, isObject } from '../../agents/json';
import { machineOf } from '../../ingest/machine';
import { platformOf } from '../../text/platform';
import type { AgentConnector, Caution, ConnectLevel, ConnectPlace } from '../agentConnector';
import { isCompanionCommand } from '../companionCommand';
import { httpHandler, httpHook, isHttpHandler } from '../httpHook';
import { isStrictJson, truthIn } from '../jsonText';
import { userPlace } from '../places';
import { sharedHooks } from '../sharedHooks';
import { companionTrials } from '../trials';
import { at, isAtLeast, parseVersion, type Version } from '../version';

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
const hooks = sharedHooks({
  form: { kind: 'grouped' },
  entries({ version, http, ...call }) {
    const byCommand = { type: 'command', command: call.command(), timeout: TIMEOUT };
    return EVENTS.filter(([, since]) => isAtLeast(version, since)).map(([event]) => {
      const byHttp = http && AT_EVERY_CALL.has(event);
      const handler = byHttp ? httpHandler(AGENT, http) : byCommand;
      return { event, entry: { hooks: [handler] } };
    });
  },
  isOurs: (userFolder) => (handler) => isOurs(handler, userFolder),
});

export const claudeCode: AgentConnector = {
  agent: AGENT,
  name: 'Claude Code',
  oldest: { version: OLDEST, lacks: 'actors' },
  stopsEnd: STOPS_END,
  milestones: [STOPS_END, at(2, 1, 76), OLDEST],
  http: { since: HAS_HTTP, hook: (place) => httpHook(AGENT, place) },
  program: {
    name: 'claude',
    packages: ['@anthropic-ai/claude-code'],
    places: ({ platform, home }) =>
      platformOf(platform).hasShell ? [join(home, '.claude', 'local', 'claude')] : [],
    // Of a native install: `…/claude/versions/2.1.332`.
    versionOf: (real) =>
      basename(dirname(real)) === 'versions' && /^[\d.]+$/.test(basename(real))
        ? parseVersion(basename(real))
        : undefined,
  },
  extensions: ['anthropic.claude-code'],
  places: ({ env, home }, folders) => [
    ...claudeRoots(machineOf(env, home)).map((root) => userPlace(join(root, 'settings.json'), hooks)),
    ...folders.flatMap((folder) => [
      inFolder(folder, 'folder-own', 'settings.local.json'),
      inFolder(folder, 'folder-shared', 'settings.json'),
    ]),
  ],
  cautions(text) {
    const cautions: Caution[] = [];
    if (!isStrictJson(text)) cautions.push('not-read');
    if (truthIn(text, 'disableAllHooks')) cautions.push('hooks-off');
    return cautions;
  },
  byHand: ['restart'],
  trials: ({ call, session, folder }) =>
    companionTrials(
      call,
      {
        session_id: session,
        transcript_path: join(folder, 'no-transcript.jsonl'),
        cwd: folder,
        hook_event_name: 'Stop',
        stop_hook_active: false,
      },
      { http: call.http && httpHook(AGENT, call.http) },
    ),
};

function isOurs(handler: unknown, userFolder: string): boolean {
  if (isHttpHandler(handler, AGENT)) return true;
  return (
    isObject(handler) &&
    field(handler, 'type') === 'command' &&
    isCompanionCommand(field(handler, 'command'), AGENT, userFolder)
  );
}

function inFolder(folder: string, level: ConnectLevel, name: string): ConnectPlace {
  const file = join(folder, '.claude', name);
  // A person's own file may hold the secret for HTTP.
  const newMode = level === 'folder-own' ? 0o600 : 0o644;
  return { level, files: [{ file, plainBelow: folder, newMode, content: hooks }] };
}
