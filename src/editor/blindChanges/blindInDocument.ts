import { Diagnostic, DiagnosticSeverity, Range, type TextDocument } from 'vscode';
import { agentName } from '../../agents/agentNames';
import type { LineHasher } from '../../text/lineHash';
import type { LineRange } from '../../text/ranges';
import type { LineKnowledge } from '../../tracker/views';
import type { ShownWarning } from './blindChanges';
import { blindPlace } from './blindPlace';
import type { BlindWarning } from './blindWarning';
import { blindInWords } from './blindWords';
import { hashedLinesOf } from './hashedText';
import { lineOrigins } from './lineOrigins';

/** Warnings in one document, those that came last. */
const MOST_SHOWN = 10;
/** What a warning names itself in the list of problems. */
const SOURCE = 'Read Coverage';

/** Where the first changes that are in a document are there, in the order of the warnings. */
export async function placesIn(
  document: TextDocument,
  warnings: readonly BlindWarning[],
  hasher: LineHasher,
): Promise<readonly (readonly [BlindWarning, LineRange])[]> {
  const text = await hashedLinesOf(document.getText(), hasher);
  if (text === undefined) return [];
  const known = new Map<LineKnowledge, Float64Array | undefined>();
  const places: (readonly [BlindWarning, LineRange])[] = [];
  for (const warning of warnings) {
    if (places.length >= MOST_SHOWN) break;
    const { lines } = warning.after;
    // Several changes at once made one version.
    if (!known.has(lines)) known.set(lines, await lineOrigins(document, text, warning.after));
    const origins = known.get(lines);
    const place = origins && blindPlace(warning.finding.blind, origins, text.count);
    if (place !== undefined) places.push([warning, place]);
  }
  return places;
}

/** A warning as it stands in a document. */
export function shownAt(document: TextDocument, warning: BlindWarning, place: LineRange): ShownWarning {
  const line = document.lineAt(Math.min(place[0], document.lineCount) - 1);
  // A long change is not underlined from its first to its last line.
  const range = new Range(
    line.lineNumber,
    line.firstNonWhitespaceCharacterIndex,
    line.lineNumber,
    line.text.length,
  );
  const diagnostic = new Diagnostic(
    range,
    blindInWords(warning, agentName(warning.finding.agent)),
    warning.finding.uncertain ? DiagnosticSeverity.Information : DiagnosticSeverity.Warning,
  );
  diagnostic.source = SOURCE;
  diagnostic.code = 'blind-change';
  return { warning, place, diagnostic };
}
