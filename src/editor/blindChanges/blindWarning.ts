import type { BlindChange, FileCoverage, Finding, SessionKey, VersionCoverage } from '../../tracker/views';
import type { KnownText } from './blindPlace';

/** A finding of a blind change, and what is known of the texts before and after it. */
export interface BlindWarning {
  /** Names the change as long as the session is known, over a reload of the window too. */
  readonly key: string;
  readonly session: SessionKey;
  readonly finding: Finding & { readonly path: string; readonly blind: BlindChange };
  /** Null: nothing was known of the file. */
  readonly before: KnownText | null;
  readonly after: KnownText;
}

/** Blind changes of one session that are remembered; those that came last. */
const MOST = 100;

/**
 * The warnings of a session. Texts are known for as long as their warning is: the tracker keeps fewer versions of a file
 * than an agent makes.
 *
 * @param known the warnings so far, by their keys
 * @param coverageOf what is known of a file
 */
export function blindWarnings(
  session: SessionKey,
  findings: readonly Finding[],
  known: ReadonlyMap<string, BlindWarning>,
  coverageOf: (path: string) => FileCoverage | undefined,
): ReadonlyMap<string, BlindWarning> {
  const warnings = new Map<string, BlindWarning>();
  for (const finding of findings.filter(isBlindChange).slice(-MOST)) {
    const key = keyOf(session, finding);
    const same = known.get(key);
    if (same?.finding === finding) {
      warnings.set(key, same);
      continue;
    }
    const versions = coverageOf(finding.path)?.versions ?? [];
    const after = textOf(versions, finding.toVersion) ?? same?.after;
    if (after === undefined) continue;
    const before = textOf(versions, finding.fromVersion) ?? same?.before ?? null;
    warnings.set(key, { key, session, finding, before, after });
  }
  return warnings;
}

function isBlindChange(finding: Finding): finding is BlindWarning['finding'] {
  return finding.blind !== null && finding.path !== null;
}

function textOf(versions: readonly VersionCoverage[], ordinal: number | null): KnownText | undefined {
  const found = ordinal === null ? undefined : versions.find(({ version }) => version === ordinal);
  return found && { lines: found.lines, totalLines: found.totalLines, contentHash: found.contentHash };
}

export function keyOf(session: SessionKey, { actor, call, time, path, blind }: Finding): string {
  return JSON.stringify([session, actor, call ?? time, path, blind?.unread[0] ?? null]);
}
