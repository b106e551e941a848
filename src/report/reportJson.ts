import type { Report } from './report';

/** A report as JSON, in pieces: the whole may be longer than one string can be. */
export function* reportJson(report: Report): Generator<string> {
  yield '{"sessions":[';
  for (const [at, { actors, ...session }] of report.sessions.entries()) {
    yield `${at === 0 ? '' : ','}\n${JSON.stringify(session).slice(0, -1)},"actors":[`;
    for (const [index, { reads, ...actor }] of actors.entries()) {
      yield `${index === 0 ? '' : ','}\n${JSON.stringify(actor).slice(0, -1)},"reads":[`;
      for (const [i, read] of reads.entries()) yield `${i === 0 ? '' : ','}\n${JSON.stringify(read)}`;
      yield ']}';
    }
    yield ']}';
  }
  yield `],\n"skippedLines":${report.skippedLines}}\n`;
}
