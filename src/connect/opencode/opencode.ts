import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { platformOf } from '../../text/platform';
import type { AgentConnector, ConnectPlace, TestEvent, Trial } from '../agentConnector';
import { sharedFile, userPlace } from '../places';
import { loading, pluginFile } from '../pluginFile';
import { at } from '../version';

/** The first whose parts of messages are told to plugins as they are kept now. */
const OLDEST = at(1, 0, 0);
const NAME = 'read-coverage.js';

const plugin = pluginFile('opencode', [
  '// Written by Agent Read Coverage: it tells the editor what OpenCode does, and asks it whether to go on.',
  '// Where what it loads is gone, it does nothing.',
  "import { createRequire } from 'node:module';",
  '',
  'const file = "MODULE";',
  '',
  'export const ReadCoverage = async (input) => {',
  '  try {',
  '    return createRequire(file)(file).opencode(input);',
  '  } catch {',
  '    return {};',
  '  }',
  '};',
]);

export const opencode: AgentConnector = {
  agent: 'opencode',
  name: 'OpenCode',
  oldest: { version: OLDEST, lacks: 'hooks' },
  stopsEnd: OLDEST,
  milestones: [OLDEST],
  program: {
    name: 'opencode',
    packages: ['opencode-ai', 'opencode'],
    places: ({ home, platform }) => [
      join(home, '.opencode', 'bin', `opencode${platformOf(platform).program}`),
    ],
  },
  extensions: [],
  places: ({ env, home }, folders) => {
    const { XDG_CONFIG_HOME: config = '', OPENCODE_CONFIG_DIR: named = '' } = env;
    const roots = [join(isAbsolute(config) ? config : join(home, '.config'), 'opencode')];
    // It is read besides.
    if (isAbsolute(named) && !roots.includes(named)) roots.push(named);
    return [
      ...roots.map((root) => userPlace(fileIn(root), plugin)),
      ...folders.map(
        (folder): ConnectPlace => ({
          level: 'folder-shared',
          files: [sharedFile(folder, fileIn(join(folder, '.opencode')), plugin)],
        }),
      ),
    ];
  },
  cautions: () => [],
  byHand: ['restart'],
  trials: ({ place, session, folder }: TestEvent) =>
    place.files.map(({ file }): Trial => ({ kind: 'node', code: trial(file, session, folder) })),
};

/** Both names of the folder are read by newer versions, one of them by all; a person who has the other keeps to it. */
function fileIn(root: string): string {
  const [one, many] = ['plugin', 'plugins'].map((name) => join(root, name)) as [string, string];
  const isOther = existsSync(join(many, NAME)) || (existsSync(many) && !existsSync(one));
  return join(isOther ? many : one, NAME);
}

function trial(file: string, session: string, folder: string): string {
  const known = { id: session, directory: folder };
  const events = [
    { type: 'session.updated', properties: { info: known } },
    { type: 'session.idle', properties: { sessionID: session } },
  ];
  return [
    ...loading(file),
    `const hooks = await plugin.ReadCoverage(${JSON.stringify({ directory: folder, client: {} })});`,
    `for (const event of ${JSON.stringify(events)}) await hooks.event({ event });`,
    '',
  ].join('\n');
}
