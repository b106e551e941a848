import { basename } from 'node:path';
import { commands, l10n, window, workspace } from 'vscode';
import type { LineHasher } from '../text/lineHash';
import { formatRanges, type LineRange } from '../text/ranges';
import { RangeSet } from '../tracker/rangeSet';
import type { SessionKey, TrackerView, VersionCoverage } from '../tracker/views';
import type { EarlierTexts } from './blindChanges/earlierTexts';
import { gitTexts } from './blindChanges/gitText';
import { isProved, likeness, provedText, type TextSource } from './blindChanges/textBefore';
import type { GivenTexts } from './givenTexts';
import { inMessage, relativePath } from './names';
import { uriInWorkspace } from './openPlace';

const MOST_RANGES = 4;

export interface CompareReadParts {
  readonly service: Pick<TrackerView, 'coverage'>;
  readonly hasher: () => LineHasher;
  readonly canonical: (path: string) => Promise<string>;
  readonly earlier: EarlierTexts;
  readonly given: GivenTexts;
}

/** What a comparison showed: where the text that the agent was given came from, or why there is none. */
export type ComparedRead = TextSource | 'same' | 'not-kept' | 'not-read' | 'outside';

/** Compares the version of a file that a session was last given with what stands there now. */
export class CompareRead {
  readonly #parts: CompareReadParts;

  constructor(parts: CompareReadParts) {
    this.#parts = parts;
  }

  /** @param path canonical */
  async show(session: SessionKey, path: string): Promise<ComparedRead> {
    const { service, hasher, canonical, earlier } = this.#parts;
    const file = inMessage(relativePath(path));
    const given = service.coverage(session, path)?.versions.find((version) => linesGiven(version).length > 0);
    if (given === undefined) {
      window.showInformationMessage(l10n.t('No read of {file} is known in this session.', { file }));
      return 'not-read';
    }
    const uri = await uriInWorkspace(path, canonical);
    if (uri === undefined) {
      window.showInformationMessage(l10n.t('{path} is outside of the workspace.', { path: file }));
      return 'outside';
    }
    const document = await workspace.openTextDocument(uri);
    // Of a version that is known in part, each line that is known must be in the text.
    const isGiven = async (text: string) =>
      (await isProved(text, given, hasher())) || (await likeness(text, given, hasher())) === 'agrees';
    if (await isGiven(document.getText())) {
      await window.showTextDocument(document, { preview: true });
      window.showInformationMessage(
        l10n.t('{file} is what the agent was last given: nothing differs.', { file }),
      );
      return 'same';
    }
    const sources = { editor: [...earlier.of(document)].reverse(), record: [], git: await gitTexts(uri) };
    const found = await provedText(sources, isGiven);
    if (found === undefined) {
      await window.showTextDocument(document, { preview: true });
      window.showInformationMessage(
        l10n.t(
          'Nothing kept the text of {file} that the agent was given: lines {lines} of an earlier version.',
          {
            file,
            lines: formatRanges(linesGiven(given), MOST_RANGES),
          },
        ),
      );
      return 'not-kept';
    }
    const name = basename(path);
    const left = this.#parts.given.put(path, found.text);
    const title = l10n.t('{name}: what the agent was last given ↔ now', { name: inMessage(name) });
    await commands.executeCommand('vscode.diff', left, uri, title, { preview: true });
    return found.source;
  }

  /** The same for the file in the active editor. */
  async showActive(session: SessionKey | undefined): Promise<ComparedRead | undefined> {
    const uri = window.activeTextEditor?.document.uri;
    if (session === undefined || uri?.scheme !== 'file') {
      window.showInformationMessage(l10n.t('Open a file that the agent read.'));
      return undefined;
    }
    return this.show(session, await this.#parts.canonical(uri.fsPath));
  }
}

/** What any actor was given of a version. */
function linesGiven({ actors }: VersionCoverage): readonly LineRange[] {
  const ranges: LineRange[] = [];
  for (const segments of actors.values()) {
    for (const { start, end, times } of segments) if (times > 0) ranges.push([start, end]);
  }
  return RangeSet.of(ranges).toArray();
}
