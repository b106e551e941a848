// Transcripts outside of the workspace: nothing is opened before a person agreed; then they are followed, to the stop.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import * as vscode from 'vscode';
import { sessionKey } from '../../src/tracker/views';
import { runInTerminal } from './agentTerminal';
import { ClaudeTranscript, useClaudeHome } from './claudeTranscript';
import { afterEach, describe, it } from './runner';
import { eventually, testAccess, workspaceFile, workspaceFolder } from './support';

const transcript = new ClaudeTranscript(useClaudeHome());
const key = sessionKey('claude-code', transcript.session);

/** Looks anew for what there is to follow, as when a person changes what is followed. */
async function lookAnew(): Promise<void> {
  const section = vscode.workspace.getConfiguration('readCoverage');
  await section.update('log.files', ['.read-coverage/*.jsonl', 'other/*.jsonl'], true);
}

afterEach(async () => {
  await vscode.commands.executeCommand('notifications.clearAll');
});

describe('transcripts of Claude Code', () => {
  it('are not opened before the first question is answered', async () => {
    const access = await testAccess();
    transcript.prompt('hello');
    transcript.read('src/mid.ts');
    await lookAnew();
    await eventually(() => ok(access.wasAsked()));
    equal(access.sessions().length, 0);
    await eventually(() => deepEqual(access.followed()?.places, []));
    const why = JSON.stringify(await access.whyNothing());
    match(why, /wait for your permission/);
  });

  it('are followed after it, in this workspace, with the past kept as the past', async () => {
    const access = await testAccess();
    const sources = (await access.whyNothing()).flatMap(({ answers }) => answers);
    const permission = sources.find(({ text }) => /permission/.test(text));
    ok(permission?.fix);
    await permission.fix.run();
    await eventually(() =>
      deepEqual(
        access.sessions().map((session) => session.key),
        [key],
      ),
    );
    equal(access.drawn(), key);
    const editor = await vscode.window.showTextDocument(workspaceFile('src/mid.ts'));
    await eventually(() => deepEqual(access.marks(editor.document), [{ start: 1, end: 400, mark: 'once' }]));
    transcript.read('src/mid.ts');
    await eventually(() => match(access.statusBar().text, /1\/6 · 100 %/));
    await eventually(() => deepEqual(access.marks(editor.document), [{ start: 1, end: 400, mark: 'again' }]));
  });

  it('lead to the command that a person named, where nothing else reaches the agent', async () => {
    const access = await testAccess();
    let runs = 0;
    const command = vscode.commands.registerCommand('readCoverageTest.stop', () => runs++);
    const section = vscode.workspace.getConfiguration('readCoverage');
    await section.update('stop.command', 'readCoverageTest.stop', true);
    const stopping = vscode.commands.executeCommand('readCoverage.stopAgent');
    await eventually(async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      equal(runs, 1);
    });
    await stopping;
    match(access.stop(key)?.via.join() ?? '', /^command readCoverageTest\.stop$/);
    await vscode.commands.executeCommand('readCoverage.resumeAgent');
    equal(access.stop(key)?.state, 'withdrawn');
    command.dispose();
  });

  it('lead to the terminal that runs the agent, and the stop is over when the agent is', async () => {
    const access = await testAccess();
    const folder = realpathSync(workspaceFolder().uri.fsPath);
    const other = await runInTerminal('worker', folder);
    const agent = await runInTerminal('claude', folder);
    const stopping = vscode.commands.executeCommand('readCoverage.stopAgent');
    await eventually(async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      equal(agent.keys(), '1b');
    });
    await stopping;
    transcript.interrupted();
    await eventually(() => equal(access.stop(key)?.state, 'stopped'));
    match(access.stop(key)?.via.join() ?? '', /Escape in terminal/);
    equal(other.keys(), '');
    for (const terminal of [agent.terminal, other.terminal]) terminal.dispose();
  });
});
