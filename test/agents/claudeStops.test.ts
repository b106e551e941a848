// The real Claude Code is stopped by a person: the whole session, before a call, in the middle of one that fails, and
// while a task runs in its background; or one subagent.
import { equal, match, ok } from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestAccess } from '../../src/editor/testAccess';
import type { SessionKey } from '../../src/tracker/views';
import { ClaudeHooks } from '../host/claudeHooks';
import { runWithFirstAnswers } from '../host/connecting';
import { afterEach, describe, it } from '../host/runner';
import { eventually, testAccess } from '../host/support';
import { agent, agentName } from './agentUnderTest';
import { userSettings } from './claudePlaces';
import { delegation, failure } from './claudeScripts';
import { expected } from './expectations';
import { actorOf, folder, keyOf, type Play, play, RUN_WITHIN_MS, type Run, sightings } from './play';
import { loop, steps } from './scripts';
import { stopByHand } from './stopByHand';

/** The request before whose answer a person stops the agent, from 0. */
const STOPPED_AT = 3;
const DENIED = /Stopped by the person supervising this session/;
const prompts = join(agent.home, 'prompts.log');

let ran = '';

/** A run like any other, after which the session is known to be over. */
async function run(script: Play): Promise<Run & { readonly key: SessionKey }> {
  const done = await play(script);
  ran = done.result.session;
  return { ...done, key: keyOf(ran) };
}

/** The client may be too quick to leave for its last hook, and a session that seems to go on would be asked about. */
afterEach(async () => {
  if (ran !== '') await new ClaudeHooks(ran).call('SessionEnd', { reason: 'other' });
  ran = '';
});

function isStopped(access: TestAccess, key: SessionKey): Promise<void> {
  return eventually(() => match(access.stop(key)?.state ?? '', /acknowledged|stopped/));
}

/** What the requests of a conversation after a step must show: none, or nothing but refusals. */
function expectNoMore({ model, result }: Run, mark: string, step: number, ends: boolean): string {
  const later = model.requests.filter((request) => request.mark === mark && request.step > step);
  equal(later.length === 0, ends, result.output);
  for (const { results } of later) match(results.join(), DENIED);
  return ends ? 'the run ended' : `the run went on, every further call refused (${later.length})`;
}

async function stopsTheSession(): Promise<void> {
  const access = await testAccess();
  // A hook of a person's own, which notes what prompts there are.
  const command = `cat >> '${prompts}'; echo >> '${prompts}'`;
  const own = { hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command }] }] } };
  mkdirSync(dirname(userSettings), { recursive: true });
  writeFileSync(userSettings, JSON.stringify(own));
  await runWithFirstAnswers('connectAgent');
  const done = await run({
    conversations: [{ mark: 'LOOPS', steps: steps(loop(folder())) }],
    prompt: 'LOOPS',
    before: async ({ step }, key) => {
      if (step === STOPPED_AT) await stopByHand(access, key, 'the session');
    },
  });
  const seen = expectNoMore(done, 'LOOPS', STOPPED_AT, expected.endsBeforeACall);
  await isStopped(access, done.key);
  // No call that was refused gave the agent anything.
  equal(actorOf(access, done.key, 'main')?.reads, STOPPED_AT);
  sightings.note('Stop by a person, before a call', `the call did not run; ${seen}`);
}

async function stopsAfterAFailure(): Promise<void> {
  const access = await testAccess();
  const [begun, mayFail] = [join(agent.home, 'begun'), join(agent.home, 'may-fail')];
  const done = await run({
    conversations: [{ mark: 'FAILS', steps: [failure(begun, mayFail), ...steps(loop(folder()))] }],
    prompt: 'FAILS',
    before: async ({ step }, key) => {
      if (step > 0) return;
      const stopping = async () => {
        await eventually(() => ok(existsSync(begun), 'the call does not run'), 60_000);
        await stopByHand(access, key, 'the session');
      };
      // The call ends in any case, with an error.
      void stopping().finally(() => writeFileSync(mayFail, ''));
    },
  });
  // No version heeds what the hook of a failure is answered with: the model is asked once more.
  const seen = expectNoMore(done, 'FAILS', 1, expected.endsBeforeACall);
  await isStopped(access, done.key);
  equal(actorOf(access, done.key, 'main')?.reads ?? 0, 0);
  sightings.note('Stop by a person, while a call runs that then fails', `held at the next call: ${seen}`);
}

async function staysStoppedAfterANotification(): Promise<void> {
  const access = await testAccess();
  const before = notifications();
  const done = await run({
    conversations: [
      { mark: 'BACKGROUND', steps: steps(loop(folder())) },
      { mark: 'SENDS', steps: delegation(folder(), 'BACKGROUND', true) },
    ],
    prompt: 'SENDS',
    before: async ({ mark, step }, key) => {
      if (mark !== 'BACKGROUND' || step !== STOPPED_AT) return;
      await eventually(() => ok(actorOf(access, key, 'subagent'), 'no subagent was seen'));
      await stopByHand(access, key, 'the session');
    },
  });
  const { model, result, key } = done;
  await isStopped(access, key);
  const told = notifications() - before;
  const asked = model.requests.filter(({ mark, results }) => mark === 'SENDS' && results.length === 0);
  // The first is the prompt; a notification that is let through would be another.
  equal(asked.length, 1, result.output);
  equal(actorOf(access, key, 'subagent')?.reads, STOPPED_AT);
  sightings.note(
    'Notification of a background task, after a stop',
    told === 0 ? 'none came' : `${told} came, answered with the stop; the model was not asked again`,
  );
}

/** How many prompts were the client's own words about a task. */
function notifications(): number {
  return existsSync(prompts) ? readFileSync(prompts, 'utf8').split('<task-notification>').length - 1 : 0;
}

async function stopsOnlyTheSubagent(): Promise<void> {
  const access = await testAccess();
  const done = await run({
    conversations: [
      { mark: 'SUBTASK', steps: steps(loop(folder())) },
      { mark: 'DELEGATES', steps: delegation(folder(), 'SUBTASK') },
    ],
    prompt: 'DELEGATES',
    before: async ({ mark, step }, key) => {
      if (mark !== 'SUBTASK' || step !== STOPPED_AT) return;
      await eventually(() => ok(actorOf(access, key, 'subagent'), 'no subagent was seen'));
      await stopByHand(access, key, 'subagent');
    },
  });
  const { model, result, key } = done;
  equal(model.count('DELEGATES'), 4, result.output);
  equal(access.stop(key)?.scope.actor, actorOf(access, key, 'subagent')?.actor);
  equal(actorOf(access, key, 'subagent')?.reads, STOPPED_AT);
  const seen = expectNoMore(done, 'SUBTASK', STOPPED_AT, expected.endsBeforeACall);
  await isStopped(access, key);
  sightings.note('Stop of a subagent by a person', `its call did not run; ${seen}; the main agent worked on`);
}

describe(agentName, () => {
  it('stops before its next call at the wish of a person', stopsTheSession, RUN_WITHIN_MS);
  it('stops at the call after one that failed meanwhile', stopsAfterAFailure, RUN_WITHIN_MS);
  it('stays stopped when a task in the background ends', staysStoppedAfterANotification, RUN_WITHIN_MS);
  it('goes on where only its subagent is stopped', stopsOnlyTheSubagent, RUN_WITHIN_MS);
});
