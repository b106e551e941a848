import type { Envelope, LineClaim, ReadEvent, ReadOutcome, Unplaced } from '../../tracker/event';
import type { JsonObject, ReaderContext } from '../adapter';
import { field } from '../json';
import { isLineNumber } from '../lineRanges';
import { diskField, ownHashesField, presentObject } from './evidence';
import { fileFields, nameField, Unusable, wordField } from './fields';
import { countField, requestedField } from './lines';
import { type ShownLines, shownLines } from './shown';

const OUTCOMES = [
  'complete',
  'truncated',
  'unchanged',
  'empty',
  'failed',
  'not-text',
  'unknown-range',
] as const;

const MAY_CREDIT: ReadonlySet<ReadOutcome> = new Set(['complete', 'truncated']);

export function parseRead(from: JsonObject, base: Envelope, context: ReaderContext): ReadEvent {
  const shown = shownLines(from, context);
  const outcome = effective(wordField(from, 'outcome', OUTCOMES), shown);
  const agentTotal = countField(from, 'agentTotal');
  const bytes = field(from, 'bytes');
  const error = nameField(from, 'error', null);
  const unplaced = presentObject(from, 'unplaced');
  const credits = MAY_CREDIT.has(outcome);
  return {
    kind: 'read',
    ...base,
    ...fileFields(from, context),
    form: wordField(from, 'form', ['tool', 'shell']),
    requested: requestedField(from),
    returned: credits ? (shown.returned ?? []) : [],
    ...(credits && shown.cutLines.length > 0 ? { cutLines: shown.cutLines } : {}),
    totalLines: shown.totalLines,
    ...(agentTotal === undefined ? {} : { agentTotal }),
    outcome,
    ...(Number.isSafeInteger(bytes) && (bytes as number) >= 0 ? { bytes: bytes as number } : {}),
    ...(outcome === 'failed' && error !== null ? { error } : {}),
    ...(credits ? shown.evidence : contentOnly(shown)),
    ...(outcome === 'unknown-range' && unplaced !== undefined
      ? { unplaced: parseUnplaced(unplaced, context) }
      : {}),
    ...diskField(from, context.hasher),
  };
}

/** A complete read that does not say which lines, or says none, is not taken at its word. */
function effective(outcome: ReadOutcome, { returned, cutLines }: ShownLines): ReadOutcome {
  if (outcome !== 'complete' || cutLines.length > 0) return outcome === 'complete' ? 'truncated' : outcome;
  if (returned === undefined) return 'unknown-range';
  return returned.length === 0 ? 'empty' : 'complete';
}

/** Of the evidence, the part that is about the file and not about lines returned. */
function contentOnly({ evidence: { contentHash } }: ShownLines): { contentHash?: string } {
  return contentHash === undefined ? {} : { contentHash };
}

function parseUnplaced(from: JsonObject, context: ReaderContext): Unplaced {
  return {
    lineHashes: ownHashesField(from, context.hasher),
    claim: parseClaim(presentObject(from, 'claim')),
    cut: field(from, 'cut') === true,
  };
}

function parseClaim(from: JsonObject | undefined): LineClaim {
  if (from === undefined) throw new Unusable('claim');
  const last = field(from, 'last');
  if (isLineNumber(last)) return { last };
  const start = field(from, 'from');
  const to = field(from, 'to') ?? null;
  if (!isLineNumber(start) || !(to === null || (isLineNumber(to) && to >= start)))
    throw new Unusable('claim');
  return { from: start, to };
}
