import type { LineKnowledge, VersionCoverage } from '../../tracker/views';
import type { TextLines } from './hashedLines';

/**
 * How a text and a version compare by their lines:
 * `same`: every line is known and agrees; `agrees`: so far as lines are known; `unknown`: no line is known;
 * `differs`: it is another version.
 */
export type Likeness = 'same' | 'agrees' | 'unknown' | 'differs';

/** Compares every line that is known, and the number of lines where it is known. */
export function compareLines(
  text: TextLines,
  version: Pick<VersionCoverage, 'lines' | 'totalLines'>,
): Likeness {
  const { lines, totalLines } = version;
  if (totalLines !== null && totalLines !== text.count) return 'differs';
  if (lines.highest > text.count) return 'differs';
  if (lines.known === 0) return 'unknown';
  if (!linesAgree(text, lines)) return 'differs';
  return totalLines !== null && lines.known === totalLines ? 'same' : 'agrees';
}

function linesAgree(text: TextLines, lines: LineKnowledge): boolean {
  for (let line = 1; line <= lines.highest; line++) {
    const known = lines.at(line);
    if (known !== undefined && !text.matches(line, known)) return false;
  }
  return true;
}

/** What is known of a text besides its lines. */
export interface TextEvidence {
  /** Whether the text has this content hash; undefined: not looked up yet. */
  hasContent(contentHash: string): boolean | undefined;
  /**
   * Whether the text is still the one that agreed with this version when it was last seen saved. A version of which
   * only some lines are known cannot tell that another line was edited: this can.
   */
  unchangedSinceAgreed(version: VersionCoverage): boolean;
}

/** The versions that a text is. */
export interface Agreement {
  /** Newest first. */
  readonly versions: readonly VersionCoverage[];
  /** Every line is what was read; else only the lines known of the (one) version are. */
  readonly certain: boolean;
  /** A content hash decides, and is not looked up yet. */
  readonly pending: boolean;
}

/**
 * Which of a file's versions (newest first) the text is. All that certainly are count, since each says what was given of
 * exactly this text; without any, the newest that agrees so far as it is known.
 */
export function agreeingVersions(
  text: TextLines,
  versions: readonly VersionCoverage[],
  evidence: TextEvidence,
): Agreement {
  const certain: VersionCoverage[] = [];
  let probable: VersionCoverage | undefined;
  let pending = false;
  for (const version of versions) {
    const likeness = compareLines(text, version);
    if (likeness === 'differs') continue;
    if (likeness === 'same') {
      certain.push(version);
    } else if (version.contentHash !== null) {
      const has = evidence.hasContent(version.contentHash);
      if (has === true) certain.push(version);
      else if (has === undefined) pending = true;
    } else if (likeness === 'agrees' && !pending && evidence.unchangedSinceAgreed(version)) {
      // While the hash of a newer version is looked up, an older one must not step in for it.
      probable ??= version;
    }
  }
  if (certain.length > 0) return { versions: certain, certain: true, pending };
  return { versions: probable === undefined ? [] : [probable], certain: false, pending };
}
