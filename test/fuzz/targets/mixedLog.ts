import type { JsonObject } from '../../../src/agents/adapter';
import { mixedLogReader } from '../../../src/agents/mixedLog';
import { toNative } from '../../../src/agents/native/print';
import { withSoundNames } from '../../../src/agents/soundNames';
import { JsonLines } from '../../../src/ingest/jsonLines';
import type { AgentEvent } from '../../../src/tracker/event';
import { transcripts } from '../../golden/support/capture';
import { Random } from '../../golden/support/random';
import { good } from '../../unit/agents/native/examples';
import { mutateJsonText } from '../engine/mutateJsonText';
import { inPieces, seedOf } from '../engine/pieces';
import { demand, type Target } from '../engine/target';
import { checkEvents } from '../oracles/events';
import { KnownTexts } from '../oracles/knownTexts';

const AGENTS = ['claude-code', 'codex-direct', 'copilot-cli', 'gemini', 'pi', 'qwen-code', 'acp-claude'];
const LARGEST = 24 * 1024;

/** Native lines and records of several agents, side by side. */
function seeds(): Buffer[] {
  const random = new Random(3);
  const all = AGENTS.flatMap((agent) => [...transcripts(agent).values()]);
  return Array.from({ length: 40 }, () => {
    const lines: string[] = [];
    for (let part = 0; part < 3; part++) {
      const records = random.of(all) ?? [];
      const from = random.chance(0.5) ? 0 : random.below(records.length);
      lines.push(...records.slice(from, from + 6).map((record) => JSON.stringify(record)));
      lines.push(JSON.stringify(random.of(good)));
    }
    while (lines.join('\n').length > LARGEST) lines.pop();
    return Buffer.from(random.chance(0.5) ? lines.join('\n') : `\ufeff${lines.join('\r\n')}\r\n`);
  });
}

export const MIXED_LOG: Target = {
  name: 'mixed-log',
  checks: 'the same events in pieces of any size; ranges, round trip, tracker',
  seeds,
  mutate: mutateJsonText,
  open: async () => {
    const hasher = new KnownTexts([3, 9]);
    return {
      run: (input) => {
        hasher.forget();
        const whole = eventsOf([input], hasher);
        checkEvents(whole, hasher, false);
        const pieces = eventsOf(inPieces(input, new Random(seedOf(input))), hasher);
        const printed = (events: readonly AgentEvent[]) =>
          JSON.stringify(events.map((event) => toNative(event, hasher)));
        demand(printed(pieces) === printed(whole), () => 'other events in pieces');
      },
      close: () => undefined,
    };
  },
};

function eventsOf(pieces: readonly Buffer[], hasher: KnownTexts): AgentEvent[] {
  const reader = mixedLogReader({
    hasher,
    source: 'log:x',
    baseFolder: '/ws',
    sessionFallback: 'x',
    file: '/ws/.read-coverage/x.jsonl',
  });
  const lines = new JsonLines();
  const events: AgentEvent[] = [];
  const take = (record: JsonObject | null) => {
    if (record !== null) events.push(...reader.read(record));
  };
  for (const piece of pieces) {
    lines.push(piece);
    for (let line = lines.next(); line !== null; line = lines.next()) take(line.record);
  }
  take(lines.end()?.record ?? null);
  events.push(...reader.flush());
  return [...withSoundNames(events)];
}
