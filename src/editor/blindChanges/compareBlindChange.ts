import { basename } from 'node:path';
import { commands, type Disposable, l10n, Range, type TextDocument, window, workspace } from 'vscode';
import { callRecords } from '../../ingest/callRecords';
import type { IngestState } from '../../ingest/diagnostics';
import { Pace } from '../../ingest/pace';
import { UnreadableFile } from '../../ingest/regularFile';
import type { LineHasher } from '../../text/lineHash';
import { formatRanges, type LineRange } from '../../text/ranges';
import type { CoverageService } from '../coverageService';
import { inMessage, relativePath } from '../names';
import { uriInWorkspace } from '../openPlace';
import { ShownTexts } from '../shownTexts';
import type { BlindWarning } from './blindWarning';
import type { EarlierTexts } from './earlierTexts';
import { gitTexts } from './gitText';
import { type RecordedText, recordedText } from './recordedText';
import { type TextSource, textBefore } from './textBefore';

const SCHEME = 'read-coverage-before';
const NOTHING: RecordedText = { whole: [], parts: [] };

export interface CompareParts {
  readonly service: Pick<CoverageService, 'placeOf'>;
  readonly followed: () => IngestState | undefined;
  readonly hasher: () => LineHasher;
  readonly canonical: (path: string) => Promise<string>;
  readonly earlier: EarlierTexts;
}

/** What a comparison showed: where the left side came from; `part`: only what was replaced; `nothing`: it cannot be told. */
export type Compared = TextSource | 'part' | 'nothing';

/** Compares what stood in a file before a blind change with what stands there now. */
export class CompareBlindChange implements Disposable {
  readonly #parts: CompareParts;
  readonly #texts = new ShownTexts(SCHEME);

  constructor(parts: CompareParts) {
    this.#parts = parts;
  }

  /** @param placeIn the lines of a document that are what the change wrote, if they still are */
  async show(
    warning: BlindWarning,
    placeIn: (document: TextDocument) => Promise<LineRange | undefined>,
  ): Promise<Compared> {
    const { finding, before, after } = warning;
    const uri = await uriInWorkspace(finding.path, this.#parts.canonical);
    if (uri === undefined) {
      const path = inMessage(relativePath(finding.path));
      window.showInformationMessage(l10n.t('{path} is outside of the workspace.', { path }));
      return 'nothing';
    }
    const document = await workspace.openTextDocument(uri);
    const place = await placeIn(document);
    const selection = place === undefined ? {} : { selection: new Range(place[0] - 1, 0, place[0] - 1, 0) };
    const name = basename(finding.path);
    const record = await this.#recorded(warning, name);
    const sources = {
      editor: this.#parts.earlier.of(document),
      record: record.whole,
      git: await gitTexts(uri),
    };
    const found = await textBefore(sources, before, after, this.#parts.hasher());
    if (found !== undefined) {
      const title = l10n.t('{name}: before the change ({source}) ↔ now', {
        name: inMessage(name),
        source: inWords(found.source),
      });
      const left = this.#texts.put(name, found.text);
      await commands.executeCommand('vscode.diff', left, uri, title, { preview: true, ...selection });
      return found.source;
    }
    const [part] = record.parts;
    if (part !== undefined) {
      const title = l10n.t('{name}: what was replaced, by the agent’s record ↔ now', {
        name: inMessage(name),
      });
      const lines = place === undefined ? undefined : new Range(place[0] - 1, 0, place[1], 0);
      const now = this.#texts.put(name, document.getText(lines));
      await commands.executeCommand('vscode.diff', this.#texts.put(name, part), now, title, {
        preview: true,
      });
      return 'part';
    }
    await window.showTextDocument(document, { preview: true, ...selection });
    window.showInformationMessage(whyNothing(warning));
    return 'nothing';
  }

  /** What the transcript says, if the call is in one that is followed and has lines. */
  async #recorded({ session, finding }: BlindWarning, name: string): Promise<RecordedText> {
    const place = this.#parts.service.placeOf(session, finding);
    const file = this.#parts.followed()?.files.find(({ path }) => path === place?.file);
    if (place === undefined || finding.call === null || file?.stored !== 'lines') return NOTHING;
    try {
      const records = await callRecords(place.file, { line: place.line, call: finding.call }, new Pace());
      return recordedText(records, name);
    } catch (error) {
      if (error instanceof UnreadableFile) return NOTHING;
      throw error;
    }
  }

  dispose(): void {
    this.#texts.dispose();
  }
}

function inWords(source: TextSource): string {
  switch (source) {
    case 'editor':
      return l10n.t('as the editor had it');
    case 'record':
      return l10n.t('as the agent recorded it');
    case 'git':
      return l10n.t('as Git has it');
  }
}

function whyNothing({ finding: { path, blind } }: BlindWarning): string {
  const file = inMessage(relativePath(path));
  return blind.unread.length === 0
    ? l10n.t('Nothing kept the text of {file} from before the change: it cannot be compared.', { file })
    : l10n.t(
        'Nothing kept the text of {file} from before the change: it cannot be compared. It is about the lines that were {lines} then.',
        { file, lines: formatRanges(blind.unread, 6) },
      );
}
