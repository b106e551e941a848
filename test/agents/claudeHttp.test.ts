// The real Claude Code, connected by HTTP: the same things come through, and what happens where nobody answers.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectBySecondAnswers, runWithFirstAnswers } from '../host/connecting';
import { describe, it } from '../host/runner';
import { eventually, testAccess } from '../host/support';
import { agentName } from './agentUnderTest';
import { folderSettings } from './claudePlaces';
import { countersShown } from './counters';
import { expected } from './expectations';
import { folder, keyOf, play, RUN_WITHIN_MS, settings, sightings } from './play';
import { rereads, steps, windows } from './scripts';
import { stopByHand } from './stopByHand';
import { reportedCounters } from './transcriptReport';

const settingsFile = folderSettings(folder());
const EVENTS = [
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'Stop',
  'SessionEnd',
];
const STEPS = 8;
const STOPPED_AT = 3;
/** What a window that never answers may add to a call, ms: twice the time that is written for a hook, and as much again. */
const MOST_ADDED = 600;

let connected = '';

async function connects(): Promise<void> {
  await testAccess();
  await connectBySecondAnswers((after) => after.includes('"type": "http"'));
  connected = readFileSync(settingsFile, 'utf8');
  const hooks: Readonly<Record<string, unknown>> = JSON.parse(connected).hooks;
  const byHttp = Object.keys(hooks).filter((event) => JSON.stringify(hooks[event]).includes('"http"'));
  sightings.note('Connected by HTTP', `by it: ${byHttp.join(', ')}`);
}

async function counts(): Promise<void> {
  await settings({ 'agents.claudeCode': undefined });
  const { shown, session } = await countersShown('HTTP-ONLY', 50);
  deepEqual(shown, reportedCounters(session));
  sightings.note('… status bar after each read', `${shown.join(' ')}, as the report`);
}

async function stopsAtTheThreshold(): Promise<void> {
  const access = await testAccess();
  await settings({ onThreshold: 'stop' });
  const { model, result } = await play({
    conversations: [{ mark: 'STOPS', steps: steps(rereads(folder(), 52)) }],
    prompt: 'STOPS',
  });
  await settings({ onThreshold: undefined });
  equal(model.count('STOPS'), 7, result.output);
  await eventually(() => match(access.stop(keyOf(result.session))?.state ?? '', /acknowledged|stopped/));
  sightings.note('… stop at the threshold of 6', 'acknowledged; no model request after call 7');
}

/** Milliseconds of each call, in a run with these settings. */
async function timesWith(text: string): Promise<readonly number[]> {
  writeFileSync(settingsFile, text);
  const times: number[] = [];
  let since = Number.NaN;
  const { model, result } = await play({
    conversations: [{ mark: 'ALONE', steps: steps(windows(folder(), STEPS)) }],
    prompt: 'ALONE',
    before: async ({ step }) => {
      if (step > 0) times.push(performance.now() - since);
      since = performance.now();
    },
  });
  writeFileSync(settingsFile, connected);
  equal(result.exitCode, 0, result.output);
  equal(model.count('ALONE'), STEPS + 1, result.output);
  return times;
}

/** A server on loopback, and the settings that lead to it instead of the window. */
async function elsewhere(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const text = connected.replaceAll(/127\.0\.0\.1:\d+/g, `127.0.0.1:${port}`);
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { text, port, close };
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function goesOnAlone(): Promise<void> {
  const answering = await elsewhere((request, response) => {
    request.resume().on('end', () => response.end('{}'));
  });
  const quick = median(await timesWith(answering.text));
  answering.close();
  const gone = median(await timesWith(answering.text));
  const silent = await elsewhere((request) => request.resume());
  const hanging = median(await timesWith(silent.text));
  silent.close();
  const garbage = await elsewhere((request, response) => {
    request.resume().on('end', () => response.writeHead(500).end('\0{]'));
  });
  const mad = median(await timesWith(garbage.text));
  garbage.close();
  ok(hanging - quick < MOST_ADDED, `${hanging} ms`);
  const ms = (time: number) => `every call is made; median of a call ${time.toFixed(0)} ms`;
  sightings.note('… a window that answers at once', ms(quick));
  sightings.note('… no window', ms(gone));
  sightings.note('… a window that answers nonsense', ms(mad));
  sightings.note('… a window that never answers', ms(hanging));
}

async function sendsEvents(): Promise<void> {
  const events: string[] = [];
  const server = await elsewhere((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.on('end', () => {
      events.push(JSON.parse(body).hook_event_name);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const group = { hooks: [{ type: 'http', url: `http://127.0.0.1:${server.port}/`, timeout: 5 }] };
  await timesWith(JSON.stringify({ hooks: Object.fromEntries(EVENTS.map((event) => [event, [group]])) }));
  server.close();
  ok(events.includes('PostToolUse'));
  sightings.note('… events that were sent', EVENTS.filter((event) => events.includes(event)).join(', '));
}

async function isStoppedByHand(): Promise<void> {
  const access = await testAccess();
  const { model, result } = await play({
    conversations: [{ mark: 'BY-HAND', steps: steps(windows(folder(), STEPS)) }],
    prompt: 'BY-HAND',
    before: async ({ step }, key) => {
      if (step === STOPPED_AT) await stopByHand(access, key, 'the session');
    },
  });
  const later = model.requests.filter(({ step }) => step > STOPPED_AT);
  equal(later.length === 0, expected.endsBeforeACall, result.output);
  for (const { results } of later) match(results.join(), /Stopped by the person supervising this session/);
  sightings.note('… stop by a person', later.length === 0 ? 'the run ended' : 'every further call refused');
}

async function disconnects(): Promise<void> {
  await runWithFirstAnswers('disconnectAgent');
  ok(!existsSync(settingsFile));
}

describe(`${agentName}, connected by HTTP`, () => {
  it('is connected by the command', connects, RUN_WITHIN_MS);
  it('is counted by its hooks alone as the report counts afterwards', counts, RUN_WITHIN_MS);
  it('stops at the threshold, before its next model request', stopsAtTheThreshold, RUN_WITHIN_MS);
  it('is stopped by a person', isStoppedByHand, RUN_WITHIN_MS);
  it('goes on where no window answers', goesOnAlone, RUN_WITHIN_MS);
  it('tells some events in this way only', sendsEvents, RUN_WITHIN_MS);
  it('is disconnected', disconnects, RUN_WITHIN_MS);
});
