// The map of a session in a real window: what it is told, and the open editors at a moment that is past.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import { sessionKey } from '../../src/tracker/views';
import { HarnessLog } from './harnessLog';
import { afterEach, describe, it } from './runner';
import { eventually, testAccess, workspaceFile } from './support';

let started: HarnessLog | undefined;

afterEach(async () => {
  started?.append('session-end');
  started = undefined;
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await vscode.commands.executeCommand('notifications.clearAll');
});

describe('the map of a session', () => {
  it('shows what each call brought, and goes on while the session does', async () => {
    const access = await testAccess();
    await eventually(() => equal(access.followed()?.caughtUp, true));
    const log = new HarnessLog('on-the-map');
    started = log;
    const key = sessionKey(`log:.read-coverage/${log.session}.jsonl`, log.session);
    log.appendAll([log.read('src/small.ts', 1, 10), log.read('src/small.ts', 6, 15)]);
    await eventually(() => equal(access.drawn(), key));
    await vscode.commands.executeCommand('readCoverage.showMap');
    const shown = () => access.map()?.entries.map(({ kind, fresh, again }) => ({ kind, fresh, again }));
    await eventually(() =>
      deepEqual(shown(), [
        { kind: 'read', fresh: [[1, 10]], again: [] },
        { kind: 'read', fresh: [[11, 15]], again: [[6, 10]] },
      ]),
    );
    deepEqual(access.map()?.files, [{ name: 'src/small.ts', lines: 20, hasEnd: true }]);
    log.append('context-lost', { reason: 'compaction' });
    await eventually(() => equal(access.map()?.entries.at(-1)?.kind, 'context-lost'));
  });

  it('takes the open editors back to a moment, and forward again', async () => {
    const access = await testAccess();
    const log = new HarnessLog('back-in-time');
    started = log;
    const key = sessionKey(`log:.read-coverage/${log.session}.jsonl`, log.session);
    log.appendAll([log.read('src/small.ts', 1, 4), log.read('src/small.ts', 1, 8)]);
    await eventually(() => equal(access.drawn(), key));
    const document = await vscode.workspace.openTextDocument(workspaceFile('src/small.ts'));
    await vscode.window.showTextDocument(document);
    const drawn = () => access.marks(document).map(({ start, end, mark }) => `${start}-${end} ${mark}`);
    const present = ['1-4 again', '5-8 once'];
    await eventually(() => deepEqual(drawn(), present));
    access.goBack({ session: key, until: 1 });
    await eventually(() => deepEqual(drawn(), ['1-4 once']));
    // Whoever has forgotten the slider is told of it, and led back.
    match(access.statusBar().label, /as of .*\(session map\)/);
    match(access.statusBar().tooltip, /as of .*session map/);
    const answers = (await access.whyNothing()).flatMap((section) => section.answers);
    await answers.find(({ text }) => /as of .*\(session map\)/.test(text))?.fix?.run();
    await eventually(() => deepEqual(drawn(), present));
    ok(!/session map/.test(access.statusBar().label));
    access.goBack({ session: key, until: 0 });
    await eventually(() => deepEqual(drawn(), []));
    access.goBack(undefined);
    await eventually(() => deepEqual(drawn(), present));
    ok(access.map() === undefined, 'the map was closed with its editor');
  });
});
