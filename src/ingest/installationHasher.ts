import { LineHasher } from '../text/lineHash';
import { installationKey } from './installationKey';
import { userFolder } from './userFolder';

/** The hasher of this installation. */
export function installationHasherSync(folder: string = userFolder()): LineHasher {
  return new LineHasher(installationKey(folder));
}
