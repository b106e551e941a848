import { isAbsolute, join } from 'node:path';
import type { AgentConnector, Trial } from '../agentConnector';
import { sharedPlaces, userPlace } from '../places';
import { loading, pluginFile } from '../pluginFile';
import { at } from '../version';

/** The first that says when it has nothing more to do. */
const OLDEST = at(0, 80, 4);
/** Where it stands in a folder of settings. */
const BELOW = ['extensions', 'read-coverage.js'];

const extension = pluginFile('pi', [
  '// Written by Agent Read Coverage: it tells the editor what pi does, and asks it whether to go on.',
  '// Where what it loads is gone, it does nothing.',
  "import { createRequire } from 'node:module';",
  '',
  'const file = "MODULE";',
  '',
  'export default function (pi) {',
  '  try {',
  '    createRequire(file)(file).pi(pi);',
  '  } catch {}',
  '}',
]);

export const pi: AgentConnector = {
  agent: 'pi',
  name: 'pi',
  oldest: { version: OLDEST, lacks: 'hooks' },
  stopsEnd: OLDEST,
  milestones: [OLDEST],
  program: { name: 'pi', packages: ['@earendil-works/pi-coding-agent', '@mariozechner/pi-coding-agent'] },
  extensions: [],
  places: ({ env, home }, folders) => {
    const { PI_CODING_AGENT_DIR: named = '' } = env;
    const root = isAbsolute(named) ? named : join(home, '.pi', 'agent');
    return [
      userPlace(join(root, ...BELOW), extension),
      ...sharedPlaces(folders, ['.pi', ...BELOW], extension),
    ];
  },
  cautions: () => [],
  byHand: ['restart'],
  trials: ({ place, session, folder }) =>
    place.files.map(({ file }): Trial => ({ kind: 'node', code: trial(file, session, folder) })),
};

function trial(file: string, session: string, folder: string): string {
  return [
    ...loading(file),
    'const handlers = new Map();',
    'plugin.default({ on: (name, handler) => void handlers.set(name, handler) });',
    `const sessionManager = { getSessionId: () => ${JSON.stringify(session)}, getSessionFile() {}, getBranch: () => [] };`,
    `const context = { cwd: ${JSON.stringify(folder)}, sessionManager, abort() {} };`,
    "await handlers.get('agent_settled')({ type: 'agent_settled', aborted: false }, context);",
    '',
  ].join('\n');
}
