import { join } from 'node:path';
import { codexTranscripts } from '../../agents/codex/transcripts';
import { field, isObject } from '../../agents/json';
import { machineOf } from '../../ingest/machine';
import { platformOf } from '../../text/platform';
import type { AgentConnector, Caution, HookCall } from '../agentConnector';
import { isCompanionCommand } from '../companionCommand';
import type { IsOurs } from '../hookText';
import { sharedPlaces, userPlace } from '../places';
import { sharedHooks } from '../sharedHooks';
import { shellCommand } from '../shellCommand';
import { companionTrials } from '../trials';
import { at } from '../version';
import { isTakenByCodex } from './hooksFile';
import { hookTrust } from './hookTrust';

const AGENT = 'codex';

/** Not `PostToolUse`: see the dialect. A name that a version does not know is passed over. */
const EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostCompact',
  'SubagentStart',
  'SubagentStop',
  'Stop',
  'SessionEnd',
];

/** Hooks before it do not say which subagent they are called for. */
const OLDEST = at(0, 137, 0);
/** Seconds after which Codex goes on without the companion; at a session's end it allows for no more. */
const TIMEOUT = 3;

const hooks = sharedHooks({
  form: { kind: 'grouped' },
  entries: (call) =>
    EVENTS.map((event) => ({
      event,
      entry: { hooks: [{ type: 'command', command: commandOf(call), timeout: TIMEOUT }] },
    })),
  isOurs,
});

export const codex: AgentConnector = {
  agent: AGENT,
  name: 'Codex',
  oldest: { version: OLDEST, lacks: 'actors' },
  stopsEnd: null,
  milestones: [OLDEST],
  program: { name: 'codex', packages: ['@openai/codex'] },
  extensions: [],
  places: ({ env, home }, folders) => [
    ...codexTranscripts.roots(machineOf(env, home)).map((root) => userPlace(join(root, 'hooks.json'), hooks)),
    ...sharedPlaces(folders, ['.codex', 'hooks.json'], hooks),
  ],
  cautions: (text): readonly Caution[] => (isTakenByCodex(text) ? [] : ['refused']),
  byHand: ['trust-hooks', 'restart', 'transcripts'],
  trust: (place, userFolder, machine) => hookTrust(place, isOurs(userFolder), machine),
  trials: ({ call, session, folder }) => {
    const payload = {
      session_id: session,
      turn_id: 'none',
      transcript_path: null,
      cwd: folder,
      hook_event_name: 'Stop',
      stop_hook_active: false,
    };
    return companionTrials({ ...call, command: () => commandOf(call) }, payload);
  },
};

/**
 * Codex runs hooks in the shell of the person, which may be one of another syntax: plain words mean the same in all. A
 * program that is gone it takes for a hook that failed, not for a refusal.
 */
function commandOf({ command, program }: HookCall): string {
  return platformOf(process.platform).hasShell ? shellCommand(program(), process.platform) : command();
}

function isOurs(userFolder: string): IsOurs {
  return (handler) =>
    isObject(handler) &&
    field(handler, 'type') === 'command' &&
    isCompanionCommand(field(handler, 'command'), AGENT, userFolder);
}
