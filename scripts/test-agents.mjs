// npm run test:agents [-- --install] [--agent KIND]… [--version V]… [SUITE…]: runs real coding agents, each against a
// scripted model on loopback, in a real VS Code with the extension, and writes what was seen into docs/agents.md: the
// columns of the agents that were run. Not part of npm test: the agents are large, and theirs.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeAgentTable } from './lib/agent-table.mjs';
import { AGENTS, agentFolder, agentOf, SUITE_OF_ALL } from './lib/agents.mjs';
import { launchBrowser } from './lib/browser.mjs';
import { bundleHostSuite } from './lib/host-suites.mjs';
import { runHostSuite } from './lib/host-window.mjs';
import { main, Told } from './lib/main.mjs';
import { environmentOf } from './lib/npm.mjs';
import { root } from './lib/paths.mjs';
import { writeResult } from './lib/results.mjs';
import { runQuietly } from './lib/run.mjs';
import { temporaryFolder } from './lib/temporary.mjs';
import { vscodeServer } from './lib/vscode-server.mjs';

/** @typedef {import('./lib/agents.mjs').Agent} Agent */
/** @typedef {import('./lib/agent-table.mjs').Sighting} Sighting */

const SUITE_WITHIN_MS = 900_000;
/** What names the folders of an agent on the machine of a person: none of the tests' business. */
const PERSONAL =
  /^(XDG_(CONFIG|DATA|STATE|CACHE)_HOME|(CLAUDE|CLINE|CODEX|COPILOT|GEMINI|OPENCODE|PI|QWEN)_.*)$/;

await main(async () => {
  if (process.platform === 'win32') throw new Told('The agents are tested on Linux and macOS only.');
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      install: { type: 'boolean', default: false },
      agent: { type: 'string', multiple: true },
      version: { type: 'string', multiple: true },
    },
  });
  const agents = values.agent?.map(agentOf) ?? AGENTS;
  if (values.version && agents.length > 1) throw new Told('Say --agent: each has versions of its own.');

  await runQuietly(process.execPath, [join(root, 'esbuild.mjs')], { cwd: root });
  const server = await vscodeServer('current');
  const clients = [];
  for (const agent of agents) {
    const suites = [SUITE_OF_ALL, ...agent.suites];
    const wanted = positionals.length > 0 ? positionals : suites;
    for (const version of values.version ?? agent.versions) {
      const folder = await agentFolder(agent, version, server.node, values.install);
      clients.push({ agent, version, folder, suites: suites.filter((suite) => wanted.includes(suite)) });
    }
  }
  const browser = await launchBrowser();
  const total = { passed: 0, failed: 0 };
  for (const { agent, version, folder, suites } of clients) {
    /** @type {Sighting[]} */
    const own = [];
    for (const suite of suites) {
      console.log(`${suite}, ${agent.name} ${version}`);
      const { counts, seen } = await runSuite(server, browser, suite, agent, version, folder);
      total.passed += counts.passed;
      total.failed += counts.failed;
      for (const { what, seen: shown } of seen) console.log(`    ${what}: ${shown}`);
      if (counts.failed > 0) continue;
      if (suite === SUITE_OF_ALL) write('every agent', AGENTS, agent, version, seen, true);
      else own.push(...seen);
    }
    const isWhole = total.failed === 0 && agent.suites.every((suite) => suites.includes(suite));
    if (own.length > 0) write(agent.name, [agent], agent, version, own, isWhole);
  }
  await browser.close();
  writeResult('agents', total);
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
});

/**
 * @param {import('./lib/vscode-server.mjs').VSCodeServer} server
 * @param {import('playwright-core').Browser} browser
 * @param {string} suite
 * @param {Agent} agent
 * @param {string} version
 * @param {string} folder
 */
async function runSuite(server, browser, suite, agent, version, folder) {
  const scratch = temporaryFolder('agents');
  const file = join(scratch, 'seen.json');
  const home = join(scratch, 'home');
  mkdirSync(home);
  const program = join(folder, agent.program);
  const { PATH } = environmentOf(server.node);
  const personal = Object.keys(process.env).filter((name) => PERSONAL.test(name));
  const env = {
    ...Object.fromEntries(personal.map((name) => [name, undefined])),
    PATH: [folder, PATH].join(delimiter),
    HOME: home,
    // Else the server asks the person's shell, which has a PATH of its own.
    VSCODE_CLI: '1',
    READ_COVERAGE_HOME: join(scratch, 'read coverage'),
    READ_COVERAGE_TEST_AGENT: JSON.stringify({ agent: agent.kind, version, program, home, seen: file }),
  };
  const tests = await bundleHostSuite(suite, 'agents');
  const counts = await runHostSuite(server, browser, tests, { env, withinMs: SUITE_WITHIN_MS });
  /** @type {readonly Sighting[]} */
  const seen = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  return { counts, seen };
}

/**
 * @param {string} table
 * @param {readonly Agent[]} columns the agents that have columns in it
 * @param {Agent} agent
 * @param {string} version
 * @param {readonly Sighting[]} seen
 * @param {boolean} whole
 */
function write(table, columns, agent, version, seen, whole) {
  const order = columns.flatMap(({ name, versions }) => versions.map((each) => `${name} ${each}`));
  const head = `${agent.name} ${version}`;
  // A version that is tried once has no column.
  if (order.includes(head)) writeAgentTable(table, [{ head, seen, whole }], order);
}
