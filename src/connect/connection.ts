import { platformOf } from '../text/platform';
import type { AgentConnector, ConnectFile, ConnectPlace, HookCall } from './agentConnector';
import { dropBackup } from './backup';
import { dropUnusedHttpPlace } from './httpUse';
import { cutAll, type Span } from './insertions';
import { hashOfText, keepReceipt, type Receipt, readReceipts } from './receipts';
import { type FoundSettings, findSettings, glanceAt, MODE_BITS, statsOf } from './settingsFile';
import { removeFolders } from './settingsWrite';
import { writeAll } from './writeAll';

const OWNER_ALONE = 0o7700;

/** A change of one file, not yet made. */
export interface FileChange {
  readonly target: ConnectFile;
  readonly found: FoundSettings;
  /** The text afterwards; null where the file goes away. The same as before where nothing is to be done. */
  readonly after: string | null;
  readonly inserted: readonly Span[];
  readonly receipt: Receipt | undefined;
  /** Its text holds a secret already, and others than its owner can read it. */
  readonly isOpenToOthers?: boolean;
}

/** What connecting or disconnecting changes, not yet made: all of it will be, or nothing. */
export interface PlaceChange {
  readonly connector: AgentConnector;
  readonly place: ConnectPlace;
  readonly files: readonly FileChange[];
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
): Promise<PlaceChange> {
  const looked = await look(connector, place, userFolder);
  const secret = call.http?.token;
  const files = looked.map((each): FileChange => {
    const { target, found } = each;
    const { content, file, newMode } = target;
    const without = content.isWhole && !found.exists ? '' : withoutOurs(each, userFolder);
    const { text, inserted } = content.add(without, call, file);
    const usual = content.isWhole ? newMode : modeBefore(each);
    // Whoever can read the secret can speak for the agent.
    const isSecret = secret !== undefined && text.includes(secret);
    const mode = isSecret ? usual & OWNER_ALONE : usual;
    const hasModes = platformOf(process.platform).hasModes;
    const isOpenToOthers = isSecret && hasModes && found.exists && (found.mode & ~OWNER_ALONE) !== 0;
    return { ...each, found: { ...found, mode }, after: text, inserted, isOpenToOthers };
  });
  return { connector, place, files };
}

/**
 * What disconnecting changes: to the byte what it was before connecting, where nobody else changed a file since.
 * @throws Refusal
 */
export async function planDisconnection(
  connector: AgentConnector,
  place: ConnectPlace,
  userFolder: string,
): Promise<PlaceChange> {
  const looked = await look(connector, place, userFolder);
  const files = looked.map((each) => ({
    ...each,
    found: { ...each.found, mode: modeBefore(each) },
    after: textAfter(each, userFolder),
    inserted: [],
  }));
  return { connector, place, files };
}

export function changesNothing({ files }: PlaceChange): boolean {
  return changedFiles(files).length === 0;
}

/** Those of the changes that change anything. */
export function changedFiles(files: readonly FileChange[]): readonly FileChange[] {
  return files.filter(
    ({ found, after, isOpenToOthers }) =>
      isOpenToOthers === true || after !== (found.exists ? found.text : null),
  );
}

/**
 * Makes the change of {@link planConnection}.
 * @throws Refusal where a file is not what it was; nothing has happened then
 */
export async function connect({ connector, files }: PlaceChange, userFolder: string): Promise<void> {
  const changed = changedFiles(files);
  if (changed.length === 0) return;
  const modes = await modesOf(changed);
  const madeFolders = await writeAll(
    changed.map(({ target, found, after }) => ({ found, after, keepsCopy: !target.content.isWhole })),
  );
  for (const [i, { target, found, after, inserted, receipt }] of changed.entries()) {
    const { agent } = connector;
    const { file } = found;
    await keepReceipt(
      userFolder,
      { agent, file },
      {
        agent,
        file,
        hash: hashOfText(after ?? ''),
        mode: modeToReturn({ found, receipt }, modes.get(file)),
        inserted: [...inserted],
        madeFile: target.content.isWhole || !found.exists || (receipt?.madeFile ?? false),
        madeFolders: found.exists ? (receipt?.madeFolders ?? []) : [...(madeFolders[i] ?? [])],
      },
    );
  }
  await dropUnusedHttpPlace(userFolder);
}

