// Answers the questions of Connect and Disconnect as a person would.
import { ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from './support';

/** The texts of the change that is shown; undefined where none is. */
export async function shownChange(): Promise<{ before: string; after: string } | undefined> {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (!(input instanceof vscode.TabInputTextDiff) || input.modified.scheme !== 'read-coverage-change')
    return undefined;
  const [before, after] = await Promise.all(
    [input.original, input.modified].map(async (uri) =>
      (await vscode.workspace.openTextDocument(uri)).getText(),
    ),
  );
  return { before: before ?? '', after: after ?? '' };
}

/** The files whose changes are shown in one view, by their names; undefined where there is no such view. */
export function shownFiles(title: RegExp): readonly string[] | undefined {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  if (tab === undefined || tab.input instanceof vscode.TabInputTextDiff || !title.test(tab.label))
    return undefined;
  const names = vscode.workspace.textDocuments
    .filter(({ uri }) => uri.scheme === 'read-coverage-change' && uri.path.startsWith('/after/'))
    .map(({ uri }) => uri.path.split('/').at(-1) ?? '');
  return [...new Set(names)].filter((name) => name !== 'settings.json').sort();
}

/** The same for changes of several files, which are shown in one view; gives their names. */
export async function runOverSeveralFiles(
  command: 'connectAgent' | 'disconnectAgent',
  title: RegExp,
  agent?: string,
): Promise<readonly string[]> {
  const running = start(command, agent);
  const files = await eventually(async () => {
    const shown = shownFiles(title);
    if (!shown) await accept();
    ok(shown !== undefined && shown.length > 1, 'no changes were shown');
    return shown;
  }, 60_000);
  await eventually(async () => {
    await accept();
    ok(running.isOver(), 'the command goes on');
  }, 60_000);
  await running.done;
  return files;
}

/** Runs the command, takes the first answer of each question, and gives the change that was shown before the last. */
export async function runWithFirstAnswers(
  command: 'connectAgent' | 'disconnectAgent',
): Promise<{ before: string; after: string }> {
  const running = start(command);
  const change = await eventually(async () => {
    const shown = await shownChange();
    if (!shown) await accept();
    ok(shown, 'no change was shown');
    return shown;
  }, 60_000);
  await eventually(async () => {
    await accept();
    ok(running.isOver(), 'the command goes on');
  }, 60_000);
  await running.done;
  return change;
}

/**
 * Runs Connect and takes the second answer of each question where there is one, the first of the last, until the change
 * shown is of the wanted kind: a question may come between choosing an answer and giving it.
 */
export async function connectBySecondAnswers(isWanted: (after: string) => boolean): Promise<void> {
  for (let tries = 5; tries > 0; tries--) {
    const running = start('connectAgent');
    const change = await eventually(async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      const shown = await shownChange();
      if (!shown) {
        await vscode.commands.executeCommand('workbench.action.quickOpenSelectNext');
        await accept();
      }
      ok(shown, 'no change was shown');
      return shown;
    }, 60_000);
    const wanted = isWanted(change.after);
    await eventually(async () => {
      if (wanted) await accept();
      else await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
      ok(running.isOver(), 'the command goes on');
    }, 60_000);
    await running.done;
    if (wanted) return;
  }
  throw new Error('The wanted change was never shown.');
}

/** Runs the command up to the question after the change was shown, and says no there. */
export async function runAndDecline(command: 'connectAgent' | 'disconnectAgent'): Promise<void> {
  const running = start(command);
  await eventually(async () => {
    const shown = await shownChange();
    if (!shown) await accept();
    ok(shown, 'no change was shown');
  }, 60_000);
  await eventually(async () => {
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    ok(running.isOver(), 'the command goes on');
  }, 60_000);
  await running.done;
}

/** Runs the command and takes the first answer of each question until it is over, however it ends. */
export async function runToTheEnd(
  command: 'connectAgent' | 'disconnectAgent',
  agent?: string,
): Promise<void> {
  const running = start(command, agent);
  await eventually(async () => {
    await accept();
    // What a message says is for people; it waits for them.
    await vscode.commands.executeCommand('notifications.clearAll');
    ok(running.isOver(), 'the command goes on');
  }, 60_000);
  await running.done;
}

function start(command: string, agent?: string): { readonly done: Promise<void>; isOver(): boolean } {
  let over = false;
  const done = Promise.resolve(vscode.commands.executeCommand(`readCoverage.${command}`, agent)).then(
    () => {
      over = true;
    },
    (error: unknown) => {
      over = true;
      throw error;
    },
  );
  done.catch(() => {}); // Whoever awaits it is told.
  return { done, isOver: () => over };
}

async function accept(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
}
