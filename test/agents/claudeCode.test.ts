// The real Claude Code, connected by the product's own command and driven by a scripted model.
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { TestAccess } from '../../src/editor/testAccess';
import { sessionKey } from '../../src/tracker/views';
import { runWithFirstAnswers } from '../host/connecting';
import { describe, it } from '../host/runner';
import { eventually, testAccess, workspaceFolder } from '../host/support';
import { agentUnderTest, type ClientResult, runClient } from './claudeClient';
import { type Conversation, type ModelRequest, ScriptedModel } from './scriptedModel';
import { delegation, loop, readsBefore, rereads } from './scripts';
import { Sightings } from './sightings';
import { reportedCounters } from './transcriptReport';

const RUN_WITHIN_MS = 300_000;
const agent = agentUnderTest();
const sightings = new Sightings(agent.seen);
const { CLAUDE_CONFIG_DIR = '' } = process.env;
const settingsFile = join(CLAUDE_CONFIG_DIR, 'settings.json');
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

const folder = () => workspaceFolder().uri.fsPath;
const keyOf = (session: string) => sessionKey('claude-code', session);

async function settings(values: Readonly<Record<string, unknown>>): Promise<void> {
  const section = vscode.workspace.getConfiguration('readCoverage');
  for (const [name, value] of Object.entries(values)) await section.update(name, value, true);
}

async function run(
  conversations: readonly Conversation[],
  prompts: (model: string) => Promise<ClientResult>,
  before?: (request: ModelRequest) => Promise<void>,
): Promise<{ readonly model: ScriptedModel; readonly result: ClientResult }> {
  const model = new ScriptedModel(conversations, before);
  try {
    return { model, result: await prompts(await model.start()) };
  } finally {
    model.stop();
  }
}

const prompt = (mark: string, resume?: string) => (model: string) =>
  runClient(agent, { prompt: mark, cwd: folder(), model, ...(resume !== undefined && { resume }) });

/** The session that became known after these. */
function newSession(access: TestAccess, known: ReadonlySet<string>) {
  return access.sessions().find(({ key }) => !known.has(key));
}

/** Plays the re-reads and gives the counter that the status bar showed after each read, and the session. */
async function countersShown(mark: string, line: number): Promise<{ shown: number[]; session: string }> {
  const access = await testAccess();
  const known = new Set(access.sessions().map(({ key }) => key as string));
  const steps = rereads(folder(), line);
  const shown: number[] = [];
  const { result } = await run([{ mark, steps }], prompt(mark), async ({ step }) => {
    const reads = readsBefore(steps, step);
    if (reads === shown.length) return;
    // What the hook told is there before the model is asked again; the status bar may take a moment more.
    await eventually(() => {
      const actor = newSession(access, known)?.actors.find((each) => each.actor === 'main');
      equal(actor?.reads, reads);
      equal(counterIn(access.statusBar().text), actor?.danger.value);
    }, 5000);
    shown.push(counterIn(access.statusBar().text));
  });
  equal(result.exitCode, 0, result.output);
  return { shown, session: result.session };
}

function counterIn(text: string): number {
  return Number(/(\d+)\/\d+/.exec(text)?.[1] ?? Number.NaN);
}

