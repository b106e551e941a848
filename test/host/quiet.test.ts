// Files whose repeats are no loop, and what each threshold would have done.
import { equal, match, ok } from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import * as vscode from 'vscode';
import type { TestAccess } from '../../src/editor/testAccess';
import { sessionKey } from '../../src/tracker/views';
import { HarnessLog } from './harnessLog';
import { afterEach, describe, it } from './runner';
import { eventually, testAccess, workspaceFile } from './support';

const keyOf = (log: HarnessLog) => sessionKey(`log:.read-coverage/${log.session}.jsonl`, log.session);
const actorOf = (access: TestAccess, log: HarnessLog) => {
  const actor = access.sessions().find(({ key }) => key === keyOf(log))?.actors[0];
  ok(actor, `nothing is known of ${log.session}`);
  return actor;
};

let started: HarnessLog | undefined;

function startSession(session: string): HarnessLog {
  started = new HarnessLog(session);
  return started;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const setQuietFiles = (patterns: readonly string[] | undefined) =>
  vscode.workspace.getConfiguration('readCoverage').update('quiet.files', patterns, true);

afterEach(async () => {
  started?.append('session-end');
  started = undefined;
  await setQuietFiles(undefined);
  await vscode.commands.executeCommand('notifications.clearAll');
});

describe('a file that is no loop', () => {
  it('does not count from then on, says so, and can be taken back', async () => {
    const access = await testAccess();
    // What is there before the first look is past.
    await eventually(() => equal(access.followed()?.caughtUp, true));
    const log = startSession('no-loop');
    log.repeat('src/small.ts', 1, 10, 7);
    await eventually(() => equal(access.notifications.length, 1));
    await eventually(() => ok(access.statusBar().warns));
    await access.notALoop(keyOf(log), realpathSync.native(workspaceFile('src/small.ts').fsPath));
    await eventually(() => ok(!access.statusBar().warns));
    equal(actorOf(access, log).danger.value, 0);
    match(access.statusBar().tooltip, /One file is quiet/);

    log.repeat('src/small.ts', 1, 10, 8);
    await eventually(() => equal(actorOf(access, log).redundantReads, 14));
    equal(actorOf(access, log).danger.value, 0);
    equal(access.notifications.length, 1);

    await eventually(async () => {
      const choosing = vscode.commands.executeCommand('readCoverage.quietFiles');
      await pause(1000);
      for (const key of [
        'workbench.action.quickOpenSelectNext',
        'workbench.action.quickPickManyToggle',
        'workbench.action.acceptSelectedQuickOpenItem',
      ]) {
        await vscode.commands.executeCommand(key);
        await pause(200);
      }
      await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
      await choosing;
      ok(!/quiet/.test(access.statusBar().tooltip), access.statusBar().tooltip);
    });
    await vscode.commands.executeCommand('notifications.clearAll');
    log.repeat('src/small.ts', 1, 10, 6);
    await eventually(() => equal(access.notifications.length, 2));
    equal(actorOf(access, log).danger.value, 6);
  });

  it('is named by a setting too', async () => {
    const access = await testAccess();
    await setQuietFiles(['**/small.ts']);
    const log = startSession('by-setting');
    log.repeat('src/small.ts', 1, 10, 8);
    log.repeat('src/mid.ts', 1, 10, 3);
    await eventually(() => equal(actorOf(access, log).redundantReads, 9));
    // A setting may arrive after the reads: what they had raised is forgiven then.
    await eventually(() => equal(actorOf(access, log).danger.value, 2));
  });
});

describe('calibrating', () => {
  it('shows what each threshold would have done in the sessions of this workspace', async () => {
    const access = await testAccess();
    const log = startSession('calibrated');
    log.repeat('src/mid.ts', 1, 20, 9, new Date(Date.now() - 24 * 3600 * 1000));
    await eventually(() => equal(actorOf(access, log).redundantReads, 8));
    await vscode.commands.executeCommand('readCoverage.calibrate');
    const shown = vscode.window.visibleTextEditors.find(
      ({ document }) => document.uri.scheme === 'read-coverage-calibration',
    );
    const text = shown?.document.getText() ?? '';
    match(text, /^\d+ sessions?, \d+ actors?: \d+ reads/);
    match(text, /\n +6 {2}stop /);
    match(text, /test-harness calibrated · main after 7 reads \(calibrated-7\); then 2 reads/);
  });
});
