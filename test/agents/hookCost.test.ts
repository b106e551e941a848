// What being watched costs the real Claude Code for each call, against hooks of the same kind that do nothing. The runs
// take turns, so that they share what disturbs them.
import { equal, ok } from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { connectBySecondAnswers, runWithFirstAnswers } from '../host/connecting';
import { describe, it } from '../host/runner';
import { testAccess, workspaceFolder } from '../host/support';
import { agent, agentName, client } from './agentUnderTest';
import { folderSettings as settingsOf, userSettings } from './claudePlaces';
import { ScriptedModel } from './model/scriptedModel';
import { sightings } from './play';
import { runClient } from './runClient';
import { steps, windows } from './scripts';

const STEPS = 20;
const ROUNDS = 6;
/** What being connected may add to the median of a call, ms. */
const MOST_ADDED = 5;
const folder = workspaceFolder().uri.fsPath;
const folderSettings = settingsOf(folder);

interface Kind {
  readonly name: string;
  /** Texts of the two settings files. */
  readonly user: string;
  readonly folder: string;
  readonly times: number[];
}

/** The settings that Connect wrote, with something else to call for each call of a tool. */
function settingsThatCall(handler: object): string {
  const group = { hooks: [handler] };
  return JSON.stringify({ hooks: { PreToolUse: [group], PostToolUse: [group] } });
}

function programThatDoesNothing(): object {
  const program = join(agent.home, 'nothing.cjs');
  writeFileSync(program, "process.stdin.resume(); process.stdin.on('end', () => process.exit(0));\n");
  return { type: 'command', command: `'${process.execPath}' '${program}'`, timeout: 5 };
}

/** An address in this process that answers everything with nothing, as the window's own. */
async function addressThatDoesNothing(): Promise<{ handler: object; close: () => void }> {
  const server = createServer((request, response) => {
    request
      .resume()
      .on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { handler: { type: 'http', url: `http://127.0.0.1:${port}/`, timeout: 5 }, close };
}

/** Milliseconds from each answer of the model to the next request, the first and the last left out. */
async function timesOfCalls(): Promise<readonly number[]> {
  const times: number[] = [];
  let since = Number.NaN;
  const script = [{ mark: 'COST', steps: steps(windows(folder, STEPS)) }];
  const model = new ScriptedModel(client.api, script, {
    before: async ({ step }) => {
      if (step > 1) times.push(performance.now() - since);
      since = performance.now();
    },
  });
  const { exitCode, output } = await runClient({
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

async function measure(kinds: readonly Kind[]): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    for (const kind of kinds) {
      writeFileSync(userSettings, kind.user);
      writeFileSync(folderSettings, kind.folder);
      kind.times.push(...(await timesOfCalls()));
    }
  }
}

describe(agentName, () => {
  it('is told what its hooks cost', async () => {
    const access = await testAccess();
    mkdirSync(dirname(userSettings), { recursive: true });
    writeFileSync(userSettings, '{}');
    await runWithFirstAnswers('connectAgent');
    const connected = readFileSync(userSettings, 'utf8');
    await runWithFirstAnswers('disconnectAgent');
    await connectBySecondAnswers((after) => after.includes('"type": "http"'));
    const byHttp = readFileSync(folderSettings, 'utf8');
    await runWithFirstAnswers('disconnectAgent');
    ok(!existsSync(folderSettings));

    const nothing = await addressThatDoesNothing();
    const kind = (name: string, user: string, ofFolder = '{}') => ({
      name,
      user,
      folder: ofFolder,
      times: [],
    });
    const kinds = {
      none: kind('no hooks', '{}'),
      idleProgram: kind('hooks of Node that do nothing', settingsThatCall(programThatDoesNothing())),
      program: kind('connected by a program', connected),
      idleAddress: kind('HTTP hooks that do nothing', settingsThatCall(nothing.handler)),
      address: kind('connected by HTTP', '{}', byHttp),
    } satisfies Record<string, Kind>;
    mkdirSync(dirname(folderSettings), { recursive: true });
    await measure(Object.values(kinds));
    nothing.close();
    // What costs nothing may have told nothing.
    const told = access.sessions().filter(({ key }) => access.connection(key) !== undefined);
    equal(told.length, 2 * ROUNDS);
    for (const { name, times } of Object.values(kinds))
      sightings.note(`Median of a call, ${name}`, `${median(times).toFixed(0)} ms`);
    ok(median(kinds.program.times) - median(kinds.idleProgram.times) <= MOST_ADDED, 'The program is slow.');
    ok(median(kinds.address.times) - median(kinds.idleAddress.times) <= MOST_ADDED, 'HTTP is slow.');
  }, 800_000);
});
