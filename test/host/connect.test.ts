// Connecting Claude Code by the command, with a program that only tells a version.
import { equal, match, ok } from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import * as vscode from 'vscode';
import { runAndDecline, runToTheEnd, runWithFirstAnswers, shownChange } from './connecting';
import { describe, it } from './runner';
import { activeExtension, eventually, testAccess } from './support';

const home = mkdtempSync(join(tmpdir(), 'connect-home-'));
const settings = join(home, 'settings.json');
const FOREIGN = '{\r\n\t"model": "opus",\r\n\t"hooks": {\r\n\t\t"Stop": []\r\n\t}\r\n}';

/** From now on PATH has this version of Claude Code first, and its settings are in a folder of this suite. */
function useClaude(version: string): void {
  const programs = mkdtempSync(join(tmpdir(), 'connect-programs-'));
  writeFileSync(join(programs, 'claude'), `#!/bin/sh\necho "${version} (Claude Code)"\n`);
  chmodSync(join(programs, 'claude'), 0o755);
  const { PATH } = process.env;
  Object.assign(process.env, { CLAUDE_CONFIG_DIR: home, PATH: [programs, PATH].join(delimiter) });
}

describe('Connect an Agent', () => {
  it('changes nothing before a person has seen the change and agreed', async () => {
    await activeExtension();
    useClaude('2.1.332');
    writeFileSync(settings, FOREIGN);
    await runAndDecline('connectAgent');
    equal(readFileSync(settings, 'utf8'), FOREIGN);
    equal(await shownChange(), undefined);
  });

  it('makes exactly the change that was shown, and takes it back to the byte', async () => {
    const { before, after } = await runWithFirstAnswers('connectAgent');
    equal(before, FOREIGN);
    equal(readFileSync(settings, 'utf8'), after);
    const { hooks, model } = JSON.parse(after);
    equal(model, 'opus');
    match(hooks.PreToolUse[0].hooks[0].command, /set -- claude-code; \. .*companion\/run'?; fi$/);
    equal(await shownChange(), undefined);

    await runWithFirstAnswers('disconnectAgent');
    equal(readFileSync(settings, 'utf8'), FOREIGN);
    equal(readdirSync(home).join(), 'settings.json');
  });

  it('says truly why this window hears nothing', async () => {
    const access = await testAccess();
    const follow = (value: string) =>
      vscode.workspace.getConfiguration('readCoverage').update('agents.claudeCode', value, true);
    await eventually(() => equal(access.deafness('claude-code'), undefined));
    await follow('never');
    await eventually(() => equal(access.deafness('claude-code'), 'switched-off'));
    await follow('show');
    await eventually(() => equal(access.deafness('claude-code'), undefined));
  });

  it('refuses a symlink, and leaves what it leads to alone', async () => {
    const target = join(home, 'dotfiles.json');
    renameSync(settings, target);
    symlinkSync(target, settings);
    await runToTheEnd('connectAgent');
    equal(readFileSync(target, 'utf8'), FOREIGN);
    equal(readdirSync(home).sort().join(), 'dotfiles.json,settings.json');
  });

  it('writes nothing for a version whose hooks do not tell enough', async () => {
    useClaude('2.0.60');
    const other = join(home, 'old');
    mkdirSync(other);
    Object.assign(process.env, { CLAUDE_CONFIG_DIR: other });
    await runToTheEnd('connectAgent');
    ok(!existsSync(join(other, 'settings.json')));
  });
});
