import { l10n, type QuickPickItem, QuickPickItemKind, window, workspace } from 'vscode';
import type { FoundAgent } from '../../agents/agentNames';
import type { IngestState } from '../../ingest/diagnostics';
import type { SessionSummary } from '../../tracker/views';
import { AGENTS } from '../agentPermissions';
import { COMMANDS, SHOW_AGENT_READS } from '../commandNames';
import type { CoverageService } from '../coverageService';
import type { FirstRun } from '../firstRun';
import type { PastView } from '../map/pastView';
import { pastInWords } from '../map/pastWords';
import type { Marks } from '../marks/marks';
import { inLabel, relativePath, sessionName } from '../names';
import type { SessionChoice } from '../sessionChoice';
import type { Threshold } from '../threshold';
import { type Answer, type Fix, running, type Section } from './answer';
import { fileAnswer } from './fileAnswers';
import { sourceAnswers } from './sourceAnswers';

export interface WhyNothingParts {
  readonly marks: Marks;
  readonly service: CoverageService;
  readonly choice: SessionChoice;
  readonly firstRun: FirstRun;
  readonly past: Pick<PastView, 'time'>;
  readonly threshold: Pick<Threshold, 'isMuted' | 'unmute'>;
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
    { title: l10n.t('This file'), answers: await answersOfFile(parts) },
    { title: l10n.t('Session'), answers: [sessionAnswer(parts), ...windowAnswers(parts)] },
    { title: l10n.t('Sources'), answers: sourceAnswers(parts.state(), parts.firstRun, found) },
    ...(connections.length > 0 ? [{ title: l10n.t('Connections'), answers: connections }] : []),
  ];
}

/** Shows the answers; choosing one that has a fix does it. */
export async function showWhyNothing(parts: WhyNothingParts): Promise<void> {
  const sections = await whyNothing(parts);
  const items = sections.flatMap(({ title, answers }): AnswerItem[] => [
    { label: title, kind: QuickPickItemKind.Separator },
    ...answers.map((answer) => ({ label: answer.text, detail: detailOf(answer), answer })),
  ]);
  const picked = await window.showQuickPick(items, {
    title: l10n.t('Read Coverage: why is nothing shown?'),
    placeHolder: l10n.t('Choose an answer with a light bulb to change it.'),
    matchOnDetail: true,
  });
  await picked?.answer?.fix?.run();
}

/** The fix first: what is too long for its row is cut at the end. */
function detailOf({ fix, detail = '' }: Answer): string {
  const shown = fix === undefined ? [detail] : [`$(lightbulb) ${fix.label}`, detail];
  return shown.filter(Boolean).join(' · ');
}

async function answersOfFile(parts: WhyNothingParts): Promise<readonly Answer[]> {
  const document = window.activeTextEditor?.document;
  if (!document) {
    return [
      {
        text: l10n.t('No file is open in the active editor.'),
        fix: running(l10n.t('Show which files were read'), SHOW_AGENT_READS),
      },
    ];
  }
  const explanation = await parts.marks.explainDocument(document);
  const reader = explanation.kind === 'no-coverage' ? readerOf(parts, explanation.path) : undefined;
  const answers = [fileAnswer(document, explanation, reader)];
  if (document.uri.scheme === 'file' && workspace.getWorkspaceFolder(document.uri) === undefined) {
    const name = inLabel(relativePath(document.uri.fsPath));
    answers.push({
      text: l10n.t('{name} is outside of the workspace.', { name }),
      fix: running(l10n.t('Add its folder to the workspace'), 'workbench.action.addRootFolder'),
    });
  }
  return answers;
}

/** Draws the newest session that knows a file. */
function readerOf({ service, choice }: WhyNothingParts, path: string): Fix | undefined {
  const newest = service
    .sessions()
    .filter(({ key }) => service.coverage(key, path) !== undefined)
    .reduce<SessionSummary | undefined>(
      (best, each) => (best && service.lastSeen(best.key) >= service.lastSeen(each.key) ? best : each),
      undefined,
    );
  if (newest === undefined) return undefined;
  const session = inLabel(sessionName(newest));
  return {
    label: l10n.t('Show {session}, which has', { session }),
    run: () => choice.draw(newest.key),
  };
}

/** What holds for the window, whatever the session. */
function windowAnswers({ threshold, past }: WhyNothingParts): readonly Answer[] {
  const answers: Answer[] = [];
  const { time } = past;
  if (time !== undefined) {
    answers.push({
      text: inLabel(pastInWords(time)),
      fix: running(l10n.t('Back to now'), COMMANDS.backToNow),
    });
  }
  if (!workspace.workspaceFolders?.length) {
    answers.push({
      text: l10n.t('No folder is open: sessions are found by their folder.'),
      fix: running(l10n.t('Open a folder'), 'workbench.action.files.openFolder'),
    });
  }
  if (!workspace.isTrusted) {
    answers.push({
      text: l10n.t('In Restricted Mode settings of the workspace are ignored, and no agent can be stopped.'),
      fix: running(l10n.t('Manage trust'), 'workbench.trust.manage'),
    });
  }
  if (threshold.isMuted) {
    answers.push({
      text: l10n.t('Questions at the stop level are switched off.'),
      fix: { label: l10n.t('Ask again'), run: () => threshold.unmute() },
    });
  }
  return answers;
}

function sessionAnswer({ choice, service }: WhyNothingParts): Answer {
  const session = choice.current === undefined ? undefined : service.session(choice.current);
  if (!session) {
    return {
      text: l10n.t('No session is known.'),
      fix: running(l10n.t('Choose which agents are followed'), COMMANDS.chooseAgents),
    };
  }
  const name = inLabel(sessionName(session));
  return {
    text: choice.isChosen
      ? l10n.t('{name} is drawn, as you chose.', { name })
      : l10n.t('{name} is drawn: the newest, or the one at work.', { name }),
    detail: service.isLive(session.key)
      ? l10n.t('It is live.')
      : l10n.t('It has been silent for ten minutes or more.'),
    fix: running(l10n.t('Choose another session'), COMMANDS.chooseSession),
  };
}
