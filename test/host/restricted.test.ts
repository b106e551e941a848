// A workspace that nobody trusts, with settings and a log that would act if they could: nothing does.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { sessionKey } from '../../src/tracker/views';
import { HarnessLog } from './harnessLog';
import { describe, it } from './runner';
import { eventually, testAccess, workspaceFile, workspaceFolder } from './support';

/** What the folder's `.vscode/settings.json` names, and what must be taken instead. */
const DEFAULTS = {
  onThreshold: 'ask',
  'stop.command': '',
  nudge: 'off',
  followAgent: false,
  'levels.stop': 6,
  'log.files': ['.read-coverage/*.jsonl'],
  'quiet.files': [],
} as const;

describe('a workspace that is not trusted', () => {
  it('sets nothing that acts: what its settings name is not taken', () => {
    equal(vscode.workspace.isTrusted, false);
    const settings = vscode.workspace.getConfiguration('readCoverage');
    // It does name them.
    ok(existsSync(workspaceFile('.vscode/settings.json').fsPath));
    deepEqual(Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, settings.get(name)])), DEFAULTS);
    // What is drawn it may say.
    equal(settings.get('show.lineTint'), true);
  });

  it('has no agent stopped, though the person lets stops come by themselves, and opens no file', async () => {
    const settings = vscode.workspace.getConfiguration('readCoverage');
    await settings.update('onThreshold', 'stop', vscode.ConfigurationTarget.Global);
    const access = await testAccess();
    await eventually(() => equal(access.followed()?.caughtUp, true));
    const log = new HarnessLog('hostile');
    const key = sessionKey('log:.read-coverage/hostile.jsonl', log.session);
    const before = vscode.window.visibleTextEditors.length;
    log.repeat('src/small.ts', 1, 10, 9);
    await eventually(() => {
      const session = access.sessions().find((each) => each.key === key);
      ok((session?.actors[0]?.maxStreak ?? 0) >= 6, 'the streak is not counted yet');
    });
    // A person is told all the same, and is offered no stop.
    await eventually(() => equal(access.notifications.length, 1));
    await vscode.commands.executeCommand('readCoverage.stopAgent', key);
    equal(access.stop(key), undefined);
    ok(!existsSync(join(workspaceFolder().uri.fsPath, '.read-coverage', 'stop.json')));
    equal(vscode.window.visibleTextEditors.length, before);
    log.append('session-end');
  });

  it('has no agent connected', async () => {
    await vscode.commands.executeCommand('readCoverage.connectAgent', 'claude-code');
    await vscode.commands.executeCommand('readCoverage.disconnectAgent');
    const folder = workspaceFolder().uri.fsPath;
    ok(!existsSync(join(folder, '.claude')));
    equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 0);
  });
});
