// A person stops an agent: answers the question of the command.
import { deepEqual, equal, ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TestAccess } from '../../src/editor/testAccess';
import type { SessionKey } from '../../src/tracker/views';
import { eventually } from '../host/support';
import { actorOf } from './play';

/** Whom to stop; in the order in which the command offers them. */
const WHOM = ['the session', 'main', 'subagent'] as const;

/**
 * Stops the session that did something last, or one of its actors if it is the only live one. The question may come
 * between choosing an answer and giving it: then it is taken back, and asked again.
 */
export async function stopByHand(
  access: TestAccess,
  key: SessionKey,
  whom: (typeof WHOM)[number],
): Promise<void> {
  // Another would be asked about, or be the first to choose.
  await eventually(() => {
    if (whom === 'the session') ok(access.liveSessions().includes(key));
    else deepEqual(access.liveSessions(), [key]);
  });
  await eventually(async () => {
    const stopping = vscode.commands.executeCommand('readCoverage.stopAgent');
    await eventually(async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      for (let i = 0; i < WHOM.indexOf(whom); i++) {
        await vscode.commands.executeCommand('workbench.action.quickOpenSelectNext');
      }
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      equal(access.stop(key)?.state, 'requested');
    });
    await stopping;
    const { actor = null } = access.stop(key)?.scope ?? {};
    const wanted = whom === 'the session' ? null : actorOf(access, key, whom)?.actor;
    if (actor === wanted) return;
    await vscode.commands.executeCommand('readCoverage.resumeAgent');
    throw new Error('Another was asked to stop.');
  }, 60_000);
}
