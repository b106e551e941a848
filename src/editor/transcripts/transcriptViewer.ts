import { basename } from 'node:path';
import { type Disposable, env, l10n, Position, Range, Selection, window } from 'vscode';
import type { FollowedFileState, IngestState } from '../../ingest/diagnostics';
import { Pace } from '../../ingest/pace';
import { UnreadableFile } from '../../ingest/regularFile';
import { EXTENSION_SOURCE } from '../../ingest/sourceName';
import { type TranscriptExcerpt, transcriptExcerpt } from '../../ingest/transcriptExcerpt';
import type { SessionKey } from '../../tracker/views';
import type { CoverageService } from '../coverageService';
import { inMessage } from '../names';
import { ShownTexts } from '../shownTexts';
import type { RecordPlace, Told } from './callPlaces';

const SCHEME = 'read-coverage-transcript';

export interface TranscriptViewerParts {
  readonly service: Pick<CoverageService, 'placeOf' | 'session'>;
  /** Undefined before following began. */
  readonly followed: () => IngestState | undefined;
}

/**
 * Shows where a transcript tells of a read or a finding: a copy of the lines around the call that cannot be written to.
 * Only of files that are followed; a path that a log names leads nowhere.
 */
export class TranscriptViewer implements Disposable {
  readonly #parts: TranscriptViewerParts;
  readonly #texts = new ShownTexts(SCHEME);

  constructor(parts: TranscriptViewerParts) {
    this.#parts = parts;
  }

  /** Opens the transcript at the call, or says where the call is, or why that is not known. */
  async show(session: SessionKey, told: Told): Promise<void> {
    const place = this.#parts.service.placeOf(session, told);
    if (place === undefined) {
      window.showInformationMessage(this.#whyNoPlace(session));
      return;
    }
    const file = this.#parts.followed()?.files.find(({ path }) => path === place.file);
    if (file === undefined) {
      window.showInformationMessage(
        l10n.t('{file}, line {line}: this file is not followed any more.', named(place)),
      );
    } else if (file.stored === 'lines') await this.#open(file, place, told.call);
    else await sayWhere(file, place, told.call);
  }

  #whyNoPlace(session: SessionKey): string {
    const isFromExtension = this.#parts.service.session(session)?.source === EXTENSION_SOURCE;
    return isFromExtension
      ? l10n.t('Another extension told of this: there is no transcript that could be shown.')
      : l10n.t(
          'No line of a transcript is known for this: the agent’s own record has not told of it yet, or it is too long ago.',
        );
  }

  async #open({ source }: FollowedFileState, place: RecordPlace, call: string | null): Promise<void> {
    const named = source.startsWith('log:') ? 'last' : 'first';
    try {
      const excerpt = await transcriptExcerpt(place.file, { line: place.line, call, named }, new Pace());
      await this.#showExcerpt(excerpt, place);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      window.showWarningMessage(
        l10n.t('{path} cannot be opened: {problem}', {
          path: inMessage(place.file),
          problem: inMessage(error.message),
        }),
      );
    }
  }

  async #showExcerpt({ lines, firstLine, line }: TranscriptExcerpt, place: RecordPlace): Promise<void> {
    const before =
      firstLine === 1 ? [] : [l10n.t('… the first {count} lines are not shown …', { count: firstLine - 1 })];
    const document = await this.#texts.open(basename(place.file), [...before, ...lines].join('\n'));
    const editor = await window.showTextDocument(document, { preview: true });
    const at = new Position(before.length + line - firstLine, 0);
    editor.selection = new Selection(at, at);
    editor.revealRange(new Range(at, at));
  }

  dispose(): void {
    this.#texts.dispose();
  }
}

/** What is no file of lines is not opened: a database is not text, and a document has the whole session in one. */
async function sayWhere(
  { stored }: FollowedFileState,
  place: RecordPlace,
  call: string | null,
): Promise<void> {
  const { file, line } = named(place);
  const message =
    stored === 'rows'
      ? l10n.t('The call is row {line} of its session in the database {file}.', { line, file })
      : l10n.t('The session is one JSON document, {file}: look for the call by its id.', { file });
  const copy = l10n.t('Copy Call Id');
  const picked = await window.showInformationMessage(message, ...(call === null ? [] : [copy]));
  if (picked === copy && call !== null) await env.clipboard.writeText(call);
}

function named({ file, line }: RecordPlace): { readonly file: string; readonly line: number } {
  return { file: inMessage(file), line };
}
