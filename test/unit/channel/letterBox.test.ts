import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LetterBox } from '../../../src/channel/letterBox';
import { LARGEST_MESSAGE, MESSAGES_AT_ONCE } from '../../../src/channel/limits';
import { processBirth } from '../../../src/channel/processBirth';
import { Reception } from '../../../src/channel/reception';
import { lettersFolder } from '../../../src/channel/registry';
import { temporaryHome } from './temporaryHome';
import { hasher, report, sent, TestWindow } from './testWindow';

const stop = { stop: { reason: 'enough' } };

async function openWindow() {
  const home = temporaryHome();
  const window = await TestWindow.open(home, {}, true);
  const folder = lettersFolder(home, window.entry.id);
  const letter = (over: object = {}) =>
    JSON.stringify({
      v: 1,
      token: window.entry.token,
      agent: 'claude-code',
      hook: JSON.parse(sent()),
      ...over,
    });
  const send = (name: string, text: string, ending = '.in') => {
    writeFileSync(join(folder, `${name}.tmp`), text);
    renameSync(join(folder, `${name}.tmp`), join(folder, `${name}${ending}`));
  };
  const answerTo = async (name: string): Promise<unknown> => {
    const file = join(folder, `${name}.out`);
    await expect.poll(() => existsSync(file), { timeout: 10_000 }).toBe(true);
    return JSON.parse(readFileSync(file, 'utf8'));
  };
  return { window, folder, letter, send, answerTo };
}

describe.skipIf(process.platform !== 'linux')('a window that takes letters', () => {
  it('hears them, and takes them away', async () => {
    const { window, folder, letter, send, answerTo } = await openWindow();
    send('a1', letter());
    expect(await answerTo('a1')).toEqual({ v: 1 });
    expect(window.heard).toEqual([report()]);
    expect(readdirSync(folder)).toEqual(['a1.out']);
  });

  it('says what is to be done, and learns that the agent was told, once', async () => {
    const { window, folder, letter, send, answerTo } = await openWindow();
    window.verdict = stop;
    send('a1', letter());
    expect(await answerTo('a1')).toEqual({ v: 1, verdict: stop });
    send('b1', JSON.stringify({ got: true }), '.got');
    send('a1', JSON.stringify({ got: true }), '.got');
    await expect.poll(() => window.delivered).toBe(1);
    send('a1', JSON.stringify({ got: true }), '.got');
    await expect.poll(() => existsSync(join(folder, 'a1.got'))).toBe(false);
    expect(window.delivered).toBe(1);
  });

  it.each([
    ['no JSON', () => 'no JSON'],
    ['nothing', () => ''],
    ['another version', (letter: (over: object) => string) => letter({ v: 2 })],
    ['a wrong token', (letter: (over: object) => string) => letter({ token: 'x' })],
    ['an agent that is not heard', (letter: (over: object) => string) => letter({ agent: 'nobody' })],
    ['a report that cannot be', (letter: (over: object) => string) => letter({ hook: {} })],
    ['too much', (letter: (over: object) => string) => letter({ more: 'x'.repeat(LARGEST_MESSAGE) })],
  ])('hears nothing in %s, and keeps nobody waiting', async (_, textOf) => {
    const { window, letter, send, answerTo } = await openWindow();
    send('a1', textOf(letter));
    expect(await answerTo('a1')).toEqual({});
    expect(window.heard).toEqual([]);
    expect(window.faults).toEqual([]);
  });

  it('reads nothing through links, and nothing that is no letter', async () => {
    const { window, folder, letter, send, answerTo } = await openWindow();
    const elsewhere = join(temporaryHome(), 'x');
    writeFileSync(elsewhere, letter());
    symlinkSync(elsewhere, join(folder, 'a1.in'));
    mkdirSync(join(folder, 'a2.in'));
    for (const name of ['A', '__proto__.in', 'x'.repeat(40), '.in', 'a.b.in'])
      writeFileSync(join(folder, name), letter());
    send('b1', letter({ hook: JSON.parse(sent({ session: 'real' })) }));
    await answerTo('b1');
    expect(window.heard.map(({ session }) => session)).toEqual(['real']);
    expect(readFileSync(elsewhere, 'utf8')).toBe(letter());
  });

  it('hears only so many at once', async () => {
    const { window, folder, letter, send } = await openWindow();
    const now = performance.now();
    window.clock = () => now;
    const text = letter();
    for (let i = 0; i < MESSAGES_AT_ONCE + 20; i++) send(`a${i}`, text);
    const answers = () => readdirSync(folder).filter((name) => name.endsWith('.out')).length;
    await expect.poll(answers, { timeout: 20_000 }).toBe(MESSAGES_AT_ONCE + 20);
    expect(window.heard.length).toBeLessThanOrEqual(MESSAGES_AT_ONCE);
    expect(window.heard.length).toBeGreaterThan(MESSAGES_AT_ONCE - 20);
  });

  it('leaves nothing behind, and is lost where somebody cleaned up', async () => {
    const { window, folder, letter, send, answerTo } = await openWindow();
    send('a1', letter());
    await answerTo('a1');
    window.close();
    expect(existsSync(folder)).toBe(false);
    const reception = new Reception({
      token: 't',
      hasher,
      agents: [],
      listener: () => Promise.reject(new Error('nobody')),
      onFault: () => undefined,
    });
    const box = new LetterBox(folder, reception);
    expect(await box.open()).toBe(true);
    expect(box.isThere()).toBe(true);
    rmSync(folder, { recursive: true });
    expect(box.isThere()).toBe(false);
    box.close();
    expect(await new LetterBox(folder, reception).open('darwin')).toBe(false);
    expect(existsSync(folder)).toBe(false);
  });

  it('is the process that it says it is', () => {
    const own = processBirth(process.pid);
    expect(own).toMatch(/^\d+$/);
    expect(processBirth(process.pid)).toBe(own);
    expect(processBirth(1)).not.toBe(own);
    expect(processBirth(2 ** 22 + 1)).toBeNull();
  });
});
