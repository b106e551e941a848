import { shown } from '../text/escape';
import { isoTime } from '../text/isoTime';
import type { Finding } from '../tracker/views';
import type { RecordPlace } from './transcripts/callPlaces';

/**
 * One finding as one line of JSON for the log: who, what, where and why; never text of a file.
 *
 * @param place where a transcript or log tells of it
 */
export function findingRow(finding: Finding, live: boolean, place: RecordPlace | null): string {
  const { fromVersion, toVersion } = finding;
  return JSON.stringify({
    detector: finding.detector,
    level: finding.level,
    live,
    agent: shown(finding.agent),
    source: shown(finding.source),
    session: shown(finding.session),
    actor: shown(finding.actor),
    call: finding.call === null ? null : shown(finding.call),
    time: isoTime(finding.time),
    path: finding.path === null ? null : shown(finding.path),
    returned: finding.returned,
    version: fromVersion === toVersion ? toVersion : [fromVersion, toVersion],
    newLines: finding.newLines,
    streak: finding.streak,
    fileStreak: finding.fileStreak,
    fileRepeats: finding.fileRepeats,
    stopStreak: finding.stopStreak,
    uncertain: finding.uncertain,
    reason: shown(finding.reason),
    notes: finding.notes.map(shown),
    hint: finding.hint === null ? null : shown(finding.hint),
    history: finding.history.map(({ call, returned, newLines }) => ({
      call: call === null ? null : shown(call),
      returned,
      newLines,
    })),
    ...(finding.blind === null ? {} : { blind: finding.blind }),
    ...(place === null ? {} : { transcript: shown(place.file), line: place.line }),
  });
}
