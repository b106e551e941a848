// Real coding agents of npm, one folder of the cache for each version. They are large, so they are installed only when
// somebody asks for it.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installOnce } from './install-once.mjs';
import { Told } from './main.mjs';
import { npm } from './npm.mjs';
import { cacheFolder } from './paths.mjs';

/**
 * @typedef {object} Agent
 * @property {string} kind of its adapter
 * @property {string} name as people call it
 * @property {string} npm the package that it comes in
 * @property {string} program its name among the programs of the package
 * @property {readonly string[]} versions that are tested, the newest known one first
 * @property {readonly string[]} suites of test/agents that are for this agent only
 */

/** @type {readonly Agent[]} */
export const AGENTS = [
  {
    kind: 'claude-code',
    name: 'Claude Code',
    npm: '@anthropic-ai/claude-code',
    program: 'claude',
    // The second is from before much of what the hooks can do today.
    versions: ['2.1.332', '2.1.100'],
    suites: ['claudeHttp', 'claudeStops', 'hookCost'],
  },
  {
    kind: 'gemini',
    name: 'Gemini CLI',
    npm: '@google/gemini-cli',
    program: 'gemini',
    versions: ['0.61.0'],
    suites: [],
  },
  { kind: 'codex', name: 'Codex', npm: '@openai/codex', program: 'codex', versions: ['0.171.0'], suites: [] },
  {
    kind: 'opencode',
    name: 'OpenCode',
    npm: 'opencode-ai',
    program: 'opencode',
    versions: ['1.18.33'],
    suites: [],
  },
  {
    kind: 'copilot-cli',
    name: 'Copilot CLI',
    npm: '@github/copilot',
    program: 'copilot',
    versions: ['1.0.102'],
    suites: [],
  },
  {
    kind: 'qwen-code',
    name: 'Qwen Code',
    npm: '@qwen-code/qwen-code',
    program: 'qwen',
    versions: ['0.24.4'],
    suites: [],
  },
  {
    kind: 'pi',
    name: 'pi',
    npm: '@earendil-works/pi-coding-agent',
    program: 'pi',
    versions: ['1.6.0'],
    suites: [],
  },
  { kind: 'cline', name: 'Cline CLI', npm: 'cline', program: 'cline', versions: ['3.0.65'], suites: [] },
];

/** The suite that every agent is tested with. */
export const SUITE_OF_ALL = 'agent';

/** @param {string} kind */
export function agentOf(kind) {
  const agent = AGENTS.find((each) => each.kind === kind);
  if (agent === undefined) {
    throw new Told(`There is no agent "${kind}": ${AGENTS.map((each) => each.kind).join(', ')}.`);
  }
  return agent;
}

/**
 * The folder that holds the program of an agent in this version, absolute.
 * @param {Agent} agent
 * @param {string} version
 * @param {string} node path of the Node binary that runs npm
 * @param {boolean} install whether it may be installed
 */
export async function agentFolder(agent, version, node, install) {
  const folder = join(cacheFolder(), `${agent.kind}-${version}-${process.platform}-${process.arch}`);
  const programs = join('node_modules', '.bin');
  if (!existsSync(folder) && !install) {
    throw new Told(`${agent.name} ${version} is not installed here: npm run test:agents -- --install`);
  }
  if (!existsSync(folder)) process.stderr.write(`Installing ${agent.name} ${version} (once)…\n`);
  const program = process.platform === 'win32' ? `${agent.program}.cmd` : agent.program;
  await installOnce(folder, [join(programs, program)], async (partial) => {
    writeFileSync(join(partial, 'package.json'), '{"private":true}\n');
    // Some put their program in place by an install script.
    const options = ['--no-save', '--no-package-lock', '--ignore-scripts=false'];
    await npm(node, partial, ['install', `${agent.npm}@${version}`, ...options]);
  });
  return join(folder, programs);
}
