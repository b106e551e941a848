import {
  type CancellationToken,
  type Disposable,
  EventEmitter,
  l10n,
  ProgressLocation,
  Uri,
  ViewColumn,
  window,
  workspace,
} from 'vscode';
import type { History } from '../ingest/discovery';
import { Ingest } from '../ingest/ingest';
import { Pace } from '../ingest/pace';
import type { CalibrationReport } from '../report/calibration';
import { CalibrationBuilder } from '../report/calibrationBuilder';
import { calibrationText } from '../report/calibrationText';
import type { FindingsLog } from './findingsLog';
import { type SourceParts, sourcesOf } from './following';
import type { QuietFiles } from './quietFiles';

const SCHEME = 'read-coverage-calibration';

/** More of the past than is drawn; what is known of it is held in memory until the report is made. */
const HISTORY: History = { sessions: 200, bytes: 512 * 1024 * 1024 };

export interface CalibrateParts extends SourceParts {
  readonly quiet: QuietFiles;
  readonly log: FindingsLog;
}

/**
 * Shows what each threshold would have done in the past sessions of these folders, as the command line's `calibrate` does.
 * Reads them anew, in slices of time, beside what is followed; nothing that is shown of the sessions changes.
 */
export class Calibrate implements Disposable {
  readonly #parts: CalibrateParts;
  readonly #changed = new EventEmitter<Uri>();
  readonly #provider: Disposable;
  #text = '';
  #isRunning = false;

  constructor(parts: CalibrateParts) {
    this.#parts = parts;
    this.#provider = workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: this.#changed.event,
      provideTextDocumentContent: () => this.#text,
    });
  }

  /** Shows the report beside the active editor, once it is made; nothing if a person cancels. */
  async run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      const report = await window.withProgress(
        {
          location: ProgressLocation.Notification,
          title: l10n.t('Reading the past sessions of this workspace'),
          cancellable: true,
        },
        (progress, token) => this.#read((message) => progress.report({ message }), token),
      );
      if (report !== undefined) await this.#show(report);
    } finally {
      this.#isRunning = false;
    }
  }

  async #read(
    tell: (message: string) => void,
    token: CancellationToken,
  ): Promise<CalibrationReport | undefined> {
    const { configuration, quiet, log } = this.#parts;
    const builder = new CalibrationBuilder({
      ...configuration.tracker(),
      isQuiet: (_, path) => quiet.isQuietBySetting(path),
    });
    const pace = new Pace();
    let told = 0;
    const ingest = new Ingest({
      ...sourcesOf(this.#parts),
      history: HISTORY,
      onEvents: async (events) => {
        for (const { event } of events) {
          builder.add(event);
          await pace.rest();
          if (token.isCancellationRequested) return;
        }
        if (builder.sessions === told) return;
        told = builder.sessions;
        tell(l10n.t('{count} sessions', { count: told }));
      },
      onFault: (fault) => log.failure('A session of the past could not be read', fault),
    });
    const cancelled = token.onCancellationRequested(() => void ingest.dispose());
    try {
      await ingest.poll();
    } finally {
      cancelled.dispose();
      await ingest.dispose();
    }
    if (token.isCancellationRequested) return undefined;
    builder.finishSessions();
    return builder.report(ingest.state().files.reduce((sum, { skipped }) => sum + skipped, 0));
  }

  async #show(report: CalibrationReport): Promise<void> {
    this.#text = calibrationText(report);
    const uri = Uri.from({ scheme: SCHEME, path: `/${l10n.t('Thresholds')}.txt` });
    this.#changed.fire(uri);
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preview: true });
  }

  dispose(): void {
    this.#provider.dispose();
    this.#changed.dispose();
  }
}
