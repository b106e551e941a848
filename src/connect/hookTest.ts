import { request } from 'node:http';
import { platformOf } from '../text/platform';
import type { HttpHook } from './agentConnector';
import { type BriefRun, runBriefly } from './briefRun';
import { AS_NODE } from './companionCommand';
import type { Machine } from './programs';
import { wordsOfShellCommand } from './shellCommand';

/** A companion that takes longer would hold the agent up; a busy machine is given much more. Milliseconds. */
const WITHIN = 10_000;

/**
 * Runs a hook's command once as the agent does, with a payload of the agent's.
 * Undefined where it cannot be started.
 */
export function tryHook(
  command: string,
  payload: object,
  folder: string,
  { env, platform }: Machine,
): Promise<BriefRun | undefined> {
  const options = { within: WITHIN, cwd: folder, input: JSON.stringify(payload) };
  if (platformOf(platform).hasShell) return runBriefly('/bin/sh', ['-c', command], { ...options, env });
  const words = wordsOfShellCommand(command) ?? [];
  const [program = '', ...args] = words[0] === AS_NODE ? words.slice(1) : words;
  return runBriefly(program, args, { ...options, env: { ...env, ELECTRON_RUN_AS_NODE: '1' } });
}

/** Runs the text of an ES module. Undefined where Node cannot be started. */
export function tryModule(
  code: string,
  folder: string,
  node: string,
  { env }: Machine,
): Promise<BriefRun | undefined> {
  const { NODE_OPTIONS: _, ...plain } = env;
  return runBriefly(node, ['--input-type=module', '--eval', code], {
    within: WITHIN,
    cwd: folder,
    env: { ...plain, ELECTRON_RUN_AS_NODE: '1' },
  });
}

/** Posts a payload to a hook's address as the agent does. The HTTP status; undefined where nobody answers. */
export function tryHttpHook({ url, headers }: HttpHook, payload: object): Promise<number | undefined> {
  return new Promise((resolve) => {
    const all = { ...headers, 'content-type': 'application/json' };
    const post = request(url, { method: 'POST', headers: all, timeout: WITHIN }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
      response.on('error', () => resolve(undefined));
    });
    post.on('timeout', () => post.destroy());
    post.on('error', () => resolve(undefined));
    post.end(JSON.stringify(payload));
  });
}
