import { access } from 'node:fs/promises';
import { companionFileIn, updateCompanion } from '../../channel/companionFile';
import { refreshLauncher } from '../../connect/launcher';
import { platformOf } from '../../text/platform';
import { thisMachine } from './thisMachine';

/**
 * Agents that are connected call a copy of the companion, by a script that finds a program to run it: both are to be as
 * new as this extension. Where none was ever connected there is nothing to do.
 *
 * @param userFolder the product's own, absolute
 * @param shippedCompanion that came with this version, absolute
 */
export async function refreshCompanion(userFolder: string, shippedCompanion: string): Promise<void> {
  const isConnected = await access(companionFileIn(userFolder)).then(
    () => true,
    () => false,
  );
  const machine = thisMachine();
  await Promise.all([
    isConnected ? updateCompanion(shippedCompanion, userFolder) : undefined,
    platformOf(machine.platform).hasShell
      ? refreshLauncher(userFolder, machine, process.execPath)
      : undefined,
  ]);
}
