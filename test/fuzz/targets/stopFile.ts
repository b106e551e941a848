import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeAcknowledged, removeStopFile, sweepStopFile, writeStopFile } from '../../../src/stop/stopFile';
import type { StopRequest } from '../../../src/stop/stopRequest';
import type { SessionKey } from '../../../src/tracker/views';
import { mutateJsonText } from '../engine/mutateJsonText';
import { demand, type Target } from '../engine/target';
import { temporaryFolder } from './temporaryFolder';

const NOW = 1_800_000_000_000;
const DAY = 24 * 60 * 60 * 1000;
const REQUEST: StopRequest = {
  id: 1,
  scope: { key: 'k' as SessionKey, source: 'log:x', session: 's1', agent: 'x', actor: null, cwd: '/ws' },
  reason: 'enough',
  requestedAt: NOW,
  state: 'requested',
  via: [],
  problems: [],
};
const content = (over: object = {}) => ({
  v: 1,
  session: 's1',
  actor: null,
  requestedAt: new Date(NOW).toISOString(),
  reason: 'enough',
  ...over,
});

/** What stands in `.read-coverage/stop.json`. */
export const STOP_FILE: Target = {
  name: 'stop-file',
  checks:
    'gone exactly where it is of our form, and of this session, this request or older than a day; else left byte by byte',
  seeds: () =>
    [
      content(),
      content({ session: null }),
      content({ requestedAt: new Date(NOW - 2 * DAY).toISOString() }),
      content({ actor: 'a', more: 1 }),
    ].map((each) => Buffer.from(`${JSON.stringify(each)}\n`)),
  mutate: mutateJsonText,
  open: async () => {
    const home = temporaryFolder();
    const shared = join(home.path, '.read-coverage');
    const file = join(shared, 'stop.json');
    const put = (input: Buffer) => {
      rmSync(shared, { recursive: true, force: true });
      mkdirSync(shared);
      writeFileSync(file, input);
    };
    return {
      run: async (input) => {
        const told = naively(input);
        const isGone: readonly (readonly [() => Promise<void>, boolean])[] = [
          [() => removeAcknowledged(home.path, 's1'), told?.session === 's1'],
          [
            () => removeStopFile(home.path, REQUEST),
            told?.session === 's1' && told.requestedAt === content().requestedAt,
          ],
          [() => sweepStopFile(home.path, NOW), told !== null && NOW - Date.parse(told.requestedAt) >= DAY],
        ];
        for (const [i, [work, wanted]] of isGone.entries()) {
          put(input);
          await work();
          demand(existsSync(file) === !wanted, () => `way ${i}: ${wanted ? 'still there' : 'gone'}`);
          if (!wanted) demand(readFileSync(file).equals(input), () => `way ${i}: changed`);
        }
        put(input);
        await writeStopFile(home.path, REQUEST);
        demand(readFileSync(file, 'utf8') === `${JSON.stringify(content())}\n`, () => 'not written anew');
      },
      close: home.remove,
    };
  },
};

/** A time as JSON writes it: with seconds, of a zone. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)$/;

function naively(input: Buffer): { readonly session: string | null; readonly requestedAt: string } | null {
  if (input.length > 64 * 1024) return null;
  try {
    const value = JSON.parse(input.toString('utf8')) as Record<string, unknown>;
    const { v, session, actor, requestedAt, reason } = value;
    const isName = (each: unknown) => each === null || typeof each === 'string';
    const isOurs =
      v === 1 &&
      isName(session) &&
      isName(actor) &&
      typeof reason === 'string' &&
      typeof requestedAt === 'string';
    if (!isOurs || !TIME.test(requestedAt) || Number.isNaN(Date.parse(requestedAt))) return null;
    return { session: session as string | null, requestedAt };
  } catch {
    return null; // Of another form.
  }
}
