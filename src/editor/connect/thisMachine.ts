import { homedir } from 'node:os';
import type { Machine } from '../../connect/programs';

/** Where this window's extensions run, and agents are connected. */
export function thisMachine(): Machine {
  return { env: process.env, platform: process.platform, home: homedir() };
}
