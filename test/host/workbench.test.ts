// From a line in a log to what a person sees: status bar, notification, stop.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as vscode from 'vscode';
import type { TestAccess } from '../../src/editor/testAccess';
import { sessionKey } from '../../src/tracker/views';
import { HarnessLog } from './harnessLog';
import { afterEach, describe, it } from './runner';
import { activeExtension, eventually, testAccess, workspaceFile, workspaceFolder } from './support';

const STOP_FILE = () => join(workspaceFolder().uri.fsPath, '.read-coverage', 'stop.json');
const keyOf = (log: HarnessLog) => sessionKey(`log:.read-coverage/${log.session}.jsonl`, log.session);

const started: HarnessLog[] = [];

/** A session of its own, ended after the test. */
function startSession(session: string): HarnessLog {
  const log = new HarnessLog(session);
  started.push(log);
  return log;
}

async function settings(values: Readonly<Record<string, unknown>>): Promise<void> {
  const section = vscode.workspace.getConfiguration('readCoverage');
  for (const [name, value] of Object.entries(values)) await section.update(name, value, true);
}

async function streakOf(access: TestAccess, log: HarnessLog): Promise<number> {
  const session = access.sessions().find(({ key }) => key === keyOf(log));
  return session?.actors[0]?.streak ?? -1;
}

/** The lines of the output channel. */
function logged(): readonly string[] {
  const { READ_COVERAGE_HOST_LOGS: folder } = process.env;
  ok(folder, 'Nobody said where the logs are.');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((name) => basename(name) === 'Read Coverage.log')
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
}

afterEach(async () => {
  for (const log of started.splice(0)) log.append('session-end');
  await settings({ onThreshold: undefined });
  await vscode.commands.executeCommand('notifications.clearAll');
  rmSync(STOP_FILE(), { force: true });
});

describe('the status bar', () => {
  it('says that nothing was seen, as long as nothing was', async () => {
    const access = await testAccess();
    match(access.statusBar().text, /nothing yet/);
    match(access.statusBar().label, /no agent/);
  });

  it('does not count a loop of yesterday, notify of it, or stop it', async () => {
    const access = await testAccess();
    const log = startSession('yesterday');
    log.repeat('src/mid.ts', 1, 20, 9, new Date(Date.now() - 24 * 3600 * 1000));
    await eventually(async () => equal(await streakOf(access, log), 8));
    ok(!/\d\/\d/.test(access.statusBar().text), access.statusBar().text);
    ok(!access.statusBar().warns);
    equal(access.notifications.length, 0);
    ok(!existsSync(STOP_FILE()));
  });

  it('counts reads without a new line, and shows how much of the active file was read', async () => {
    const access = await testAccess();
    const log = startSession('counting');
    await vscode.window.showTextDocument(workspaceFile('src/mid.ts'));
    log.repeat('src/mid.ts', 1, 100, 4);
    await eventually(() => match(access.statusBar().text, /^\$\(sync\) 3\/6 · 25 %$/));
    equal(access.drawn(), keyOf(log));
    match(access.statusBar().label, /3 reads in a row brought nothing new, threshold 6.*25 percent/);
    match(access.statusBar().tooltip, /mid\\?\.ts/);
    ok(!access.statusBar().warns);

    log.appendAll([log.read('src/mid.ts', 200, 210), log.read('src/mid.ts', 300, 310)]);
    log.repeat('src/mid.ts', 300, 310, 1);
    const editor = vscode.window.activeTextEditor;
    ok(editor);
    await eventually(() => equal(access.marks(editor.document).length, 3));
    const goTo = async (direction: string) => {
      await vscode.commands.executeCommand(`readCoverage.${direction}Repeat`);
      return editor.selection.active.line + 1;
    };
    equal(await goTo('next'), 300);
    equal(await goTo('next'), 1);
    equal(await goTo('previous'), 300);

    await vscode.commands.executeCommand('readCoverage.toggleMarks');
    deepEqual(access.marks(editor.document), []);
    match(JSON.stringify(await access.whyNothing()), /switched off/);
    await vscode.commands.executeCommand('readCoverage.toggleMarks');
    equal(access.marks(editor.document).length, 3);

    log.append('session-end');
    await eventually(() => ok(!/\d\/\d/.test(access.statusBar().text)));
  });
});

