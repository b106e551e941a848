// What being watched costs the real Claude Code for each call, against hooks of the same kind that do nothing. Nothing
// is asserted of it: a busy machine tells little. The runs take turns, so that they share what disturbs them.
import { equal, ok } from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { connectBySecondAnswers, runWithFirstAnswers } from '../host/connecting';
import { describe, it } from '../host/runner';
import { testAccess, workspaceFolder } from '../host/support';
import { runClient } from './claudeClient';
import { agent, sightings } from './play';
import { ScriptedModel } from './scriptedModel';
import { windows } from './scripts';

const STEPS = 25;
const ROUNDS = 3;
const { CLAUDE_CONFIG_DIR = '' } = process.env;
const userSettings = join(CLAUDE_CONFIG_DIR, 'settings.json');
const folder = workspaceFolder().uri.fsPath;
const folderSettings = join(folder, '.claude', 'settings.local.json');

interface Kind {
  readonly name: string;
  /** Texts of the two settings files. */
  readonly user: string;
  readonly folder: string;
  readonly times: number[];
}

function settingsWithNothingToDo(): string {
  const program = join(agent.home, 'nothing.cjs');
  writeFileSync(program, "process.stdin.resume(); process.stdin.on('end', () => process.exit(0));\n");
  const group = { hooks: [{ type: 'command', command: `'${process.execPath}' '${program}'`, timeout: 5 }] };
  return JSON.stringify({ hooks: { PreToolUse: [group], PostToolUse: [group] } });
}

/** Milliseconds from each answer of the model to the next request, the first and the last left out. */
async function timesOfCalls(): Promise<readonly number[]> {
  const times: number[] = [];
  let since = Number.NaN;
  const model = new ScriptedModel([{ mark: 'COST', steps: windows(folder, STEPS) }], async ({ step }) => {
    if (step > 1) times.push(performance.now() - since);
    since = performance.now();
  });
  const { exitCode, output } = await runClient(agent, {
    prompt: 'COST',
    cwd: folder,
    model: await model.start(),
  });
  model.stop();
  equal(exitCode, 0, output);
  equal(times.length, STEPS - 1, output);
  return times;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

describe(`Claude Code ${agent.version}`, () => {
  it('is told what its hooks cost', async () => {
    await testAccess();
    mkdirSync(dirname(userSettings), { recursive: true });
    writeFileSync(userSettings, '{}');
    await runWithFirstAnswers('connectAgent');
    const connected = readFileSync(userSettings, 'utf8');
    await runWithFirstAnswers('disconnectAgent');
    await connectBySecondAnswers((after) => after.includes('"type": "http"'));
    const byHttp = readFileSync(folderSettings, 'utf8');
    await runWithFirstAnswers('disconnectAgent');
    ok(!existsSync(folderSettings));

    const kinds: readonly Kind[] = [
      { name: 'no hooks', user: '{}', folder: '{}', times: [] },
      { name: 'hooks of Node that do nothing', user: settingsWithNothingToDo(), folder: '{}', times: [] },
      { name: 'connected', user: connected, folder: '{}', times: [] },
      { name: 'connected by HTTP', user: '{}', folder: byHttp, times: [] },
    ];
    mkdirSync(dirname(folderSettings), { recursive: true });
    for (let round = 0; round < ROUNDS; round++) {
      for (const kind of kinds) {
        writeFileSync(userSettings, kind.user);
        writeFileSync(folderSettings, kind.folder);
        kind.times.push(...(await timesOfCalls()));
      }
    }
    for (const { name, times } of kinds)
      sightings.note(`Median of a call, ${name}`, `${median(times).toFixed(0)} ms`);
  }, 800_000);
});
