// What is shown besides marks: files as they are read, badges, and what the agent was given beside what stands there now.
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { realpathSync, writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { sessionKey } from '../../src/tracker/views';
import { HarnessLog } from './harnessLog';
import { afterEach, describe, it } from './runner';
import { eventually, testAccess, workspaceFile } from './support';

let started: HarnessLog | undefined;

function startSession(session: string): HarnessLog {
  started = new HarnessLog(session);
  return started;
}

const keyOf = (log: HarnessLog) => sessionKey(`log:.read-coverage/${log.session}.jsonl`, log.session);
const set = (name: string, value: unknown) =>
  vscode.workspace.getConfiguration('readCoverage').update(name, value, true);
const isShown = (name: string) =>
  vscode.window.visibleTextEditors.some(({ document }) => document.uri.path.endsWith(name));

afterEach(async () => {
  started?.append('session-end');
  started = undefined;
  await set('followAgent', undefined);
  await set('show.badges', undefined);
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await vscode.commands.executeCommand('notifications.clearAll');
});

describe('following the agent', () => {
  it('shows what is read beside what a person works in, which stays where it is', async () => {
    const access = await testAccess();
    await eventually(() => equal(access.followed()?.caughtUp, true));
    await vscode.window.showTextDocument(workspaceFile('README.md'));
    const log = startSession('followed');
    log.appendAll([log.read('src/small.ts', 1, 4)]);
    await eventually(() => equal(access.drawn(), keyOf(log)));
    ok(!isShown('small.ts'), 'nothing is opened unless it is wanted');
    await set('followAgent', true);
    log.appendAll([log.read('src/small.ts', 5, 8)]);
    await eventually(() => ok(isShown('small.ts')));
    ok(isShown('README.md'));
    ok(vscode.window.activeTextEditor?.document.uri.path.endsWith('README.md'));
    log.appendAll([log.read('src/mid.ts', 100, 110)]);
    await eventually(() => ok(isShown('mid.ts')));
    equal(vscode.window.tabGroups.all.length, 2);
  });
});

describe('comparing with what the agent was given', () => {
  it('shows both, as long as the text is kept', async () => {
    const access = await testAccess();
    const file = workspaceFile('src/small.ts');
    const path = realpathSync.native(file.fsPath);
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    const before = document.getText();
    const log = startSession('compared');
    log.appendAll([log.read('src/small.ts', 1, 20), log.read('src/small.ts', 5, 8)]);
    await eventually(() => equal(access.drawn(), keyOf(log)));
    await eventually(() =>
      equal(access.sessions().find(({ key }) => key === keyOf(log))?.actors[0]?.reads, 2),
    );
    equal(await access.compareRead(keyOf(log), path), 'same');
    writeFileSync(file.fsPath, before.replace('small3', 'changed3'));
    try {
      await eventually(() => notEqual(document.getText(), before));
      equal(await access.compareRead(keyOf(log), path), 'editor');
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      ok(activeTab?.input instanceof vscode.TabInputTextDiff);
      const left = await vscode.workspace.openTextDocument(activeTab.input.original);
      equal(left.getText(), before);
      // The left side is what was given, and is marked as that; on the right, what is left of it.
      const drawn = (of: vscode.TextDocument) =>
        access.marks(of).map(({ start, end, mark }) => `${start}-${end} ${mark}`);
      await eventually(() => deepEqual(drawn(left), ['1-4 once', '5-8 again', '9-20 once']));
      await eventually(() => deepEqual(drawn(document), ['1-2 carried', '4-20 carried']));
      await vscode.commands.executeCommand('workbench.action.compareEditor.focusPrimarySide');
      await vscode.commands.executeCommand('readCoverage.nextRepeat');
      await eventually(() => {
        const active = vscode.window.activeTextEditor;
        equal(active?.document.uri.toString(), left.uri.toString());
        equal(active?.selection.start.line, 4);
      });
    } finally {
      writeFileSync(file.fsPath, before);
    }
    equal(
      await access.compareRead(keyOf(log), realpathSync.native(workspaceFile('README.md').fsPath)),
      'not-read',
    );
  });
});

describe('the calls of a line', () => {
  it('are listed, and lead to the transcript, by keyboard alone', async () => {
    const access = await testAccess();
    const document = await vscode.workspace.openTextDocument(workspaceFile('src/small.ts'));
    const editor = await vscode.window.showTextDocument(document);
    const log = startSession('peeked');
    log.appendAll([log.read('src/small.ts', 1, 4), log.read('src/small.ts', 1, 8)]);
    await eventually(() => deepEqual(access.marks(document).at(-1), { start: 5, end: 8, mark: 'once' }));
    editor.selection = new vscode.Selection(2, 0, 2, 0);
    const peek = vscode.commands.executeCommand('readCoverage.peekCalls');
    // The newest is chosen first.
    await eventually(async () => {
      await vscode.commands.executeCommand('workbench.action.quickOpenSelectNext');
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      equal(vscode.window.activeTextEditor?.document.uri.scheme, 'read-coverage-transcript');
    });
    await peek;
    const shown = vscode.window.activeTextEditor;
    match(shown?.document.lineAt(shown.selection.active.line).text ?? '', /"call":"peeked-[12]"/);
  });
});
