import { type Disposable, type LogOutputChannel, window } from 'vscode';
import type { StopRequest } from '../stop/stopRequest';
import { errorMessage } from '../text/errors';
import { shown } from '../text/escape';
import type { Finding } from '../tracker/views';
import { findingRow } from './findingRow';
import type { RecordPlace } from './transcripts/callPlaces';

/** The output channel: findings, one JSON line each, and what the product did or could not do. Never text of a file. */
export class FindingsLog implements Disposable {
  readonly #channel: LogOutputChannel = window.createOutputChannel('Read Coverage', { log: true });

  /**
   * Findings of the past are kept for the curious: they would drown what happens now.
   *
   * @param place where a transcript or log tells of it
   */
  finding(finding: Finding, live: boolean, place: RecordPlace | null): void {
    const row = findingRow(finding, live, place);
    if (!live) this.#channel.debug(row);
    else if (finding.level === 'warning' || finding.level === 'stop') this.#channel.warn(row);
    else this.#channel.info(row);
  }

  /** What would have been done about a finding, had a person not said that it is only to be noted. */
  wouldHaveStopped(finding: Finding, place: RecordPlace | null): void {
    this.#channel.warn(`Would have stopped: ${findingRow(finding, true, place)}`);
  }

  /** A state of a stop, as one JSON line. */
  stop({ id, scope, state, via, problems, reason }: StopRequest): void {
    const { agent, session, actor } = scope;
    const names = {
      agent: shown(agent),
      session: shown(session),
      actor: actor === null ? null : shown(actor),
    };
    this.#channel.info(JSON.stringify({ stop: id, state, ...names, via, problems, reason: shown(reason) }));
  }

  /** @param sentence plain: names in it are escaped */
  note(sentence: string): void {
    this.#channel.info(sentence);
  }

  /** @param sentence what could not be done, without its full stop */
  failure(sentence: string, error: unknown): void {
    this.#channel.error(`${sentence}: ${shown(errorMessage(error))}`);
  }

  show(): void {
    this.#channel.show(true);
  }

  dispose(): void {
    this.#channel.dispose();
  }
}
