import type { Report } from '../../../src/report/report';
import { ReportBuilder } from '../../../src/report/reportBuilder';
import type { AgentEvent } from '../../../src/tracker/event';

/**
 * The sessions, reads with their streaks, coverage and findings of what was told: without the name of the source, which
 * says in which file of them all it was found.
 */
export function shownOf(events: Iterable<AgentEvent>): unknown[] {
  const builder = new ReportBuilder();
  for (const event of events) builder.add(event);
  return withoutSources(builder.finish(0));
}

function withoutSources(report: Report): unknown[] {
  return report.sessions.map(({ source: _source, ...session }) => session);
}
