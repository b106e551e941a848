import { Hover, type HoverProvider, l10n, MarkdownString, type Position, type TextDocument } from 'vscode';
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
  const markdown = new MarkdownString();
  markdown.appendMarkdown(`**${l10n.t('Read Coverage')}**\n\n`);
  for (const sentence of knowledge) markdown.appendText(sentence).appendMarkdown('\n\n');
  for (const read of reads) markdown.appendMarkdown('- ').appendText(read).appendMarkdown('\n');
  return markdown.appendMarkdown('\n\n---\n\n').appendText(legend);
}
