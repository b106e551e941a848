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
import { calibratePast } from '../report/calibratePast';
import type { CalibrationReport } from '../report/calibration';
import { calibrationText } from '../report/calibrationText';
import type { FindingsLog } from './findingsLog';
import { type SourceParts, sourcesOf } from './following';
import type { QuietFiles } from './quietFiles';

const SCHEME = 'read-coverage-calibration';

/** More of the past than is drawn; one session after the other is held in memory. */
const HISTORY: History = { sessions: 200, bytes: 512 * 1024 * 1024 };

export interface CalibrateParts extends SourceParts {
  readonly quiet: QuietFiles;
  readonly log: FindingsLog;
}

/**
 * Shows what each threshold would have done in the past sessions of these folders, as the command line's `calibrate` does.
 * Reads them anew, beside what is followed; nothing that is shown of the sessions changes.
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
    const { configuration, quiet, thread, log } = this.#parts;
    const cancel = new AbortController();
    const cancelled = token.onCancellationRequested(() => cancel.abort());
    try {
      return await calibratePast({
        open: (told) =>
          thread.open({ ...sourcesOf(this.#parts), history: HISTORY, ...told, onEnd: () => undefined }),
        settings: { ...configuration.tracker(), isQuiet: (_, path) => quiet.isQuietBySetting(path) },
        onFault: (fault) => log.failure('A session of the past could not be read', fault),
        onProgress: (sessions) => tell(l10n.t('{count} sessions', { count: sessions })),
        signal: cancel.signal,
      });
    } finally {
      cancelled.dispose();
    }
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
