// What the view in the Explorer shows of a session, and what its commands do.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TestAccess } from '../../src/editor/testAccess';
import type { TreeNode } from '../../src/editor/tree/treeNode';
import { sessionKey } from '../../src/tracker/views';
import { HarnessLog } from './harnessLog';
import { afterEach, describe, it } from './runner';
import { eventually, testAccess } from './support';

let started: HarnessLog | undefined;

afterEach(async () => {
  started?.append('session-end');
  started = undefined;
  await vscode.commands.executeCommand('notifications.clearAll');
});

/** What stands in the tree, two levels of it as `label: description`. */
async function shownOf({ tree }: TestAccess, node: TreeNode): Promise<string> {
  const { label, description } = await tree.getTreeItem(node);
  return `${label}: ${description}`;
}

async function sessionOf(access: TestAccess, log: HarnessLog): Promise<TreeNode> {
  const key = sessionKey(`log:.read-coverage/${log.session}.jsonl`, log.session);
  return eventually(() => {
    const found = access.tree.getChildren().find((node) => node.key === key);
    ok(found, 'the session is not in the tree');
    return found;
  });
}

describe('the view in the Explorer', () => {
  it('shows session, files and reads, what wastes most first', async () => {
    const access = await testAccess();
    await eventually(() => equal(access.followed()?.caughtUp, true));
    const log = new HarnessLog('in-the-tree');
    started = log;
    log.appendAll([log.read('src/mid.ts', 1, 20)]);
    log.repeat('src/small.ts', 1, 10, 4);
    // Each look gives the session as it is then.
    const session = await eventually(async () => {
      const found = await sessionOf(access, log);
      match(await shownOf(access, found), /: 3\/5 nothing new · live$/);
      return found;
    });
    const files = access.tree.getChildren(session);
    deepEqual(await Promise.all(files.map(async (file) => (await access.tree.getTreeItem(file)).label)), [
      'small.ts',
      'mid.ts',
    ]);
    const [small] = files;
    ok(small);
    match(await shownOf(access, small), /small\.ts: 30 lines again · 3\/4 nothing new · \d+ % · src/);
    deepEqual(
      await Promise.all(
        access.tree
          .getChildren(small)
          .map(async (read) => (await shownOf(access, read)).replace(/ · \d.*$/, '')),
      ),
      ['nothing new', 'nothing new', 'nothing new', '10 new lines'].map((gain) => `lines 1–10: ${gain}`),
    );
  });

  it('opens the lines of a read, and counts a file no more', async () => {
    const access = await testAccess();
    const log = new HarnessLog('tree-commands');
    started = log;
    log.repeat('src/small.ts', 3, 8, 2);
    const session = await sessionOf(access, log);
    const [file] = await eventually(() => {
      const files = access.tree.getChildren(session);
      equal(files.length, 1);
      return files;
    });
    const [read] = access.tree.getChildren(file);
    await vscode.commands.executeCommand('readCoverage.tree.openRead', read);
    const editor = vscode.window.activeTextEditor;
    match(editor?.document.fileName ?? '', /small\.ts$/);
    equal(editor?.selection.start.line, 2);
    // The next key would be typed over what is selected.
    equal(editor?.selection.isEmpty, true);
    await vscode.commands.executeCommand('readCoverage.tree.quietFile', file);
    ok(file);
    match(await shownOf(access, file), / · quiet/);
    await vscode.commands.executeCommand('readCoverage.tree.unquietFile', file);
    ok(!/quiet/.test(await shownOf(access, file)));
    // Anything else that a command may be handed is nothing.
    await vscode.commands.executeCommand('readCoverage.tree.quietFile', { ...file });
    ok(!/quiet/.test(await shownOf(access, file)));
  });
});
