// The real Claude Code is stopped by a person: the whole session, or one subagent. In a window of its own, where no other
// session is live that could be meant.
import { equal, match, ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import { isAtLeast, parseVersion } from '../../src/connect/version';
import type { TestAccess } from '../../src/editor/testAccess';
import type { SessionKey } from '../../src/tracker/views';
import { runWithFirstAnswers } from '../host/connecting';
import { describe, it } from '../host/runner';
import { eventually, testAccess } from '../host/support';
import { actorOf, agent, folder, keyOf, play, RUN_WITHIN_MS, sightings } from './play';
import { delegation, loop } from './scripts';

/** The request before whose answer a person stops the agent, from 0. */
const STOPPED_AT = 3;
/** Before it, a subagent that is told to stop is only denied its calls. */
const SUBAGENTS_END = { major: 2, minor: 1, patch: 212 };
const DENIED = /Stopped by the person supervising this session/;

async function stopsTheSession(): Promise<void> {
  const access = await testAccess();
  await runWithFirstAnswers('connectAgent');
  const { model, result } = await play({
    conversations: [{ mark: 'LOOPS', steps: loop(folder()) }],
    prompt: 'LOOPS',
    before: async ({ step }, key) => {
      if (step === STOPPED_AT) await stop(access, key, 0);
    },
  });
  equal(model.count('LOOPS'), STOPPED_AT + 1, result.output);
  const key = keyOf(result.session);
  match(access.stop(key)?.state ?? '', /acknowledged|stopped/);
  // The call that was denied gave the agent nothing.
  equal(actorOf(access, key, 'main')?.reads, STOPPED_AT);
  sightings.note('Stop of the session by a person', 'ended at its next call, which did not run');
}

async function stopsOnlyTheSubagent(): Promise<void> {
  const access = await testAccess();
  const { model, result } = await play({
    conversations: [
      { mark: 'SUBTASK', steps: loop(folder()) },
      { mark: 'DELEGATES', steps: delegation(folder(), 'SUBTASK') },
    ],
    prompt: 'DELEGATES',
    before: async ({ mark, step }, key) => {
      if (mark !== 'SUBTASK' || step !== STOPPED_AT) return;
      await eventually(() => ok(actorOf(access, key, 'subagent'), 'no subagent was seen'));
      await stop(access, key, 2);
    },
  });
  equal(model.count('DELEGATES'), 4, result.output);
  const key = keyOf(result.session);
  equal(access.stop(key)?.scope.actor, actorOf(access, key, 'subagent')?.actor);
  equal(actorOf(access, key, 'subagent')?.reads, STOPPED_AT);
  const version = parseVersion(agent.version);
  const later = model.requests.filter(({ mark, step }) => mark === 'SUBTASK' && step > STOPPED_AT);
  for (const { results } of later) match(results.join(), DENIED);
  if (version && isAtLeast(version, SUBAGENTS_END)) {
    equal(later.length, 0, result.output);
    match(access.stop(key)?.state ?? '', /acknowledged|stopped/);
  }
  const end = later.length === 0 ? 'ended at its next call' : `every further call denied (${later.length})`;
  sightings.note('Stop of a subagent by a person', `${end}; the main agent went on to its end`);
}

/**
 * Answers the question of the command: the whole session, the main agent, the subagent. It may come between choosing an
 * answer and giving it: then it is taken back, and asked again.
 * @param answer which one, from 0
 */
async function stop(access: TestAccess, key: SessionKey, answer: number): Promise<void> {
  await eventually(async () => {
    const stopping = vscode.commands.executeCommand('readCoverage.stopAgent');
    await eventually(async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      for (let i = 0; i < answer; i++) {
        await vscode.commands.executeCommand('workbench.action.quickOpenSelectNext');
      }
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      equal(access.stop(key)?.state, 'requested');
    });
    await stopping;
    const { actor = null } = access.stop(key)?.scope ?? {};
    const wanted = answer === 0 ? null : actorOf(access, key, 'subagent')?.actor;
    if (actor === wanted) return;
    await vscode.commands.executeCommand('readCoverage.resumeAgent');
    throw new Error('Another was asked to stop.');
  }, 60_000);
}

describe(`Claude Code ${agent.version}`, () => {
  it('stops before its next call at the wish of a person', stopsTheSession, RUN_WITHIN_MS);
  it('goes on where only its subagent is stopped', stopsOnlyTheSubagent, RUN_WITHIN_MS);
});
