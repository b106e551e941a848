import { claudeCodeAdapter } from '../../../src/agents/claudeCode/adapter';
import { toNative } from '../../../src/agents/native/print';
import { JsonLines } from '../../../src/ingest/jsonLines';
import { rowParseOf } from '../../../src/ingest/rowParse';
import { LineHasher } from '../../../src/text/lineHash';
import { transcripts } from '../../golden/support/capture';
import { Random } from '../../golden/support/random';
import { mutateBytes } from '../engine/mutateBytes';
import { mutateJsonText } from '../engine/mutateJsonText';
import { inPieces, seedOf } from '../engine/pieces';
import { demand, pure, type Target } from '../engine/target';

const CAPTURES = ['claude-code', 'claude-code-2.1.100', 'claude-code-shell'];
/** Where text stands twice, the row is long. */
const LONG = 1500;
const LARGEST = 20_000;
const hasher = new LineHasher([23, 29]);

/** Rows with results, each with the row of its call. */
function seeds(): Buffer[] {
  return CAPTURES.flatMap((capture) =>
    [...transcripts(capture).values()].flatMap((records) => {
      const lines = records.map((record) => JSON.stringify(record));
      return lines.flatMap((line, i) => {
        const isResult = line.includes('"toolUseResult"') && line.length > LONG && line.length < LARGEST;
        return isResult && i > 0 ? [Buffer.from(`${lines[i - 1]}\n${line}\n${lines[i + 1] ?? ''}\n`)] : [];
      });
    }),
  ).filter((_, i) => i % 3 === 0);
}

/** Rows of Claude Code, whose bytes are read without making all of them text. */
export const CLAUDE_ROWS: Target = {
  name: 'claude-rows',
  checks: 'the same events as of rows that `JSON.parse` made, whole and in pieces of any size',
  seeds,
  mutate: (input, random, other) =>
    random.chance(0.6) ? mutateBytes(input, random, other) : mutateJsonText(input, random, other),
  open: pure((input) => {
    const plain = eventsOf([input], false);
    const quick = eventsOf([input], true);
    demand(quick === plain, () => difference(quick, plain));
    const pieces = eventsOf(inPieces(input, new Random(seedOf(input))), true);
    demand(pieces === plain, () => `in pieces: ${difference(pieces, plain)}`);
  }),
};

function eventsOf(pieces: readonly Buffer[], isQuick: boolean): string {
  const context = { hasher, source: 'claude-code', baseFolder: '/ws', sessionFallback: 's' };
  const reader = claudeCodeAdapter.reader(context);
  const lines = new JsonLines(isQuick ? rowParseOf(claudeCodeAdapter, hasher) : undefined);
  const printed: string[] = [];
  const take = (line: ReturnType<JsonLines['next']>) => {
    const events = line?.record ? reader.read(line.record) : [];
    for (const event of events) printed.push(JSON.stringify(toNative(event, hasher)));
  };
  for (const piece of pieces) {
    const own = Buffer.from(piece);
    lines.push(own);
    for (let line = lines.next(); line !== null; line = lines.next()) take(line);
    // The bytes may be used again.
    own.fill(0x7a);
  }
  take(lines.end());
  for (const event of reader.flush()) printed.push(JSON.stringify(toNative(event, hasher)));
  return printed.join('\n');
}

function difference(one: string, other: string): string {
  const [some, others] = [one.split('\n'), other.split('\n')];
  const at = some.findIndex((line, i) => line !== others[i]);
  return `${some[at]?.slice(0, 400)} instead of ${others[at]?.slice(0, 400)}`;
}
