import type { AgentConnector, ConnectPlace, HookCall } from './agentConnector';
import { backUp, dropBackup } from './backup';
import { dropUnusedHttpPlace } from './httpUse';
import { cutAll, type Span } from './insertions';
import { hashOfText, keepReceipt, type Receipt, readReceipts } from './receipts';
import { type FoundSettings, findSettings, glanceAt } from './settingsFile';
import { removeSettings, replaceSettings } from './settingsWrite';

/** A change of a settings file, not yet made. */
export interface SettingsChange {
  readonly connector: AgentConnector;
  readonly place: ConnectPlace;
  readonly found: FoundSettings;
  /** The text afterwards; null where the file goes away. The same as before where nothing is to be done. */
  readonly after: string | null;
  readonly inserted: readonly Span[];
  readonly receipt: Receipt | undefined;
}

/**
 * What connecting changes. Hooks that an earlier version wrote are replaced, hooks of others stay.
 * @throws Refusal
 */
export async function planConnection(
  connector: AgentConnector,
  place: ConnectPlace,
  call: HookCall,
  userFolder: string,
): Promise<SettingsChange> {
  const { found, receipt, without } = await withoutOurs(connector, place, userFolder);
  const { text, inserted } = connector.add(without, call, place.file);
  return { connector, place, found, after: text, inserted, receipt };
}

/**
 * What disconnecting changes: to the byte what it was before connecting, where nobody else changed the file since.
 * @throws Refusal
 */
export async function planDisconnection(
  connector: AgentConnector,
  place: ConnectPlace,
  userFolder: string,
): Promise<SettingsChange> {
  const { found, receipt, without } = await withoutOurs(connector, place, userFolder);
  const isLeftover = receipt?.madeFile === true && /^\s*(\{\s*\})?\s*$/.test(without);
  const after = isLeftover || !found.exists ? null : without;
  return { connector, place, found, after, inserted: [], receipt };
}

export function changesNothing({ found, after }: SettingsChange): boolean {
  return after === (found.exists ? found.text : null);
}

/**
 * Makes the change of {@link planConnection}.
 * @throws Refusal where the file is not what it was; nothing has happened then
 */
export async function connect(change: SettingsChange, userFolder: string): Promise<void> {
  const { connector, found, after, inserted, receipt } = change;
  if (after === null || changesNothing(change)) return;
  await backUp(found);
  const madeFolders = await replaceSettings(found, after);
  await keepReceipt(
    userFolder,
    { agent: connector.agent, file: found.file },
    {
      agent: connector.agent,
      file: found.file,
      hash: hashOfText(after),
      inserted: [...inserted],
      madeFile: found.exists ? (receipt?.madeFile ?? false) : true,
      madeFolders: found.exists ? (receipt?.madeFolders ?? []) : [...madeFolders],
    },
  );
  await dropUnusedHttpPlace(userFolder);
}

/**
 * Makes the change of {@link planDisconnection}.
 * @throws Refusal where the file is not what it was; nothing has happened then
 */
export async function disconnect(change: SettingsChange, userFolder: string): Promise<void> {
  const { connector, found, after, receipt } = change;
  if (!changesNothing(change)) {
    if (after === null) await removeSettings(found, receipt?.madeFolders ?? []);
    else await replaceSettings(found, after);
  }
  await dropBackup(found.file);
  await keepReceipt(userFolder, { agent: connector.agent, file: found.file });
  await dropUnusedHttpPlace(userFolder);
}

/** Those of the places whose settings call our companion now. */
export async function connectedPlaces(
  connector: AgentConnector,
  places: readonly ConnectPlace[],
  userFolder: string,
): Promise<readonly ConnectPlace[]> {
  const texts = await Promise.all(places.map(({ file }) => glanceAt(file)));
  return places.filter((_, i) => connector.isConnected(texts[i] ?? '', userFolder));
}

async function withoutOurs(connector: AgentConnector, place: ConnectPlace, userFolder: string) {
  const found = await findSettings(place);
  const receipts = await readReceipts(userFolder);
  const receipt = receipts.find(({ agent, file }) => agent === connector.agent && file === found.file);
  const isUntouched = receipt?.hash === hashOfText(found.text);
  const without = isUntouched
    ? cutAll(found.text, receipt.inserted)
    : connector.remove(found.text, userFolder, found.file);
  return { found, receipt, without };
}
