import {
  CodeAction,
  CodeActionKind,
  type CodeActionProvider,
  Hover,
  type HoverProvider,
  l10n,
  MarkdownString,
  type Position,
  type Range,
  type TextDocument,
} from 'vscode';
import { commandLink } from '../commandLink';
import { COMMANDS } from '../commandNames';
import type { ShownWarning } from './blindChanges';

type ShownIn = (document: TextDocument) => readonly ShownWarning[];

/** What can be done about a warning, by its commands. */
function actions(): readonly (readonly [command: string, title: string])[] {
  return [
    [COMMANDS.compareBlindChange, l10n.t('Compare with what stood there before')],
    [COMMANDS.showInTranscript, l10n.t('Show in transcript')],
    [COMMANDS.dismissBlindChange, l10n.t('Dismiss this warning')],
  ];
}

/** The light bulb of a warning. */
export class BlindCodeActions implements CodeActionProvider {
  static readonly kinds = [CodeActionKind.QuickFix];
  readonly #shownIn: ShownIn;

  constructor(shownIn: ShownIn) {
    this.#shownIn = shownIn;
  }

  provideCodeActions(document: TextDocument, range: Range): CodeAction[] {
    return this.#shownIn(document)
      .filter(({ diagnostic }) => diagnostic.range.intersection(range))
      .flatMap(({ warning, diagnostic }) =>
        actions().map(([command, title]) => {
          const action = new CodeAction(title, CodeActionKind.QuickFix);
          action.command = { command, title, arguments: [{ blindChange: warning.key }] };
          action.diagnostics = [diagnostic];
          return action;
        }),
      );
  }
}

/** The same as links, where the pointer rests on a warning. */
export class BlindHover implements HoverProvider {
  readonly #shownIn: ShownIn;

  constructor(shownIn: ShownIn) {
    this.#shownIn = shownIn;
  }

  provideHover(document: TextDocument, position: Position): Hover | undefined {
    const here = this.#shownIn(document).filter(({ diagnostic }) => diagnostic.range.contains(position));
    if (here.length === 0) return undefined;
    return new Hover(here.map(({ warning }) => linksOf(warning.key)));
  }
}

/** Trusted for these commands alone, and without a word that a record could have written. */
function linksOf(key: string): MarkdownString {
  const links = actions().map(([command, title]) => commandLink(title, command, { blindChange: key }));
  const markdown = new MarkdownString(links.join(' · '));
  markdown.isTrusted = { enabledCommands: actions().map(([command]) => command) };
  return markdown;
}
