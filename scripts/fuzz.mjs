// npm run fuzz -- [--seconds N] [--seed S] [--jobs N] [--write] [--list] [TARGET…]: the fuzzer (test/fuzz/main.ts), which
// runs the sources as they are.
import { join } from 'node:path';
import { main } from './lib/main.mjs';
import { root } from './lib/paths.mjs';
import { runInTerminal } from './lib/run.mjs';

await main(() => {
  const flags = [
    '--experimental-strip-types',
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
    '--import',
    join(root, 'test', 'fuzz', 'loader.mjs'),
  ];
  const program = join(root, 'test', 'fuzz', 'main.ts');
  return runInTerminal(process.execPath, [...flags, program, ...process.argv.slice(2)], { cwd: root });
});
