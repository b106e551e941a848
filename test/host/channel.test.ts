// The window hears the hooks of an agent: what they tell is seen at once, counts once, and is answered with a stop.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { sessionKey } from '../../src/tracker/views';
import { ClaudeHooks } from './claudeHooks';
import { ClaudeTranscript, useClaudeHome } from './claudeTranscript';
import { afterEach, describe, it } from './runner';
import { eventually, testAccess, workspaceFile } from './support';

const transcript = new ClaudeTranscript(useClaudeHome());
const hooks = new ClaudeHooks(transcript.session);
const key = sessionKey('claude-code', transcript.session);
const { READ_COVERAGE_HOME: home = '' } = process.env;

const set = (name: string, value: unknown) =>
  vscode.workspace.getConfiguration('readCoverage').update(name, value, true);

/** Whether the answer is a stop that Claude Code obeys. */
function stops(answer: object | undefined): boolean {
  return answer !== undefined && 'continue' in answer && answer.continue === false;
}

async function readAgain(id: string) {
  const before = await hooks.before('src/mid.ts', id);
  const after = await hooks.after('src/mid.ts', id);
  return { before, after };
}

afterEach(async () => {
  await vscode.commands.executeCommand('notifications.clearAll');
});

describe('the hooks of Claude Code', () => {
  it('are heard by this window, once it has come to life', async () => {
    await testAccess();
    await eventually(() =>
      equal(readdirSync(join(home, 'windows')).filter((name) => name.endsWith('.json')).length, 1),
    );
  });

  it('tell of a read before any transcript does', async () => {
    const access = await testAccess();
    const editor = await vscode.window.showTextDocument(workspaceFile('src/mid.ts'));
    equal(await hooks.prompt(), undefined);
    await eventually(async () => {
      deepEqual(await readAgain('call-1'), { before: undefined, after: undefined });
      deepEqual(access.marks(editor.document), [{ start: 1, end: 400, mark: 'once' }]);
    });
    await readAgain('call-2');
    await eventually(() => match(access.statusBar().text, /1\/6 · 100 %/));
    match(access.statusBar().tooltip, /Connected\\: its hooks are heard after \d+ ms/);
    ok(access.connection(key));
  });

  it('count once when the transcript tells the same, and what only it knows is added', async () => {
    const access = await testAccess();
    await set('agents.claudeCode', 'show');
    transcript.prompt();
    transcript.read('src/mid.ts', 'call-1');
    transcript.read('src/mid.ts', 'call-2');
    transcript.read('src/mid.ts', 'call-3');
    await eventually(() => match(access.statusBar().text, /2\/6/), 20_000);
    equal(access.sessions().length, 1);
    equal(access.sessions()[0]?.actors[0]?.reads, 3);
    await readAgain('call-3');
    await readAgain('call-4');
    await eventually(() => match(access.statusBar().text, /3\/6/));
    transcript.read('src/mid.ts', 'call-4');
    await eventually(() => ok((access.connection(key)?.recordDelay ?? null) !== null));
    match(access.statusBar().text, /3\/6/);
  });

  it('are answered with a stop when the threshold is reached, until a person speaks', async () => {
    const access = await testAccess();
    await set('onThreshold', 'stop');
    for (const id of ['call-5', 'call-6']) await readAgain(id);
    const last = await readAgain('call-7');
    // A busy machine may decide too late for the read itself: the next call is stopped then.
    await eventually(() => ok(access.stop(key)));
    const next = await hooks.before('src/mid.ts', 'call-8');
    ok(stops(next), JSON.stringify([last, next]));
    deepEqual(Object(next).hookSpecificOutput.permissionDecision, 'deny');
    await eventually(() => equal(access.stop(key)?.state, 'acknowledged'));
    equal(access.stop(key)?.via.join(), 'the answer to its hooks');
    await hooks.call('Stop');
    await eventually(() => equal(access.stop(key)?.state, 'stopped'));
    ok(stops(await hooks.prompt('<task-notification>a task ended</task-notification>')));
    ok(stops(await hooks.before('src/mid.ts', 'call-9')));
    equal(await hooks.prompt('go on'), undefined);
    equal(await hooks.before('src/mid.ts', 'call-10'), undefined);
  }, 60_000);

  it('stop one subagent and leave the others alone, until it is resumed', async () => {
    const access = await testAccess();
    const agent_id = 'agent7';
    await hooks.call('SubagentStart', { agent_id, agent_type: 'general-purpose' });
    await hooks.before('src/small.ts', 'sub-1', { agent_id });
    await hooks.after('src/small.ts', 'sub-1', { agent_id });
    await eventually(() => equal(access.sessions()[0]?.actors.length, 2));
    const stopping = vscode.commands.executeCommand('readCoverage.stopAgent');
    await eventually(async () => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      // From the first to the last.
      await vscode.commands.executeCommand('workbench.action.quickOpenSelectPrevious');
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      equal(access.stop(key)?.state, 'requested');
    });
    await stopping;
    equal(access.stop(key)?.scope.actor, agent_id);
    equal(await hooks.before('src/small.ts', 'main-1'), undefined);
    ok(stops(await hooks.before('src/small.ts', 'sub-2', { agent_id })));
    await eventually(() => equal(access.stop(key)?.state, 'acknowledged'));
    await hooks.call('SubagentStop', { agent_id });
    await eventually(() => equal(access.stop(key)?.state, 'stopped'));
    ok(stops(await hooks.before('src/small.ts', 'sub-3', { agent_id })));
    await vscode.commands.executeCommand('readCoverage.resumeAgent');
    equal(access.stop(key)?.state, 'withdrawn');
    equal(await hooks.before('src/small.ts', 'sub-4', { agent_id }), undefined);
  }, 60_000);

  it('nudge where a person wants it', async () => {
    await set('nudge', 'context');
    // Calls that are not over would make it uncertain.
    await hooks.prompt();
    const { after } = await readAgain('call-11');
    match(JSON.stringify(after), /unchanged since read \d+ and still in your context/);
    await set('nudge', 'off');
  });

  it('that no window heard are remembered when the past is read', async () => {
    const access = await testAccess();
    const elsewhere = mkdtempSync(join(tmpdir(), 'no-window-'));
    cpSync(join(home, 'line-key'), join(elsewhere, 'line-key'));
    const unheard = new ClaudeHooks('unheard', elsewhere);
    await unheard.before('src/small.ts', 'past-1');
    await unheard.after('src/small.ts', 'past-1');
    cpSync(join(elsewhere, 'spool'), join(home, 'spool'), { recursive: true });
    await set('log.files', ['.read-coverage/*.jsonl', 'other/*.jsonl']);
    const past = sessionKey('claude-code', 'unheard');
    await eventually(() => ok(access.sessions().some((session) => session.key === past)), 20_000);
    deepEqual(access.notifications, []);
  });

  it('end the session when the agent does', async () => {
    const access = await testAccess();
    await hooks.prompt();
    await eventually(() => match(access.statusBar().text, /\d\/6/));
    for (const each of [hooks, new ClaudeHooks('unheard')])
      await each.call('SessionEnd', { reason: 'other' });
    await eventually(() => ok(!/\d\/6/.test(access.statusBar().text), access.statusBar().text));
  });
});
