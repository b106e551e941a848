// node scripts/with-tools.mjs NAME [ARGUMENT…]: runs a tool of node_modules (tsc, biome, vitest…) or a script of ours,
// under a Node that it can run on, after installing what is missing. Every npm script goes through here.
import { installDependencies } from './lib/dependencies.mjs';
import { main, Told } from './lib/main.mjs';
import { nodeForTools } from './lib/node.mjs';
import { environmentOf } from './lib/npm.mjs';
import { root } from './lib/paths.mjs';
import { runInTerminal } from './lib/run.mjs';
import { toolFile } from './lib/tool-file.mjs';

/** npm ends its shell when it is told to end, and the shell tells nobody: without this, what we run would go on. */
function endWithParent() {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}

await main(async () => {
  const [name, ...args] = process.argv.slice(2);
  if (name === undefined) throw new Told('Say which tool or script to run.');
  const node = await nodeForTools();
  await installDependencies(node);
  endWithParent();
  return runInTerminal(node, [toolFile(name), ...args], { cwd: root, env: environmentOf(node) });
});
