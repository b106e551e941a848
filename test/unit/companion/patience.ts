import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/** Builds what waits for windows as long as a busy machine may need. */
export function patience(): Plugin {
  return {
    name: 'patience',
    setup: ({ onLoad }) =>
      onLoad({ filter: /channel\/limits\.ts$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        const patient = text.replace(/WAIT_FOR_WINDOWS = \d+/, 'WAIT_FOR_WINDOWS = 30_000');
        if (patient === text) throw new Error('nothing to wait for');
        return { contents: patient, loader: 'ts' };
      }),
  };
}
