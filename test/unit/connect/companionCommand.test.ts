import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { companionCommand, isCompanionCommand } from '../../../src/connect/companionCommand';
import { shellCommand, wordsOfShellCommand } from '../../../src/connect/shellCommand';

const word = fc
  .oneof(
    fc.string({ minLength: 1, unit: 'grapheme' }),
    fc.constantFrom("it's", '/a b/c', '$HOME', '`id`', '*', '~', '\\', '"x"', '!!', "'", 'a\nb', '-n', '#'),
  )
  .filter((each) => !each.includes('\0'));
const words = fc.array(word, { minLength: 1, maxLength: 4 });

/** What a shell makes of the words of all these command lines. */
function bySh(commands: readonly string[]): readonly string[] {
  const script = commands.map((command) => `printf '%s\\0' ${command}`).join('\n');
  return execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

describe('a command line', () => {
  const samples = fc.sample(words, 200);

  it('is taken apart by sh, and by us, as it was put together', () => {
    const commands = samples.map((list) => shellCommand(list, 'linux'));
    expect(bySh(commands)).toEqual(samples.flat());
    expect(commands.map(wordsOfShellCommand)).toEqual(samples);
  });

  it('is taken apart by bash on Windows, with slashes, as it was put together', () => {
    const commands = samples.map((list) => shellCommand(list, 'win32'));
    const slashed = samples.map((list) => list.map((each) => each.replaceAll('\\', '/')));
    expect(bySh(commands)).toEqual(slashed.flat());
    expect(commands.map(wordsOfShellCommand)).toEqual(slashed);
  });

  it('that does more than run a program with arguments has no words', () => {
    for (const line of [
      '',
      ' a',
      'a  b',
      'a ',
      'a; b',
      'a && b',
      'a | b',
      'a > b',
      '$(a)',
      '"$a"',
      "'a",
      '"a',
      'a\nb',
      '`a`',
      'a & b',
      '~/a',
    ])
      expect(wordsOfShellCommand(line), line).toBeUndefined();
  });
});

describe('the call of the companion', () => {
  const runtimes = {
    nodes: ['C:\\Program Files\\nodejs\\node.exe'],
    editor: 'C:\\Program Files\\VS Code\\Code.exe',
  };
  const none = { ...runtimes, nodes: [] };

  it('goes through the launcher where there is a POSIX shell', () => {
    expect(companionCommand('claude-code', '/home/u/.local/share/read-coverage', runtimes, 'linux')).toBe(
      'if [ -r /home/u/.local/share/read-coverage/companion/run ]; then set -- claude-code; . /home/u/.local/share/read-coverage/companion/run; fi',
    );
    expect(
      companionCommand('claude-code', "/Users/o'b/Library/Application Support/rc", runtimes, 'darwin'),
    ).toContain("; . '/Users/o'\\''b/Library/Application Support/rc/companion/run'; fi");
  });

  it('names Node on Windows, or else the editor as Node', () => {
    const folder = 'C:\\Users\\A B\\AppData\\Local\\read-coverage';
    expect(companionCommand('claude-code', folder, runtimes, 'win32')).toMatch(
      /^node "C:\/Users\/A B\/AppData\/Local\/read-coverage\/companion\/companion\.cjs" claude-code$/,
    );
    expect(companionCommand('claude-code', folder, none, 'win32')).toMatch(
      /^ELECTRON_RUN_AS_NODE=1 "C:\/Program Files\/VS Code\/Code\.exe" "C:.*companion\.cjs" claude-code$/,
    );
  });

  it('is known again as ours, for the same agent and folder only', () => {
    for (const folder of ['/home/u/.local/share/read-coverage', "/o'b/my data"]) {
      for (const platform of ['linux', 'win32'] as const) {
        for (const each of [runtimes, none]) {
          const command = companionCommand('claude-code', folder, each, platform);
          expect(isCompanionCommand(command, 'claude-code', folder)).toBe(true);
          expect(isCompanionCommand(command, 'codex', folder)).toBe(false);
          expect(isCompanionCommand(command, 'claude-code', `${folder}2`)).toBe(false);
          const named = companionCommand('claude-code', folder, each, platform, 'PreToolUse');
          expect(named).not.toBe(command);
          expect(isCompanionCommand(named, 'claude-code', folder)).toBe(true);
          expect(isCompanionCommand(named, 'codex', folder)).toBe(false);
          expect(() => companionCommand('claude-code', folder, each, platform, 'a; b')).toThrow('no name');
          for (const wrong of [
            `${command} x y`,
            `${named} x`,
            `${command} 7`,
            `x ${command}`,
            `${command};`,
            ` ${command}`,
          ])
            expect(isCompanionCommand(wrong, 'claude-code', folder), wrong).toBe(false);
        }
      }
    }
    expect(isCompanionCommand("'/u b/companion/run' claude-code", 'claude-code', '/u b')).toBe(true);
    const direct = shellCommand(
      ['/usr/bin/node', join('/u', 'companion', 'companion.cjs'), 'claude-code'],
      'linux',
    );
    expect(isCompanionCommand(direct, 'claude-code', '/u')).toBe(true);
    for (const other of [undefined, null, 3, {}, []])
      expect(isCompanionCommand(other, 'claude-code', '/u')).toBe(false);
  });
});
