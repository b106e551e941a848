import { allLines, countLines, type LineRange } from '../text/ranges';
import type { ContentEvidence, DiskEvidence } from './event';

/** Scheme of the installation's own line hashes. */
export const OWN_SCHEME = '';

/** What an event proves about a file's content (semantics.md section 3). */
export interface Evidence {
  /** The agent that counted `agentTotal`. */
  readonly agent: string;
  readonly contentHash: string | null;
  readonly scheme: string;
  /** The lines that `hashes` are of, in order. */
  readonly lines: readonly LineRange[];
  /** One hash a line of `lines`; null: only the range is known. */
  readonly hashes: Uint32Array | null;
  readonly totalLines: number | null;
  readonly agentTotal: number | null;
  readonly disk: DiskEvidence | null;
}

interface EvidenceSource extends ContentEvidence {
  readonly agent: string;
  readonly totalLines?: number | null;
  readonly agentTotal?: number;
  readonly disk?: DiskEvidence;
}

/** The evidence of an event that tells of these lines. Hashes that are not one a line prove nothing. */
export function evidenceOf(event: EvidenceSource, lines: readonly LineRange[]): Evidence {
  const { lineHashes } = event;
  const hashes = lineHashes !== undefined && lineHashes.length === countLines(lines) ? lineHashes : null;
  const told: Evidence = {
    agent: event.agent,
    contentHash: event.contentHash ?? null,
    scheme: event.hashScheme ?? OWN_SCHEME,
    lines,
    hashes,
    totalLines: event.totalLines ?? null,
    agentTotal: event.agentTotal ?? null,
    disk: null,
  };
  const disk = event.disk !== undefined && diskAgrees(told, event.disk) ? event.disk : null;
  return disk === null
    ? told
    : { ...told, disk, contentHash: disk.contentHash, totalLines: disk.lineHashes.length };
}

/** The evidence of a file that was seen whole on the disk. */
export function evidenceOfDisk(disk: DiskEvidence): Evidence {
  const total = disk.lineHashes.length;
  return {
    agent: '',
    contentHash: disk.contentHash,
    scheme: OWN_SCHEME,
    lines: allLines(total),
    hashes: disk.lineHashes,
    totalLines: total,
    agentTotal: null,
    disk,
  };
}

export function provesNothing(evidence: Evidence): boolean {
  return evidence.contentHash === null && evidence.hashes === null;
}

/** A disk that was read too late proves nothing: it must hold what the agent was given, where that is known. */
function diskAgrees(told: Evidence, { contentHash, lineHashes }: DiskEvidence): boolean {
  if (told.contentHash !== null && told.contentHash !== contentHash) return false;
  if (told.totalLines !== null && told.totalLines !== lineHashes.length) return false;
  let at = 0;
  for (const [start, end] of told.lines) {
    if (end > lineHashes.length) return false;
    if (told.hashes === null || told.scheme !== OWN_SCHEME) continue;
    for (let line = start; line <= end; line++) if (told.hashes[at++] !== lineHashes[line - 1]) return false;
  }
  return true;
}
