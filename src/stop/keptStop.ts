import * as v from 'valibot';
import { field, isObject } from '../agents/json';
import { sessionKey } from '../tracker/views';
import type { StopRequest } from './stopRequest';

/** Stops that are kept. */
const MOST = 20;
/** How long, ms: as long as a stop waits to be answered. */
const KEPT = 24 * 60 * 60 * 1000;
const LONGEST = 4096;

const Text = v.pipe(v.string(), v.maxLength(LONGEST));
const KeptStop = v.object({
  source: Text,
  session: Text,
  agent: Text,
  actor: v.nullable(Text),
  cwd: v.nullable(Text),
  reason: Text,
  requestedAt: v.number(),
  state: v.picklist(['requested', 'acknowledged', 'stopped', 'timed-out']),
});

/** A stop as a window leaves it to itself for the time after a reload. Plain JSON. */
export type KeptStop = v.InferOutput<typeof KeptStop>;

/** What is to be kept of these stops: the newest, in their order; none that was taken back. */
export function keepStops(requests: readonly StopRequest[]): readonly KeptStop[] {
  const kept = requests.flatMap(({ scope, reason, requestedAt, state }): KeptStop[] => {
    const { source, session, agent, actor, cwd } = scope;
    return state === 'withdrawn' ? [] : [{ source, session, agent, actor, cwd, reason, requestedAt, state }];
  });
  return kept.sort((a, b) => a.requestedAt - b.requestedAt).slice(-MOST);
}

/** The stops that were kept, none older than a day. What is not understood is left out. */
export function keptStops(kept: unknown, now: number): readonly StopRequest[] {
  if (!Array.isArray(kept)) return [];
  return kept.slice(-MOST).flatMap((each): StopRequest[] => {
    const parsed = v.safeParse(KeptStop, each);
    if (!parsed.success) return [];
    const { reason, requestedAt, state, ...scope } = parsed.output;
    if (requestedAt > now || now - requestedAt >= KEPT) return [];
    const key = sessionKey(scope.source, scope.session);
    return [{ id: 0, scope: { key, ...scope }, reason, requestedAt, state, via: [], problems: [] }];
  });
}

/** Whether a hook that no window heard tells that a person spoke to the stop's session after it was asked for. */
export function wasAnswered({ scope, requestedAt }: StopRequest, hook: unknown): boolean {
  if (!isObject(hook) || field(hook, 'session') !== scope.session) return false;
  const time = field(hook, 'time');
  const isPerson = field(hook, 'moment') === 'prompt' && field(hook, 'isPerson') === true;
  return isPerson && typeof time === 'number' && time > requestedAt;
}
