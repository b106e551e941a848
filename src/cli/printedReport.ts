import type { ReplayedEvent } from '../ingest/replay';
import { displayedSource } from '../ingest/sourceName';
import { toLcov } from '../report/lcov';
import { ReportBuilder } from '../report/reportBuilder';
import { reportJson } from '../report/reportJson';
import { reportText } from '../report/reportText';

/** What a report is printed as. */
export type ReportForm = 'text' | 'json' | 'lcov';

/** Takes events, and prints the report of them. */
export class PrintedReport {
  readonly #form: ReportForm;
  readonly #builder = new ReportBuilder();
  #sessions = 0;

  constructor(form: ReportForm) {
    this.#form = form;
  }

  /** How many sessions the text tells of; 0 before it was asked for. */
  get sessions(): number {
    return this.#sessions;
  }

  add({ event, file, line }: ReplayedEvent): void {
    this.#builder.add(event, { file, line });
  }

  /**
   * The text, in pieces.
   *
   * @param skippedLines of all files
   */
  *pieces(skippedLines: number): Generator<string> {
    const builder = this.#builder;
    const built = builder.finish(skippedLines);
    const sessions = built.sessions.map((session) => ({
      ...session,
      source: displayedSource(session.source),
    }));
    this.#sessions = sessions.length;
    const report = { ...built, sessions };
    if (this.#form === 'json') yield* reportJson(report);
    else if (this.#form === 'lcov') yield* toLcov(report);
    else yield reportText(report, (finding) => builder.placeOf(finding));
  }
}
