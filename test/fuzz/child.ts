// One target, in a process of its own: what it does to its process is seen from outside (main.ts).
import { ftruncateSync, openSync, writeSync } from 'node:fs';
import { fuzz } from './engine/fuzzer';
import { targetOf } from './targets/all';

const [, , name = '', seconds = '10', seed = '1', current = ''] = process.argv;
const last = openSync(current, 'w');
let told = 0;
// Whoever waits for the outcome is gone.
process.on('disconnect', () => process.exit(1));

const outcome = await fuzz(targetOf(name), {
  seconds: Number(seconds),
  seed: Number(seed),
  before: (input) => {
    ftruncateSync(last, 0);
    writeSync(last, input, 0, input.length, 0);
  },
  tick: (inputs) => {
    const now = performance.now();
    if (now - told < 1000) return;
    told = now;
    process.send?.({ inputs });
  },
});
process.send?.({ outcome }, () => process.exit(0));
