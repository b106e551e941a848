// The real Claude Code, driven by a script, with the extension watching.
import { equal, ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import { sessionKey } from '../../src/tracker/views';
import { describe, it } from '../host/runner';
import { eventually, testAccess, workspaceFolder } from '../host/support';
import { agentUnderTest, runClient } from './claudeClient';
import { ScriptedModel } from './scriptedModel';
import { rereads } from './scripts';

const agent = agentUnderTest();

describe(`Claude Code ${agent.version}`, () => {
  it('runs', async () => {
    const access = await testAccess();
    const folder = workspaceFolder().uri.fsPath;
    await vscode.workspace.getConfiguration('readCoverage').update('agents.claudeCode', 'show', true);
    const model = new ScriptedModel([{ mark: 'REREADS', steps: rereads(folder) }], async () => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      console.log(`  ✓ ${access.statusBar().text}`);
    });
    const { session, exitCode, output } = await runClient(agent, {
      prompt: 'REREADS',
      cwd: folder,
      model: await model.start(),
    });
    model.stop();
    equal(exitCode, 0);
    equal(model.requests.length, 14, output);
    await eventually(() =>
      ok(access.sessions().some(({ key }) => key === sessionKey('claude-code', session))),
    );
  }, 300_000);
});
