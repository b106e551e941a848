import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPlayer } from '../../../scripts/lib/player.mjs';
import { copyOfSample } from '../../../scripts/lib/sample.mjs';

let workspace: string;
beforeEach(() => {
  workspace = copyOfSample();
});
afterEach(() => rmSync(dirname(workspace), { recursive: true }));

function ask(session: string): void {
  const request = { v: 1, session, actor: null };
  writeFileSync(join(workspace, '.read-coverage', 'stop.json'), JSON.stringify(request));
}

const kindsAtTheEnd = (log: string) =>
  readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .slice(-2)
    .map((line) => JSON.parse(line).kind);

describe('a recording that is played', () => {
  it('answers a stop before the next step, and goes no further', () => {
    const player = openPlayer(workspace);
    player.next();
    expect(player.heedStop()).toBeUndefined();
    ask(player.session);
    expect(player.next()?.kind).toBe('stopped');
    expect(player.next()).toBeUndefined();
    expect(kindsAtTheEnd(player.log)).toEqual(['stop-acknowledged', 'session-end']);
  });

  it('answers a stop that comes after its end, once, and says that there was nothing left', () => {
    const player = openPlayer(workspace);
    while (player.next() !== undefined);
    expect(player.state).toBe('ended');
    ask('another session');
    expect(player.heedStop()).toBeUndefined();
    ask(player.session);
    expect(player.heedStop()?.text).toMatch(/nothing left to stop/);
    expect(player.heedStop()).toBeUndefined();
    expect(kindsAtTheEnd(player.log)).toEqual(['stop-acknowledged', 'session-end']);
  });
});
