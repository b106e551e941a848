// npm run test:host [-- --host minimum] [SUITE…]: runs the suites of test/host inside a real VS Code's extension host,
// each in a window of its own on a fresh copy of the sample workspace: its folder, or a workspace file that names it.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser } from './lib/browser.mjs';
import { bundleHostSuite, hostSuites } from './lib/host-suites.mjs';
import { runHostSuite } from './lib/host-window.mjs';
import { main, Told } from './lib/main.mjs';
import { root } from './lib/paths.mjs';
import { writeResult } from './lib/results.mjs';
import { runQuietly } from './lib/run.mjs';
import { openedFor, RESTRICTED } from './lib/sample.mjs';
import { HOSTS, vscodeServer } from './lib/vscode-server.mjs';

await main(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { host: { type: 'string', default: 'current' } },
  });
  const host = values.host === 'minimum' ? 'minimum' : 'current';
  if (values.host !== host) throw new Told(`There is no host "${values.host}": current or minimum.`);
  const all = hostSuites();
  const unknown = positionals.find((suite) => !all.includes(suite));
  if (unknown !== undefined) throw new Told(`There is no suite "${unknown}": ${all.join(', ')}.`);
  const suites = positionals.length > 0 ? positionals : all;

  await runQuietly(process.execPath, [join(root, 'esbuild.mjs')], { cwd: root });
  const server = await vscodeServer(host);
  const browser = await launchBrowser();
  const total = { passed: 0, failed: 0 };
  for (const suite of suites) {
    console.log(`${suite} (VS Code ${HOSTS[host].vscode})`);
    const { passed, failed } = await runHostSuite(server, browser, await bundleHostSuite(suite), {
      opened: openedFor(suite),
      isTrusted: suite !== RESTRICTED,
    });
    total.passed += passed;
    total.failed += failed;
  }
  await browser.close();
  writeResult(`host-${host}`, total);
  return total.failed > 0 || total.passed === 0 ? 1 : 0;
});
