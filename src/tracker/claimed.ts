import type { VersionLedger } from './versionLedger';
import type { VersionCoverage } from './views';

/**
 * What may be said of an actor's lines of a version. As long as nothing is known that a text can be compared with, all
 * that was told is believed. Once a text can be this version, lines of which only the numbers were told are not said to
 * be lines of it: the file may have been another when they were given.
 */
export function claimed(
  ledger: VersionLedger,
  { contentHash, lines }: Pick<VersionCoverage, 'contentHash' | 'lines'>,
): VersionLedger {
  return contentHash !== null || lines.known > 0 ? ledger.attested() : ledger;
}
