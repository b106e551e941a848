#!/usr/bin/env node
// node acp-tap.mjs AGENT [ARGUMENT]…
//
// Stands between an ACP client (an editor) and the agent that it starts: passes every message on as it is, keeps a copy
// in the workspace log, and turns a stop that Read Coverage asks for into the protocol's own `session/cancel`.
// The log holds what the messages hold, texts of files too: it gets a .gitignore of its own.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const LOOKS_EVERY_MS = 500;
const [program, ...args] = process.argv.slice(2);
const agent = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
/** The `.read-coverage` folder of the first session's working folder; lines wait until that is told. */
let folder;
const waiting = [];
/** When the last stop that was passed on was asked for. */
let stopped;

function note(line) {
  waiting.push(line);
  if (folder === undefined) return;
  appendFileSync(
    join(folder, 'acp.jsonl'),
    waiting
      .splice(0)
      .map((each) => `${each}\n`)
      .join(''),
  );
}

function tap(from, line) {
  let msg;
  try {
    msg = JSON.parse(line);
  } catch {
    return; // No message: passed on, and not kept.
  }
  const cwd = msg?.params?.cwd;
  if (folder === undefined && from === 'client' && typeof cwd === 'string') {
    folder = join(cwd, '.read-coverage');
    mkdirSync(folder, { recursive: true });
    if (!existsSync(join(folder, '.gitignore'))) writeFileSync(join(folder, '.gitignore'), '*\n');
  }
  note(JSON.stringify({ time: new Date().toISOString(), from, msg }));
}

function lookForStop() {
  let stop;
  try {
    stop = JSON.parse(readFileSync(join(folder ?? '', 'stop.json'), 'utf8'));
  } catch {
    return; // None, or half a one.
  }
  if (stop.requestedAt === stopped || typeof stop.session !== 'string') return;
  stopped = stop.requestedAt;
  const cancel = { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId: stop.session } };
  agent.stdin.write(`${JSON.stringify(cancel)}\n`);
  note(JSON.stringify({ v: 1, kind: 'stop-acknowledged', session: stop.session }));
}

createInterface({ input: process.stdin }).on('line', (line) => {
  tap('client', line);
  agent.stdin.write(`${line}\n`);
});
process.stdin.on('end', () => agent.stdin.end());
createInterface({ input: agent.stdout }).on('line', (line) => {
  tap('agent', line);
  process.stdout.write(`${line}\n`);
});
setInterval(lookForStop, LOOKS_EVERY_MS).unref();
agent.stdin.on('error', () => process.exit(1));
agent.on('error', ({ message }) => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
});
agent.on('exit', (code) => {
  process.exitCode = code ?? 1;
  process.stdin.destroy();
});
