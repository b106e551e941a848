// npm start -- --headless, as a newcomer would run it.
import { match } from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../scripts/lib/paths.mjs';
import { runQuietly } from '../../scripts/lib/run.mjs';

test('npm start -- --headless plays the recording and prints the report', async () => {
  const printed = await runQuietly(process.execPath, [join(root, 'scripts', 'start.mjs'), '--headless']);
  match(printed, /Read src\/mid\.ts\n {2}Read src\/mid\.ts\n/);
  match(printed, /src\/mid\.ts/);
});
