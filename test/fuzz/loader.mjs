// node --import ./test/fuzz/loader.mjs FILE.ts: runs the sources as they are, without a bundle, so that coverage is told
// by source file. Adds what bundlers add: endings of imports.
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';

const ENDINGS = ['.ts', '.js', '/index.js'];

registerHooks({
  resolve(name, context, next) {
    // Its other form loads its parts by names that are made up when it runs.
    if (name === 'jsonc-parser') return next('jsonc-parser/lib/esm/main.js', context);
    if (!name.startsWith('.') || context.parentURL === undefined || /\.(?:[cm]?[jt]s|json)$/.test(name)) {
      return next(name, context);
    }
    for (const ending of ENDINGS) {
      const url = new URL(name + ending, context.parentURL);
      if (existsSync(url)) return next(url.href, context);
    }
    return next(name, context);
  },
});
