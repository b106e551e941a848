import { Hover, type HoverProvider, l10n, MarkdownString, type Position, type TextDocument } from 'vscode';
import { shownInMarkdown } from '../../text/escape';
import type { LineExplanation } from './lineExplanation';

/** Explains a marked line when the pointer rests on it. */
export class MarkHover implements HoverProvider {
  readonly #explain: (document: TextDocument, line: number) => LineExplanation | undefined;

  /** @param explain undefined where nothing is to be shown; lines are 1-based */
  constructor(explain: (document: TextDocument, line: number) => LineExplanation | undefined) {
    this.#explain = explain;
  }

  provideHover(document: TextDocument, position: Position): Hover | undefined {
    const explanation = this.#explain(document, position.line + 1);
    return explanation && new Hover(markdownOf(explanation));
  }
}

/** Never trusted, without HTML; every sentence as plain text. */
function markdownOf({ knowledge, reads, legend }: LineExplanation): MarkdownString {
  return new MarkdownString(
    [
      `**${l10n.t('Read Coverage')}:** ${knowledge.map(shownInMarkdown).join(' ')}`,
      reads.map((read) => `- ${shownInMarkdown(read)}`).join('\n'),
      '---',
      shownInMarkdown(legend),
    ]
      .filter((block) => block !== '')
      .join('\n\n'),
  );
}
