import type { LineHasher } from '../../text/lineHash';
import type { ContentEvidence, DiskEvidence } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { field, isObject, listField, objectField, textField } from '../json';
import { MOST_LINES } from '../lineRanges';
import { nameField, Unusable } from './fields';

/** Scheme of line hashes whose line names none. */
const FOREIGN_SCHEME = 'log';
/** Before the name of a foreign scheme: its hashes are folded already, as 8 hex digits each. */
const FOLDED = '32:';
const LONGEST_HASH = 256;

/** `sha256:` and 64 hex digits, or nothing: a hash of another form proves nothing, but the rest of the line stands. */
function contentHashField(from: JsonObject): string | undefined {
  const hash = textField(from, 'contentHash')?.toLowerCase();
  return hash !== undefined && /^sha256:[0-9a-f]{64}$/.test(hash) ? hash : undefined;
}

/** Hashes of lines as numbers; undefined where there are none or they are no hashes. */
function hashesField(from: JsonObject, are32Bits: boolean): Uint32Array | undefined {
  const list = listField(from, 'lineHashes');
  if (list === undefined || list.length > MOST_LINES) return undefined;
  const hashes = new Uint32Array(list.length);
  for (const [i, hash] of list.entries()) {
    if (typeof hash !== 'string' || hash === '' || hash.length > LONGEST_HASH) return undefined;
    if (!are32Bits) hashes[i] = folded(hash);
    else if (/^[0-9a-f]{8}$/.test(hash)) hashes[i] = Number.parseInt(hash, 16);
    else return undefined;
  }
  return hashes;
}

/** A foreign hash, of any length and alphabet, as 32 bits: equal hashes stay equal. */
function folded(hash: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < hash.length; i++) h = Math.imul(h ^ hash.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

/** What a line says about the content: only the parts that can be used. */
export function evidenceFields(from: JsonObject, hasher: LineHasher): ContentEvidence {
  const contentHash = contentHashField(from);
  const named = nameField(from, 'hashScheme', FOREIGN_SCHEME);
  const own = named === hasher.fingerprint;
  const isFolded = named.startsWith(FOLDED);
  const lineHashes = hashesField(from, own || isFolded);
  const hashScheme = isFolded ? named.slice(FOLDED.length) : named;
  return {
    ...(contentHash === undefined ? {} : { contentHash }),
    ...(lineHashes === undefined ? {} : { lineHashes, ...(own ? {} : { hashScheme }) }),
  };
}

/** What was seen on the disk: only where it was this installation that looked. */
export function diskField(from: JsonObject, hasher: LineHasher): { disk?: DiskEvidence } {
  const disk = objectField(from, 'disk');
  if (disk === undefined) return {};
  const { contentHash, lineHashes, hashScheme } = evidenceFields(disk, hasher);
  if (contentHash === undefined || lineHashes === undefined || hashScheme !== undefined) return {};
  return { disk: { contentHash, lineHashes } };
}

/** Own-scheme hashes that must be there. */
export function ownHashesField(from: JsonObject, hasher: LineHasher): Uint32Array {
  const { lineHashes, hashScheme } = evidenceFields(from, hasher);
  if (lineHashes === undefined || hashScheme !== undefined) throw new Unusable('lineHashes');
  return lineHashes;
}

export function printHashes(hashes: Uint32Array): string[] {
  return Array.from(hashes, (hash) => hash.toString(16).padStart(8, '0'));
}

export function printEvidence(evidence: ContentEvidence, hasher: LineHasher): JsonObject {
  return {
    ...(evidence.contentHash === undefined ? {} : { contentHash: evidence.contentHash }),
    ...(evidence.lineHashes === undefined
      ? {}
      : {
          hashScheme:
            evidence.hashScheme === undefined ? hasher.fingerprint : `${FOLDED}${evidence.hashScheme}`,
          lineHashes: printHashes(evidence.lineHashes),
        }),
  };
}

export function printDisk(disk: DiskEvidence | undefined, hasher: LineHasher): JsonObject {
  return disk === undefined ? {} : { disk: printEvidence(disk, hasher) };
}

/** An object field, or undefined for null and none. */
export function presentObject(from: JsonObject, name: string): JsonObject | undefined {
  const value = field(from, name);
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) throw new Unusable(name);
  return value;
}
