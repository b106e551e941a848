import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/agents/adapter';
import { withoutGuesses } from '../../src/agents/unknownFolder';
import type { Report } from '../../src/report/report';
import { ReportBuilder } from '../../src/report/reportBuilder';
import type { AgentEvent } from '../../src/tracker/event';
import { captureEvents, readerOf, recordsOf } from './support/captureSuite';
import { CAPTURES, type NamedCapture, TRAPS } from './support/captures';
import { Random } from './support/random';

/** A transcript that is read as it grows gives the same report as when it is read afterwards. */

const SEEDS = [1, 2, 3];

function reportOf(events: readonly AgentEvent[]): Report {
  const builder = new ReportBuilder();
  for (const event of events) builder.add(event);
  return builder.finish(0);
}

/** The states that a transcript was in while it grew: its records, or one record that is written anew. */
function states(records: readonly JsonObject[], random: Random): readonly JsonObject[] {
  const [document, ...others] = records;
  if (document === undefined || others.length > 0) return records;
  const longest = Object.entries(document)
    .filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
    .toSorted((a, b) => b[1].length - a[1].length)[0];
  if (longest === undefined) return records;
  const [name, list] = longest;
  const sizes = list.map((_, i) => i + 1).filter((size) => size === list.length || random.chance(0.4));
  return sizes.map((size) => ({ ...document, [name]: list.slice(0, size) }));
}

function livePieces(capture: NamedCapture, random: Random): AgentEvent[] {
  return [...recordsOf(capture)].flatMap(([file, records]) => {
    const reader = readerOf(capture, file);
    const events = states(records, random).flatMap((record) => {
      const told = reader.read(record);
      // After a silence it is asked for what it holds. Within calls that run side by side, this would change their order.
      const isSilent = told.at(-1)?.kind === 'turn' && random.chance(0.7);
      return isSilent ? [...told, ...reader.flush()] : told;
    });
    return withoutGuesses([...events, ...reader.flush()]);
  });
}

describe.each([...CAPTURES, ...TRAPS].map((capture) => [capture.capture, capture] as const))(
  '%s',
  (_, capture) => {
    const whole = reportOf(captureEvents(capture));

    it.each(SEEDS)('gives the same report in pieces (%i)', (seed) => {
      expect(reportOf(livePieces(capture, new Random(seed)))).toEqual(whole);
    });
  },
);
