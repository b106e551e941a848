// What the scripted model does with tools that only Claude Code has.
import { join } from 'node:path';
import { client } from './agentUnderTest';
import type { ModelCall } from './model/modelApi';
import type { ModelStep } from './model/scriptedModel';

/** A command that runs until it may fail, and says in a file that it has begun. */
export function failure(begun: string, mayFail: string): ModelStep {
  return [client.tools.shell(`touch '${begun}'; while [ ! -e '${mayFail}' ]; do sleep 0.1; done; exit 7`)];
}

/** The main agent, which waits for a subagent or lets it run in the background, and then works on. */
export function delegation(folder: string, mark: string, run_in_background = false): readonly ModelStep[] {
  const subagent: ModelCall = {
    name: 'Agent',
    input: {
      description: 'read a bit',
      prompt: `${mark}: read src/mid.ts`,
      subagent_type: 'general-purpose',
      run_in_background,
    },
  };
  const read = (file: string) => client.tools.read(join(folder, file));
  return [[subagent], [read('src/small.ts')], [read('src/crlf.txt')], 'All is done.'];
}
