// npm run package: makes out/agent-read-coverage.vsix and fails where it holds anything but what is meant to ship.
import { relative } from 'node:path';
import { main } from './lib/main.mjs';
import { inspectPackage, packageExtension, vsixFile } from './lib/package-extension.mjs';
import { root } from './lib/paths.mjs';

await main(async () => {
  await packageExtension();
  const { files, bytes, faults } = await inspectPackage();
  for (const file of files) console.log(`  ${file}`);
  console.log(`${relative(root, vsixFile)}: ${files.length} files, ${Math.ceil(bytes / 1000)} kB`);
  for (const fault of faults) console.error(fault);
  return faults.length > 0 ? 1 : 0;
});
