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
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import * as vscode from 'vscode';
import {
  runAndDecline,
  runOverSeveralFiles,
  runToTheEnd,
  runWithFirstAnswers,
  shownChange,
  shownFiles,
} from './connecting';
import { describe, it } from './runner';
import { activeExtension, eventually, testAccess } from './support';

const home = mkdtempSync(join(tmpdir(), 'connect-home-'));
const settings = join(home, 'settings.json');
const FOREIGN = '{\r\n\t"model": "opus",\r\n\t"hooks": {\r\n\t\t"Stop": []\r\n\t}\r\n}';

/** From now on PATH has a program of this name first, which tells this version. */
function useProgram(name: string, version: string): void {
  const programs = mkdtempSync(join(tmpdir(), 'connect-programs-'));
  writeFileSync(join(programs, name), `#!/bin/sh\necho "${version}"\n`);
  chmodSync(join(programs, name), 0o755);
  const { PATH } = process.env;
  Object.assign(process.env, { PATH: [programs, PATH].join(delimiter) });
}

/** The settings of Claude Code are in a folder of this suite, too. */
function useClaude(version: string): void {
  useProgram('claude', `${version} (Claude Code)`);
  Object.assign(process.env, { CLAUDE_CONFIG_DIR: home });
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

  it('shows the changes of several files in one view, and makes all of them or takes all back', async () => {
    const cline = join(home, 'cline');
    useProgram('cline', '3.4.0');
    Object.assign(process.env, { CLINE_DIR: cline });
    const shown = await runOverSeveralFiles('connectAgent', /^Connect Cline/, 'cline');
    const hooks = join(cline, 'hooks');
    ok(shown.includes('PreToolUse.sh'), shown.join());
    equal(readdirSync(hooks).sort().join(), shown.join());
    for (const name of shown) equal(statSync(join(hooks, name)).mode & 0o777, 0o755);
    equal(shownFiles(/^Connect Cline/), undefined);
    const access = await testAccess();
    const answers = async () => JSON.stringify(await access.connections());
    match(await answers(), /Cline is connected/);

    await runOverSeveralFiles('disconnectAgent', /^Disconnect Cline/);
    ok(!existsSync(cline));
    match(await answers(), /Cline is not connected/);
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