describe('the stop level', () => {
  it('asks once, and again only in another episode', async () => {
    const access = await testAccess();
    const log = startSession('asking');
    const before = access.notifications.length;
    log.repeat('src/small.ts', 1, 10, 7);
    await eventually(() => equal(access.notifications.length, before + 1));
    match(access.notifications.at(-1) ?? '', /test-harness.*asking.*6 reads.*small\.ts/);
    await eventually(() => ok(access.statusBar().warns));
    log.repeat('src/small.ts', 1, 10, 3);
    await eventually(async () => equal(await streakOf(access, log), 9));
    equal(access.notifications.length, before + 1);
    await vscode.commands.executeCommand('notifications.clearAll');
    log.append('prompt');
    log.repeat('src/small.ts', 1, 10, 6);
    await eventually(() => equal(access.notifications.length, before + 2));
    log.append('session-end');
    await eventually(() => ok(!access.statusBar().warns));
  });

  it('only notes it where it is to observe', async () => {
    const access = await testAccess();
    await settings({ onThreshold: 'observe' });
    const log = startSession('observing');
    const before = access.notifications.length;
    log.repeat('src/small.ts', 1, 10, 8);
    await eventually(() => ok(access.statusBar().warns));
    equal(access.notifications.length, before);
    equal(access.stop(keyOf(log)), undefined);
    const said = await eventually(() => {
      const [line = ''] = logged().filter((each) => each.includes('Would have stopped: '));
      ok(line.includes('"session":"observing"'), line);
      return JSON.parse(line.slice(line.indexOf('{')));
    });
    equal(said.call, 'observing-7');
    equal(said.history.length, 6);
    match(`${said.transcript}:${said.line}`, /observing\.jsonl:7$/);
  });

  it('asks the harness to stop by itself where it is set so, until the harness has taken it', async () => {
    const access = await testAccess();
    await settings({ onThreshold: 'stop' });
    const log = startSession('stopping');
    log.repeat('src/small.ts', 1, 10, 7);
    const file = await eventually(() => JSON.parse(readFileSync(STOP_FILE(), 'utf8')));
    equal(file.session, 'stopping');
    match(access.statusBar().tooltip, /Stop requested/);
    equal(access.stop(keyOf(log))?.state, 'requested');
    log.append('stop-acknowledged');
    await eventually(() => equal(access.stop(keyOf(log))?.state, 'acknowledged'));
    await eventually(() => ok(!existsSync(STOP_FILE())));
    log.append('session-end');
    await eventually(() => equal(access.stop(keyOf(log))?.state, 'stopped'));
  });
});

describe('Stop Agent', () => {
  it('shows what will be stopped before it is, and can be taken back', async () => {
    const access = await testAccess();
    const log = startSession('by-hand');
    log.repeat('src/small.ts', 1, 10, 2);
    await eventually(async () => equal(await streakOf(access, log), 1));
    const stopping = vscode.commands.executeCommand('readCoverage.stopAgent');
    await new Promise((resolve) => setTimeout(resolve, 1000));
    ok(!existsSync(STOP_FILE()), 'nothing may happen before the choice');
    await eventually(async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      ok(existsSync(STOP_FILE()));
    });
    await stopping;
    equal(JSON.parse(readFileSync(STOP_FILE(), 'utf8')).session, 'by-hand');
    await vscode.commands.executeCommand('readCoverage.resumeAgent');
    ok(!existsSync(STOP_FILE()));
    equal(access.stop(keyOf(log))?.state, 'withdrawn');
  });
});

describe('why nothing is shown', () => {
  it('names the reason for the file, the session and each source', async () => {
    const access = await testAccess();
    await activeExtension();
    await vscode.window.showTextDocument(workspaceFile('docs/café notes.md'));
    const sections = await access.whyNothing();
    const text = JSON.stringify(
      sections.map(({ answers }) => answers.map((each) => `${each.text} ${each.detail}`)),
    );
    match(text, /has not read this file/);
    match(text, /counting\.jsonl/);
    match(text, /records: 9/);
  });

  it('tells a read that failed, or showed lines in part, from one of another text', async () => {
    const access = await testAccess();
    const log = startSession('failing');
    const range = { start: 1, end: 3 };
    log.append('read', {
      call: 'f1',
      path: 'src/small.ts',
      requested: range,
      returned: [],
      outcome: 'failed',
    });
    await eventually(() => equal(access.drawn(), keyOf(log)));
    await vscode.window.showTextDocument(workspaceFile('src/small.ts'));
    const why = async () => JSON.stringify((await access.whyNothing())[0]);
    await eventually(async () => match(await why(), /known to have been given.*A read failed/));
    const { returned: _, ...cut } = log.read('src/small.ts', 1, 3);
    log.appendAll([{ ...cut, returned: [[1, 3]], cutLines: [1, 2, 3], outcome: 'truncated' }]);
    await eventually(async () => match(await why(), /known to have been given.*only in part.*A read failed/));
    log.append('session-end');
  });
});
