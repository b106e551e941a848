// npm run test:agents [-- --install] [--version V] [SUITE…]: runs real coding agents, each against a scripted model on
// loopback, in a real VS Code with the extension, and writes what was seen into docs/agents.md. Not part of npm test: the
// agents are large, and theirs.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { CLAUDE_CODE_VERSIONS, claudeCodeFolder } from './lib/agent-client.mjs';
import { writeAgentTable } from './lib/agent-table.mjs';
import { launchBrowser } from './lib/browser.mjs';
import { bundleHostSuite, hostSuites } from './lib/host-suites.mjs';
import { runHostSuite } from './lib/host-window.mjs';
import { main, Told } from './lib/main.mjs';
import { environmentOf } from './lib/npm.mjs';
import { root } from './lib/paths.mjs';
import { writeResult } from './lib/results.mjs';
import { runQuietly } from './lib/run.mjs';
import { temporaryFolder } from './lib/temporary.mjs';
import { vscodeServer } from './lib/vscode-server.mjs';

const SUITE_WITHIN_MS = 900_000;

await main(async () => {
  if (process.platform === 'win32') throw new Told('The agents are tested on Linux and macOS only.');
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { install: { type: 'boolean', default: false }, version: { type: 'string', multiple: true } },
  });
  const versions = values.version ?? CLAUDE_CODE_VERSIONS;
  const suites = positionals.length > 0 ? positionals : hostSuites('agents');

  await runQuietly(process.execPath, [join(root, 'esbuild.mjs')], { cwd: root });
  const server = await vscodeServer('current');
  const programs = new Map();
  for (const version of versions) {
    programs.set(version, await claudeCodeFolder(version, server.node, values.install));
  }
  const browser = await launchBrowser();
  const total = { passed: 0, failed: 0 };
  /** @type {import('./lib/agent-table.mjs').AgentRow[]} */
  const rows = [];
  for (const [version, folder] of programs) {
    /** @type {{what: string, seen: string}[]} */
    const sightings = [];
    for (const suite of suites) {
      console.log(`${suite}, Claude Code ${version}`);
      const scratch = temporaryFolder('agents');
      const seen = join(scratch, 'seen.json');
      const home = join(scratch, 'home');
      mkdirSync(home);
      const { PATH } = environmentOf(server.node);
      const env = {
        PATH: [folder, PATH].join(delimiter),
        CLAUDE_CONFIG_DIR: join(home, '.claude'),
        READ_COVERAGE_HOME: join(scratch, 'read coverage'),
        READ_COVERAGE_TEST_AGENT: JSON.stringify({ version, program: join(folder, 'claude'), home, seen }),
      };
      const counts = await runHostSuite(server, browser, await bundleHostSuite(suite, 'agents'), {
        env,
        withinMs: SUITE_WITHIN_MS,
      });
      total.passed += counts.passed;
      total.failed += counts.failed;
      /** @type {typeof sightings} */
      const own = existsSync(seen) ? JSON.parse(readFileSync(seen, 'utf8')) : [];
      for (const { what, seen: shown } of own) console.log(`    ${what}: ${shown}`);
      sightings.push(...own);
    }
    rows.push({ agent: 'Claude Code', version, seen: sightings });
  }
  await browser.close();
  if (total.failed === 0 && suites.length === hostSuites('agents').length) writeAgentTable(rows);
  writeResult('agents', total);
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
});
