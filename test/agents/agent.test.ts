// A real agent, connected by the product's own command and driven by a scripted model; the same for each. What differs
// between agents is told by its client here, and by its connector.
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { relative } from 'node:path';
import * as vscode from 'vscode';
import { isAtLeast, parseVersion } from '../../src/connect/version';
import type { SessionKey } from '../../src/tracker/views';
import { runToTheEnd } from '../host/connecting';
import { describe, it } from '../host/runner';
import { eventually, testAccess } from '../host/support';
import { agent, agentName, client } from './agentUnderTest';
import { countersShown, readsAreCounted } from './counters';
import { connector, filesNow, ownCalls, writeOwnHook } from './ownFiles';
import { actorOf, folder, keyOf, play, RUN_WITHIN_MS, type Run, settings, sightings } from './play';
import { loop, rereads, steps } from './scripts';
import { stopByHand } from './stopByHand';
import { reportedCounters } from './transcriptReport';

/** The request before whose answer a person stops the agent, from 0. */
const STOPPED_AT = 3;
/** A first read and six that bring nothing new. */
const READS_TO_THE_THRESHOLD = 7;

let before: ReadonlyMap<string, string | null> = new Map();
let stopped = '';

async function followsTranscripts(follows: boolean): Promise<void> {
  await settings({ [client.setting]: follows ? 'show' : undefined });
}

async function countsByTranscript(): Promise<void> {
  await followsTranscripts(true);
  const { shown, session } = await countersShown('TRANSCRIPT-ALONE', 49);
  deepEqual(shown, reportedCounters(session));
  equal(Math.max(...shown), 8);
  sightings.note('Status bar after each read, by the transcript alone', `${shown.join(' ')}, as the report`);
}

async function connects(): Promise<void> {
  await testAccess();
  writeOwnHook();
  before = filesNow();
  await runToTheEnd('connectAgent', client.agent);
  const changed = [...filesNow()].filter(([file, text]) => text !== before.get(file)).map(([file]) => file);
  notEqual(changed.length, 0);
  sightings.note('Connect changes', changed.map((file) => `~/${relative(agent.home, file)}`).join(', '));
}

async function countsByHooks(): Promise<void> {
  const access = await testAccess();
  // As long as nobody has allowed it, no transcript is opened.
  await followsTranscripts(false);
  ownCalls();
  if (client.hooksTell === 'reads') {
    const { shown, session } = await countersShown('HOOKS-ALONE', 50);
    deepEqual(shown, reportedCounters(session));
    equal(Math.max(...shown), 8);
    sightings.note('… by hooks alone', `${shown.join(' ')}, as the report`);
  } else {
    const script = steps(rereads(folder(), 50));
    const { result } = await play({
      conversations: [{ mark: 'HOOKS-ALONE', steps: script }],
      prompt: 'HOOKS-ALONE',
    });
    const key = keyOf(result.session);
    notEqual(access.connection(key), undefined);
    const told = actorOf(access, key, 'main')?.reads ?? 0;
    const all = reportedCounters(result.session).length;
    ok(client.hooksTell === 'no reads' ? told === 0 : told <= all);
    sightings.note(
      '… by hooks alone',
      told === 0
        ? 'they tell nothing of reads; the transcript does'
        : `they tell of ${told} of ${all} reads; the transcript tells the rest`,
    );
  }
  const calls = ownCalls();
  ok(calls >= 12, `the person's own hook was called ${calls} times`);
}

async function countsByHooksAndTranscript(): Promise<void> {
  await followsTranscripts(true);
  const access = await testAccess();
  const { shown, session } = await countersShown('HOOKS-AND-TRANSCRIPT', 51);
  notEqual(access.connection(keyOf(session)), undefined);
  deepEqual(shown, reportedCounters(session));
  sightings.note('… by hooks and transcript', `${shown.join(' ')}, as the report`);
}

/** What became of a run that was stopped when so many reads had been made; no call after them gave the agent anything. */
async function howItEnded({ model, result }: Run, mark: string, reads: number): Promise<string> {
  const access = await testAccess();
  const key = keyOf(result.session);
  const stop = await eventually(() => {
    const found = access.stop(key);
    match(found?.state ?? '', /acknowledged|stopped/);
    return found;
  });
  match(stop?.via.join() ?? '', /hook/i);
  await readsAreCounted(access, key, reads);
  equal(reportedCounters(result.session).length, reads);
  const later = model.requests.filter((request) => request.mark === mark && request.step > reads);
  const version = parseVersion(agent.version);
  ok(version);
  const { stopsEnd } = connector;
  if (stopsEnd !== null && isAtLeast(version, stopsEnd)) equal(later.length, 0, result.output);
  // The last full stop may be the agent's own.
  const reason = stop?.reason.replace(/\.$/, '') ?? '';
  for (const { results } of later) ok(results.join().includes(reason), results.join());
  const end = [`exit code ${result.exitCode}`, ...(result.ending === undefined ? [] : [result.ending])];
  return later.length === 0
    ? `the run ended (${end.join(', ')})`
    : `every further call was refused (${later.length}), to the end of the script`;
}

