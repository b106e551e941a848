import { Hover, type HoverProvider, l10n, MarkdownString, type Position, type TextDocument } from 'vscode';
import { shownInMarkdown } from '../../text/escape';
import type { SessionKey } from '../../tracker/views';
import { commandLink } from '../commandLink';
import { COMMANDS } from '../commandNames';
import { nameOfRead } from '../findings/evidenceNamed';
import type { LineNamed } from '../lineMeant';
import type { LineExplanation } from './lineExplanation';

/** Explains a marked line when the pointer rests on it. */
export class MarkHover implements HoverProvider {
  readonly #explain: (document: TextDocument, line: number) => LineExplanation | undefined;
  readonly #session: () => SessionKey | undefined;

  /**
   * @param explain undefined where nothing is to be shown; lines are 1-based
   * @param session the one that is explained
   */
  constructor(
    explain: (document: TextDocument, line: number) => LineExplanation | undefined,
    session: () => SessionKey | undefined,
  ) {
    this.#explain = explain;
    this.#session = session;
  }

  provideHover(document: TextDocument, position: Position): Hover | undefined {
    const explanation = this.#explain(document, position.line + 1);
    if (explanation === undefined) return undefined;
    const session = this.#session();
    const line: LineNamed = { uri: document.uri.toString(), lineNumber: position.line + 1 };
    const links = session === undefined ? [] : linksTo(session, explanation, line);
    return new Hover([markdownOf(explanation), ...links]);
  }
}

/** Never trusted, without HTML; every sentence as plain text. */
function markdownOf({ knowledge, reads, told, legend }: LineExplanation): MarkdownString {
  return new MarkdownString(
    [
      `**${l10n.t('Read Coverage')}:** ${knowledge.map(shownInMarkdown).join(' ')}`,
      told.length > 1 ? l10n.t('The calls that gave it, newest first:') : '',
      reads.map((read, at) => `${at + 1}. ${shownInMarkdown(read)}`).join('\n'),
      '---',
      shownInMarkdown(legend),
    ]
      .filter((block) => block !== '')
      .join('\n\n'),
  );
}

/** Trusted for two commands, and without a word that a record could have written: the reads are named by their numbers. */
function linksTo(session: SessionKey, { told }: LineExplanation, line: LineNamed): MarkdownString[] {
  if (told.length === 0) return [];
  const links = told.map((read, at) =>
    commandLink(String(at + 1), COMMANDS.showInTranscript, nameOfRead(session, read)),
  );
  const list = commandLink(l10n.t('List the calls'), COMMANDS.peekCalls, line);
  const markdown = new MarkdownString(`${l10n.t('Show in transcript')}: ${links.join(' · ')} — ${list}`);
  markdown.isTrusted = { enabledCommands: [COMMANDS.showInTranscript, COMMANDS.peekCalls] };
  return [markdown];
}
