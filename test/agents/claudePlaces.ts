// Claude Code's settings files in the tests.
import { join } from 'node:path';
import { agent } from './agentUnderTest';

/** The person's own. */
export const userSettings = join(agent.home, '.claude', 'settings.json');

/** The person's own for one folder. */
export function folderSettings(folder: string): string {
  return join(folder, '.claude', 'settings.local.json');
}
