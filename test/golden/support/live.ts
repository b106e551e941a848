import { type AgentEvent, MAIN_ACTOR } from '../../../src/tracker/event';
import { LiveTracker } from '../../../src/tracker/liveTracker';
import { Tracker } from '../../../src/tracker/tracker';
import { sessionKey, type TrackerView } from '../../../src/tracker/views';

/** What a tracker holds that heard of a session by its record alone, and by record and hooks as they came in time. */
export function byRecordAndLive(hooks: readonly AgentEvent[], record: readonly AgentEvent[]) {
  const alone = new Tracker();
  for (const event of record) alone.apply(event);
  const live = new LiveTracker();
  const heard = hooks.map((event) => ({ ...event, via: 'hook' as const }));
  let told = 0;
  for (const event of [...record, null]) {
    while (told < heard.length) {
      const next = heard[told];
      if (next === undefined || (event !== null && (next.time ?? 0) > (event.time ?? 0))) break;
      live.apply(next);
      told++;
    }
    if (event !== null) live.apply(event);
  }
  return { record: stateOf(alone, record), live: stateOf(live, record) };
}

function stateOf(view: TrackerView, [first]: readonly AgentEvent[]) {
  const key = sessionKey(first?.source ?? '', first?.session ?? '');
  const session = view.sessions().find((each) => each.key === key);
  return {
    reads: view.reads(key),
    findings: view.findings(key),
    actors: session?.actors.map(({ lastTime: _lastTime, ...actor }) => actor),
    main: session?.actors.find(({ actor }) => actor === MAIN_ACTOR)?.maxStreak,
  };
}