/**
 * Makes the change of {@link planDisconnection}.
 * @throws Refusal where a file is not what it was; nothing has happened then
 */
export async function disconnect({ connector, files }: PlaceChange, userFolder: string): Promise<void> {
  const changed = changedFiles(files);
  await writeAll(changed.map(({ found, after }) => ({ found, after, keepsCopy: false })));
  const gone = changed.filter(({ after }) => after === null);
  const folders = new Set(gone.flatMap(({ receipt }) => receipt?.madeFolders ?? []));
  await removeFolders([...folders].sort((a, b) => a.length - b.length));
  for (const { found } of files) {
    await dropBackup(found.file);
    await keepReceipt(userFolder, { agent: connector.agent, file: found.file });
  }
  await dropUnusedHttpPlace(userFolder);
}

/** Those of the places whose files call our companion now. */
export async function connectedPlaces(
  places: readonly ConnectPlace[],
  userFolder: string,
): Promise<readonly ConnectPlace[]> {
  const connected = await Promise.all(
    places.map(async ({ files }) => {
      const texts = await Promise.all(files.map(({ file }) => glanceAt(file)));
      return files.some(({ content }, i) => content.has(texts[i] ?? '', userFolder));
    }),
  );
  return places.filter((_, i) => connected[i]);
}

/** A file of a place as it is, and what was done to it before. */
type Looked = Pick<FileChange, 'target' | 'found' | 'receipt'>;

async function look(
  { agent }: AgentConnector,
  { files }: ConnectPlace,
  userFolder: string,
): Promise<readonly Looked[]> {
  const receipts = await readReceipts(userFolder);
  const looked: Looked[] = [];
  for (const target of files) {
    const found = await findSettings(target);
    const receipt = receipts.find((each) => each.agent === agent && each.file === found.file);
    looked.push({ target, found, receipt });
  }
  return looked;
}

function withoutOurs({ target, found, receipt }: Looked, userFolder: string): string {
  const isUntouched = receipt?.hash === hashOfText(found.text);
  return isUntouched
    ? cutAll(found.text, receipt.inserted)
    : target.content.remove(found.text, userFolder, found.file);
}

/** Permissions of those of the files that are there. */
async function modesOf(changes: readonly FileChange[]): Promise<ReadonlyMap<string, number>> {
  const modes = new Map<string, number>();
  for (const { found } of changes) {
    const stats = found.exists ? await statsOf(found.file) : undefined;
    if (stats !== undefined) modes.set(found.file, stats.mode & MODE_BITS);
  }
  return modes;
}

/** The permissions of a file without the secret: those before it came, unless somebody has set others since. */
function modeBefore({ found, receipt }: Pick<FileChange, 'found' | 'receipt'>): number {
  const before = receipt?.mode ?? found.mode;
  return found.mode === (before & OWNER_ALONE) ? before : found.mode;
}

/**
 * What a file gets back once the secret is gone from it; undefined where we took nothing: what somebody takes from others
 * later is not given to them again.
 *
 * @param mode before the change; undefined: there was no file
 */
function modeToReturn(
  { found, receipt }: Pick<FileChange, 'found' | 'receipt'>,
  mode: number | undefined,
): number | undefined {
  if (mode === undefined) return undefined;
  const before = modeBefore({ found: { ...found, mode }, receipt });
  return before === found.mode ? undefined : before;
}

/** The text of a file when the agent is disconnected; null where the file goes away, or there is none. */
function textAfter(looked: Looked, userFolder: string): string | null {
  const { target, found, receipt } = looked;
  const { content } = target;
  if (!found.exists) return null;
  // A file that was ours and is another's now stays.
  if (content.isWhole) return content.has(found.text, userFolder) ? null : found.text;
  const without = withoutOurs(looked, userFolder);
  return receipt?.madeFile === true && content.isEmpty(without) ? null : without;
}
