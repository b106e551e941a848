import { commands, l10n, type QuickPickItem, QuickPickItemKind, window, workspace } from 'vscode';
import type { FoundAgent } from '../../agents/agentNames';
import type { IngestState } from '../../ingest/diagnostics';
import { AGENTS } from '../agentPermissions';
import { COMMANDS } from '../commandNames';
import type { CoverageService } from '../coverageService';
import type { FirstRun } from '../firstRun';
import type { Marks } from '../marks/marks';
import { inLabel, relativePath, sessionName } from '../names';
import type { SessionChoice } from '../sessionChoice';
import type { Answer, Section } from './answer';
import { fileAnswer } from './fileAnswers';
import { sourceAnswers } from './sourceAnswers';

export interface WhyNothingParts {
  readonly marks: Marks;
  readonly service: CoverageService;
  readonly choice: SessionChoice;
  readonly firstRun: FirstRun;
  /** Undefined before following began. */
  readonly state: () => IngestState | undefined;
  /** The kinds of the agents that have a folder on this machine. */
  readonly agentsFound: () => Promise<ReadonlySet<string>>;
  /** How each of these agents is known. */
  readonly connections: (agents: readonly FoundAgent[]) => Promise<readonly Answer[]>;
}

interface AnswerItem extends QuickPickItem {
  readonly answer?: Answer;
}

/** Answers why nothing is shown: for the active file, the session, each source, and how each agent is known. */
export async function whyNothing(parts: WhyNothingParts): Promise<readonly Section[]> {
  const found = await parts.agentsFound();
  const shown = AGENTS.filter((agent) => found.has(agent) && parts.firstRun.isAllowed(agent));
  const connections = await parts.connections(shown);
  return [
    { title: l10n.t('This file'), answers: await answersOfFile(parts.marks) },
    { title: l10n.t('Session'), answers: [sessionAnswer(parts)] },
    { title: l10n.t('Sources'), answers: sourceAnswers(parts.state(), parts.firstRun, found) },
    ...(connections.length > 0 ? [{ title: l10n.t('Connections'), answers: connections }] : []),
  ];
}

/** Shows the answers; choosing one that has a fix does it. */
export async function showWhyNothing(parts: WhyNothingParts): Promise<void> {
  const sections = await whyNothing(parts);
  const items = sections.flatMap(({ title, answers }): AnswerItem[] => [
    { label: title, kind: QuickPickItemKind.Separator },
    ...answers.map((answer) => ({
      label: answer.text,
      description: answer.fix ? `$(lightbulb) ${answer.fix.label}` : '',
      detail: answer.detail ?? '',
      answer,
    })),
  ]);
  const picked = await window.showQuickPick(items, {
    title: l10n.t('Read Coverage: why is nothing shown?'),
    placeHolder: l10n.t('Choose an answer with a light bulb to change it.'),
    matchOnDetail: true,
  });
  await picked?.answer?.fix?.run();
}

async function answersOfFile(marks: Marks): Promise<readonly Answer[]> {
  const document = window.activeTextEditor?.document;
  if (!document) return [{ text: l10n.t('No file is open in the active editor.') }];
  const answers = [fileAnswer(document, await marks.explainDocument(document))];
  if (document.uri.scheme === 'file' && workspace.getWorkspaceFolder(document.uri) === undefined) {
    const name = inLabel(relativePath(document.uri.fsPath));
    answers.push({ text: l10n.t('{name} is outside of the workspace.', { name }) });
  }
  return answers;
}

function sessionAnswer({ choice, service }: WhyNothingParts): Answer {
  const session = choice.current === undefined ? undefined : service.session(choice.current);
  if (!session) return { text: l10n.t('No session is known.') };
  const name = inLabel(sessionName(session));
  return {
    text: choice.isChosen
      ? l10n.t('{name} is drawn, as you chose.', { name })
      : l10n.t('{name} is drawn: the newest, or the one at work.', { name }),
    detail: service.isLive(session.key)
      ? l10n.t('It is live.')
      : l10n.t('It has been silent for ten minutes or more.'),
    fix: {
      label: l10n.t('Choose another session'),
      run: () => commands.executeCommand(COMMANDS.chooseSession),
    },
  };
}
