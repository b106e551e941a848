import { join } from 'node:path';
import { field, isObject } from '../../agents/json';
import type { AgentConnector } from '../agentConnector';
import { isCompanionCommand } from '../companionCommand';
import { sharedPlaces, userPlace } from '../places';
import { sharedHooks } from '../sharedHooks';
import { companionTrials } from '../trials';
import { at } from '../version';

const AGENT = 'cursor';

const EVENTS = [
  'sessionStart',
  'beforeSubmitPrompt',
  'preToolUse',
  'postToolUse',
  'postToolUseFailure',
  'preCompact',
  'stop',
  'sessionEnd',
];

/** The first that others saw call hooks before and after every call. */
const OLDEST = at(3, 0, 0);
/** Seconds after which Cursor goes on without the companion; it waits far less by itself. */
const TIMEOUT = 5;

const hooks = sharedHooks({
  form: { kind: 'flat', besides: { version: 1 } },
  entries: (call) => EVENTS.map((event) => ({ event, entry: { command: call.command(), timeout: TIMEOUT } })),
  isOurs: (userFolder) => (handler) =>
    isObject(handler) && isCompanionCommand(field(handler, 'command'), AGENT, userFolder),
});

/** As Cursor's documentation says; it was not tried with Cursor itself. */
export const cursor: AgentConnector = {
  agent: AGENT,
  name: 'Cursor',
  oldest: { version: OLDEST, lacks: 'calls' },
  stopsEnd: null,
  milestones: [OLDEST],
  // The editor that is Cursor tells extensions a version of VS Code.
  extensions: [],
  places: ({ home }, folders) => [
    userPlace(join(home, '.cursor', 'hooks.json'), hooks),
    ...sharedPlaces(folders, ['.cursor', 'hooks.json'], hooks),
  ],
  cautions: () => [],
  byHand: ['restart'],
  trials: ({ call, session, folder }) =>
    companionTrials(call, {
      hook_event_name: 'stop',
      conversation_id: session,
      generation_id: 'none',
      cursor_version: '0',
      workspace_roots: [folder],
      status: 'completed',
    }),
};