async function stopsByHand(): Promise<void> {
  const access = await testAccess();
  const run = await play({
    conversations: [{ mark: 'BY-HAND', steps: steps(loop(folder())) }],
    prompt: 'BY-HAND',
    before: async ({ step }, key) => {
      if (step === STOPPED_AT) await stopByHand(access, key, 'the session');
    },
  });
  sightings.note('Stop by a person, before a call', await howItEnded(run, 'BY-HAND', STOPPED_AT));
  await takesBack(run.result.session);
}

/** Takes back the stop of a session, which must be the only one: else there would be a question. */
async function takesBack(session: string): Promise<void> {
  const access = await testAccess();
  await vscode.commands.executeCommand('readCoverage.resumeAgent');
  await eventually(() => match(access.stop(keyOf(session))?.state ?? '', /withdrawn|stopped/));
}

async function stopsAtTheThreshold(): Promise<void> {
  const access = await testAccess();
  await settings({ onThreshold: 'stop' });
  const run = await play({
    conversations: [{ mark: 'THRESHOLD', steps: steps(rereads(folder(), 52)) }],
    prompt: 'THRESHOLD',
    before: async ({ step }, key) => {
      if (step > READS_TO_THE_THRESHOLD) return;
      // What a transcript tells may come only after the model was asked again.
      await readsAreCounted(access, key, step);
      if (step === READS_TO_THE_THRESHOLD) await isAskedToStop(key);
    },
  });
  stopped = run.result.session;
  const seen = await howItEnded(run, 'THRESHOLD', READS_TO_THE_THRESHOLD);
  sightings.note('Stop at the threshold of 6', seen);
}

async function isAskedToStop(key: SessionKey): Promise<void> {
  const access = await testAccess();
  await eventually(() => match(access.stop(key)?.state ?? '', /requested|acknowledged|stopped/));
}

async function goesOnWhenResumed(): Promise<void> {
  notEqual(stopped, '');
  await settings({ onThreshold: undefined });
  await takesBack(stopped);
  const rest = steps(rereads(folder(), 52)).slice(READS_TO_THE_THRESHOLD);
  const { model, result } = await play({
    conversations: [{ mark: 'THRESHOLD', steps: rest }],
    prompt: 'go on',
    resume: stopped,
  });
  equal(model.count('THRESHOLD'), rest.length, result.output);
  equal(result.session, stopped);
  sightings.note('Resume', `the same session went on to its end, ${rest.length} more model requests`);
}

async function skipsUntrustedHooks(): Promise<void> {
  const access = await testAccess();
  await followsTranscripts(true);
  ownCalls();
  const { result } = await play({
    conversations: [{ mark: 'UNTRUSTED', steps: steps(loop(folder())) }],
    prompt: 'UNTRUSTED',
    without: client.trustArgument ?? '',
  });
  equal(result.exitCode, 0, result.output);
  equal(access.connection(keyOf(result.session)), undefined);
  equal(ownCalls(), 0);
  await readsAreCounted(access, keyOf(result.session), 11);
  sightings.note(
    'Hooks that nobody has looked at',
    'skipped without a word; the transcript still tells of reads',
  );
}

async function disconnects(): Promise<void> {
  await runToTheEnd('disconnectAgent');
  deepEqual(filesNow(), before);
  sightings.note('Disconnect', 'all files byte for byte as before');
  if (client.cannotResume !== undefined) sightings.note('Resume', `not tried: ${client.cannotResume}`);
}

describe(agentName, () => {
  it('is counted by its transcript alone as the report counts afterwards', countsByTranscript, RUN_WITHIN_MS);
  it('is connected by the command', connects, RUN_WITHIN_MS);
  it('is counted by its hooks as far as they tell of reads', countsByHooks, RUN_WITHIN_MS);
  it(
    'is counted by hooks and transcript together as the report counts',
    countsByHooksAndTranscript,
    RUN_WITHIN_MS,
  );
  it('is stopped by a person', stopsByHand, RUN_WITHIN_MS);
  it('stops at the threshold', stopsAtTheThreshold, RUN_WITHIN_MS);
  const { cannotResume } = client;
  if (cannotResume === undefined) it('goes on when it is resumed', goesOnWhenResumed, RUN_WITHIN_MS);
  if (client.trustArgument !== undefined)
    it('runs no hook that nobody has looked at', skipsUntrustedHooks, RUN_WITHIN_MS);
  it('is disconnected to the byte', disconnects, RUN_WITHIN_MS);
});
