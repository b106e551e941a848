import { isAbsolute, join } from 'node:path';
import { platformOf } from '../../text/platform';
import type { AgentConnector, ConnectFile } from '../agentConnector';
import { shellCommand } from '../shellCommand';
import { at } from '../version';
import { wholeContent } from '../wholeContent';
import { hookScript, isHookScript } from './hookScript';

/** Each is the name of a file. That a person's words are handed to the agent, not every program tells. */
const EVENTS = [
  'TaskStart',
  'TaskResume',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'TaskComplete',
  'TaskCancel',
  'TaskError',
  'SessionShutdown',
];

/** Of the command line: the first whose hooks name calls. Those of extensions are counted in another way. */
const OLDEST = at(3, 0, 0);

const script = wholeContent({
  text: (call) => hookScript(call, process.platform),
  isOurs: isHookScript,
});

export const cline: AgentConnector = {
  agent: 'cline',
  name: 'Cline',
  oldest: { version: OLDEST, lacks: 'calls' },
  stopsEnd: OLDEST,
  milestones: [OLDEST],
  program: { name: 'cline', packages: ['cline', '@cline/cli'] },
  extensions: [],
  places: ({ env, home, platform }, folders) => {
    const { hasShell, script: ending } = platformOf(platform);
    const { CLINE_DIR: named = '' } = env;
    const own = join(isAbsolute(named) ? named : join(home, '.cline'), 'hooks');
    return [
      // With an ending, they stand beside those that a person has.
      { level: 'user', files: filesIn(own, ending, {}) },
      ...folders.map((folder) => ({
        level: 'folder-shared' as const,
        // Extensions from before 2026 know no files with an ending, but on Windows.
        files: filesIn(join(folder, '.clinerules', 'hooks'), hasShell ? '' : ending, { plainBelow: folder }),
      })),
    ];
  },
  cautions: () => [],
  byHand: ['restart'],
  trials: ({ place, session }) =>
    place.files.slice(0, 1).map(({ file }) => ({
      kind: 'command',
      command: shellCommand(runs(file), process.platform),
      payload: {
        hookName: 'agent_end',
        taskId: session,
        sessionContext: { rootSessionId: session },
        workspaceRoots: [],
        agent_id: 'none',
        parent_agent_id: 'nobody',
      },
    })),
};

function filesIn(folder: string, ending: string, below: Pick<ConnectFile, 'plainBelow'>): ConnectFile[] {
  return EVENTS.map((event) => ({
    file: join(folder, event + ending),
    newMode: 0o755,
    content: script,
    ...below,
  }));
}

function runs(file: string): readonly string[] {
  return file.endsWith('.ps1') ? ['powershell', '-File', file] : ['sh', file];
}
