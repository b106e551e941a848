import { httpPlace, removeHttpPlace } from '../channel/httpPlace';
import { readReceipts } from './receipts';
import { glanceAt } from './settingsFile';

/** Gives the place for HTTP hooks up once no settings that were changed name it: windows then close the port. */
export async function dropUnusedHttpPlace(userFolder: string): Promise<void> {
  const place = httpPlace(userFolder);
  if (place === null) return;
  for (const { file } of await readReceipts(userFolder)) {
    if ((await glanceAt(file)).includes(place.token)) return;
  }
  removeHttpPlace(userFolder);
}
