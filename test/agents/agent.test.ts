// A real agent, driven by a scripted model; the same for each.
import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from '../host/runner';
import { agentName, client } from './agentUnderTest';
import { countersShown } from './counters';
import { RUN_WITHIN_MS, settings, sightings } from './play';
import { reportedCounters } from './transcriptReport';

async function countsByTranscript(): Promise<void> {
  await settings({ [client.setting]: 'show' });
  const { shown, session } = await countersShown('TRANSCRIPT-ONLY', 49);
  deepEqual(shown, reportedCounters(session));
  equal(Math.max(...shown), 8);
  sightings.note('Status bar after each read, by the transcript alone', `${shown.join(' ')}, as the report`);
}

describe(agentName, () => {
  it('is counted by its transcript alone as the report counts afterwards', countsByTranscript, RUN_WITHIN_MS);
});