describe(`Claude Code ${agent.version}`, () => {
  it('is connected by the command', async () => {
    await testAccess();
    mkdirSync(dirname(settingsFile), { recursive: true });
    writeFileSync(settingsFile, SETTINGS);
    await runWithFirstAnswers('connectAgent');
    const { hooks } = JSON.parse(readFileSync(settingsFile, 'utf8'));
    ok(hooks.PreToolUse.length === 1 && hooks.PostToolUse.length === 2);
    sightings.note('Hooks that are asked for', Object.keys(hooks).join(', '));
  }, 120_000);

  it(
    'is counted by its hooks alone as the report counts afterwards',
    async () => {
      // As long as nobody has allowed it, no transcript is opened.
      await settings({ 'agents.claudeCode': undefined });
      const { shown, session } = await countersShown('HOOKS-ONLY', 50);
      const reported = reportedCounters(session);
      deepEqual(shown, reported);
      equal(Math.max(...shown), 8);
      ok(readFileSync(foreignLog, 'utf8').split('\n').length > 12, 'the other hook ran as well');
      sightings.note('Status bar after each read, by hooks alone', `${shown.join(' ')}: as the report`);
    },
    RUN_WITHIN_MS,
  );

  it(
    'is counted by hooks and transcript together as the report counts afterwards',
    async () => {
      await settings({ 'agents.claudeCode': 'show' });
      const { shown, session } = await countersShown('HOOKS-AND-TRANSCRIPT', 51);
      deepEqual(shown, reportedCounters(session));
      sightings.note('… by hooks and transcript', `${shown.join(' ')}: as the report`);
    },
    RUN_WITHIN_MS,
  );

  let stopped = '';
  it(
    'stops at the threshold, before its next model request',
    async () => {
      const access = await testAccess();
      await settings({ onThreshold: 'stop' });
      const steps = rereads(folder(), 52);
      const { model, result } = await run([{ mark: 'STOPS', steps }], prompt('STOPS'));
      stopped = result.session;
      // A first read and six that bring nothing new.
      equal(model.count('STOPS'), 7, result.output);
      await eventually(() => match(access.stop(keyOf(stopped))?.state ?? '', /acknowledged|stopped/));
      match(access.stop(keyOf(stopped))?.via.join() ?? '', /hook/i);
      sightings.note(
        'Stop at the threshold of 6',
        `acknowledged; ended after call 7, no further model request; exit code ${result.exitCode}, reason ${result.terminalReason ?? 'not told'}`,
      );
    },
    RUN_WITHIN_MS,
  );

  it(
    'goes on when it is resumed',
    async () => {
      notEqual(stopped, '');
      const access = await testAccess();
      await vscode.commands.executeCommand('readCoverage.resumeAgent');
      await eventually(() => match(access.stop(keyOf(stopped))?.state ?? '', /withdrawn|stopped/));
      const rest = rereads(folder(), 52).slice(7);
      const { model, result } = await run([{ mark: 'STOPS', steps: rest }], prompt('go on', stopped));
      equal(model.count('STOPS'), rest.length, result.output);
      equal(result.session, stopped);
      sightings.note('Resume', `the same session went on to its end, ${rest.length} more model requests`);
      await settings({ onThreshold: undefined });
    },
    RUN_WITHIN_MS,
  );

  it(
    'goes on where only its subagent is stopped',
    async () => {
      const access = await testAccess();
      const known = new Set(access.sessions().map(({ key }) => key as string));
      const conversations = [
        { mark: 'SUBTASK', steps: loop(folder()) },
        { mark: 'DELEGATES', steps: delegation(folder(), 'SUBTASK') },
      ];
      const { model, result } = await run(conversations, prompt('DELEGATES'), async ({ mark, step }) => {
        if (mark !== 'SUBTASK' || step !== 3) return;
        const session = await eventually(() => {
          const found = newSession(access, known);
          const hasSubagent = found?.actors.some(({ actor }) => actor !== 'main');
          if (!found || !hasSubagent) throw new Error('No subagent was seen.');
          return found;
        });
        await stopSubagent(access, session.key);
      });
      equal(model.count('SUBTASK'), 4, result.output);
      equal(model.count('DELEGATES'), 4, result.output);
      const stop = access.stop(keyOf(result.session));
      notEqual(stop?.scope.actor ?? 'main', 'main');
      match(stop?.state ?? '', /acknowledged|stopped/);
      sightings.note('Stop of a subagent', 'it ended at its next call; the main agent went on to its end');
    },
    RUN_WITHIN_MS,
  );

  it('is disconnected to the byte', async () => {
    await runWithFirstAnswers('disconnectAgent');
    equal(readFileSync(settingsFile, 'utf8'), SETTINGS);
    sightings.note('Disconnect', 'settings byte for byte as before');
  }, 120_000);
});

/** Stops the session's subagent by the command's own questions: the whole session, the main agent, the subagent. */
async function stopSubagent(access: TestAccess, key: ReturnType<typeof keyOf>): Promise<void> {
  const stopping = vscode.commands.executeCommand('readCoverage.stopAgent');
  await eventually(async () => {
    for (let i = 0; i < 2; i++) await vscode.commands.executeCommand('workbench.action.quickOpenSelectNext');
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    ok(access.stop(key), 'nothing was asked to stop');
  });
  await stopping;
}
