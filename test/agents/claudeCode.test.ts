// The real Claude Code, connected by the product's own command and driven by a scripted model.
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { runWithFirstAnswers } from '../host/connecting';
import { describe, it } from '../host/runner';
import { eventually, testAccess } from '../host/support';
import { agent, agentName } from './agentUnderTest';
import { userSettings as settingsFile } from './claudePlaces';
import { countersShown } from './counters';
import { folder, keyOf, play, RUN_WITHIN_MS, settings, sightings } from './play';
import { rereads, steps } from './scripts';
import { reportedCounters } from './transcriptReport';

const foreignLog = join(agent.home, 'foreign.log');
/** Settings of a person who has a hook already, and their own taste of layout. */
const SETTINGS = [
  '{',
  '\t"cleanupPeriodDays": 30,',
  '\t"hooks": {',
  `\t\t"PostToolUse": [{ "matcher": "Read", "hooks": [{ "type": "command", "command": "echo called >> ${foreignLog}" }] }]`,
  '\t}',
  '}',
].join('\r\n');

async function connects(): Promise<void> {
  await testAccess();
  mkdirSync(dirname(settingsFile), { recursive: true });
  writeFileSync(settingsFile, SETTINGS);
  await runWithFirstAnswers('connectAgent');
  const { hooks } = JSON.parse(readFileSync(settingsFile, 'utf8'));
  ok(hooks.PreToolUse.length === 1 && hooks.PostToolUse.length === 2);
  sightings.note('Hooks that are asked for', Object.keys(hooks).join(', '));
}

async function countsByHooks(): Promise<void> {
  // As long as nobody has allowed it, no transcript is opened.
  await settings({ 'agents.claudeCode': undefined });
  const { shown, session } = await countersShown('HOOKS-ONLY', 50);
  deepEqual(shown, reportedCounters(session));
  equal(Math.max(...shown), 8);
  equal(
    readFileSync(foreignLog, 'utf8').trim().split('\n').length,
    shown.length,
    'the other hook ran as well',
  );
  sightings.note('Status bar after each read, by hooks alone', `${shown.join(' ')}, as the report`);
}

async function countsByHooksAndTranscript(): Promise<void> {
  await settings({ 'agents.claudeCode': 'show' });
  const { shown, session } = await countersShown('HOOKS-AND-TRANSCRIPT', 51);
  deepEqual(shown, reportedCounters(session));
  sightings.note('… by hooks and transcript', `${shown.join(' ')}, as the report`);
}

let stopped = '';

async function stopsAtTheThreshold(): Promise<void> {
  const access = await testAccess();
  await settings({ onThreshold: 'stop' });
  const { model, result } = await play({
    conversations: [{ mark: 'STOPS', steps: steps(rereads(folder(), 52)) }],
    prompt: 'STOPS',
  });
  stopped = result.session;
  // A first read and six that bring nothing new.
  equal(model.count('STOPS'), 7, result.output);
  const stop = await eventually(() => {
    const found = access.stop(keyOf(stopped));
    match(found?.state ?? '', /acknowledged|stopped/);
    return found;
  });
  match(stop?.via.join() ?? '', /hook/i);
  const end = [`exit code ${result.exitCode}`, result.ending ?? 'no reason told'].join(', ');
  sightings.note('Stop at the threshold of 6', `acknowledged; no model request after call 7 (${end})`);
}

async function goesOnWhenResumed(): Promise<void> {
  notEqual(stopped, '');
  const access = await testAccess();
  await vscode.commands.executeCommand('readCoverage.resumeAgent');
  await eventually(() => match(access.stop(keyOf(stopped))?.state ?? '', /withdrawn|stopped/));
  const rest = steps(rereads(folder(), 52)).slice(7);
  const { model, result } = await play({
    conversations: [{ mark: 'STOPS', steps: rest }],
    prompt: 'go on',
    resume: stopped,
  });
  equal(model.count('STOPS'), rest.length, result.output);
  equal(result.session, stopped);
  sightings.note('Resume', `the same session went on to its end, ${rest.length} more model requests`);
  await settings({ onThreshold: undefined });
}

async function disconnects(): Promise<void> {
  await runWithFirstAnswers('disconnectAgent');
  equal(readFileSync(settingsFile, 'utf8'), SETTINGS);
  sightings.note('Disconnect', 'settings byte for byte as before');
}

describe(agentName, () => {
  it('is connected by the command', connects, RUN_WITHIN_MS);
  it('is counted by its hooks alone as the report counts afterwards', countsByHooks, RUN_WITHIN_MS);
  it('is counted by hooks and transcript together as well', countsByHooksAndTranscript, RUN_WITHIN_MS);
  it('stops at the threshold, before its next model request', stopsAtTheThreshold, RUN_WITHIN_MS);
  it('goes on when it is resumed', goesOnWhenResumed, RUN_WITHIN_MS);
  it('is disconnected to the byte', disconnects, RUN_WITHIN_MS);
});
