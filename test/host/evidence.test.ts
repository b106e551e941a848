// From a verdict to what it rests on: warnings of blind changes in the editor, what stood there before, and the transcript.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { HarnessLog } from './harnessLog';
import { afterEach, describe, it } from './runner';
import { eventually, testAccess, workspaceFile, workspaceFolder } from './support';

/** Long enough for a warning to come that should not. */
const LONG_ENOUGH = 2_500;

let logs: HarnessLog[] = [];
let calls = 0;

/** A harness at work on a file of so many lines that is new to everybody, open or not. */
async function begin(
  name: string,
  isOpen = true,
): Promise<{ log: HarnessLog; uri: vscode.Uri; path: string }> {
  const access = await testAccess();
  // What is there before the first look is past.
  await eventually(() => equal(access.followed()?.caughtUp, true));
  const path = `evidence/${name}.ts`;
  const uri = workspaceFile(path);
  mkdirSync(dirname(uri.fsPath), { recursive: true });
  writeFileSync(
    uri.fsPath,
    Array.from({ length: 80 }, (_, i) => `export const ${name}${i + 1} = ${i};\n`).join(''),
  );
  if (isOpen) await vscode.window.showTextDocument(uri, { preview: false });
  const log = new HarnessLog(`evidence-${name}`);
  logs.push(log);
  return { log, uri, path };
}

/** The agent reads lines, and nothing happens to the file until that is known. */
async function read(log: HarnessLog, path: string, ...ranges: readonly [number, number][]): Promise<void> {
  const access = await testAccess();
  log.appendAll(ranges.map(([start, end]) => log.read(path, start, end)));
  await eventually(() => {
    const session = access.sessions().find(({ session }) => session === log.session);
    equal(session?.actors[0]?.reads, ranges.length);
  });
}

const linesOf = (uri: vscode.Uri) => readFileSync(uri.fsPath, 'utf8').split('\n');

/** The agent replaces a line by others, on the disk, and its harness tells so. */
function edit(
  uri: vscode.Uri,
  path: string,
  line: number,
  written: readonly string[],
  more: Record<string, unknown> = {},
): string {
  const lines = linesOf(uri);
  lines.splice(line - 1, 1, ...written);
  writeFileSync(uri.fsPath, lines.join('\n'));
  const call = `edit-${++calls}`;
  logs.at(-1)?.append('edit', {
    call,
    path,
    lines: written.length > 0 ? [[line, line + written.length - 1]] : [],
    hunks: [{ oldStart: line, oldLines: 1, newStart: line, newLines: written.length }],
    contentHash: `sha256:${createHash('sha256').update(readFileSync(uri.fsPath)).digest('hex')}`,
    ...more,
  });
  return call;
}

/** `60 Warning` */
const warnings = (uri: vscode.Uri) =>
  vscode.languages
    .getDiagnostics(uri)
    .filter(({ code }) => code === 'blind-change')
    .map(({ range, severity }) => `${range.start.line + 1} ${vscode.DiagnosticSeverity[severity]}`);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs what the light bulb offers on a line. */
async function choose(uri: vscode.Uri, line: number, title: string): Promise<void> {
  const at = new vscode.Range(line - 1, 0, line - 1, 0);
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    uri,
    at,
  );
  const { command } = actions.find((action) => action.title === title) ?? {};
  ok(command, `${title} is not offered`);
  await vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
}

/** Both sides of the active diff. */
async function compared(): Promise<{ label: string; before: string; now: string }> {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  ok(tab?.input instanceof vscode.TabInputTextDiff, `${tab?.label} is no comparison`);
  const textOf = async (uri: vscode.Uri) => (await vscode.workspace.openTextDocument(uri)).getText();
  const { original, modified } = tab.input;
  return { label: tab.label, before: await textOf(original), now: await textOf(modified) };
}

/** The line of the transcript at which the cursor is. */
function shownLine(): string {
  const editor = vscode.window.activeTextEditor;
  equal(editor?.document.uri.scheme, 'read-coverage-transcript');
  return editor?.document.lineAt(editor.selection.active.line).text ?? '';
}

afterEach(async () => {
  for (const log of logs) log.append('session-end');
  logs = [];
  await vscode.workspace.getConfiguration('readCoverage').update('show.blindChanges', undefined, true);
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await vscode.commands.executeCommand('notifications.clearAll');
});

describe('a blind change in the editor', () => {
  it('is a warning at its place, as long as what it wrote stands there', async () => {
    const { log, uri, path } = await begin('place');
    const before = linesOf(uri).join('\n');
    await read(log, path, [1, 40]);
    const call = edit(uri, path, 60, ['// one', '// two']);
    await eventually(() => deepEqual(warnings(uri), ['60 Warning']));
    const [{ message = '' } = {}] = vscode.languages.getDiagnostics(uri);
    match(message, /^test-harness \(main agent\) replaced line 60, which it had not been given\./);

    await choose(uri, 60, 'Compare with what stood there before');
    const { label, before: left, now } = await compared();
    match(label, /before the change \(as the editor had it\)/);
    equal(left, before);
    match(now, /\/\/ one\n\/\/ two\n/);

    await choose(uri, 60, 'Show in transcript');
    match(shownLine(), new RegExp(`"call":"${call}"`));

    const editor = await vscode.window.showTextDocument(uri, { preview: false });
    ok(await editor.edit((change) => change.insert(new vscode.Position(0, 0), '// a person wrote this\n')));
    await eventually(() => deepEqual(warnings(uri), ['61 Warning']));
    ok(await editor.edit((change) => change.insert(new vscode.Position(60, 3), 'changed ')));
    await eventually(() => deepEqual(warnings(uri), []));
    await vscode.commands.executeCommand('undo');
    await eventually(() => deepEqual(warnings(uri), ['61 Warning']));
    await choose(uri, 61, 'Dismiss this warning');
    await eventually(() => deepEqual(warnings(uri), []));
  });

  it('is shown by itself, and as a link, where the pointer rests', async () => {
    const { log, uri, path } = await begin('hover');
    await read(log, path, [1, 40]);
    edit(uri, path, 70, []);
    await eventually(() => deepEqual(warnings(uri), ['70 Warning']));
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      uri,
      new vscode.Position(69, 3),
    );
    const texts = hovers.flatMap(({ contents }) =>
      contents.map((each) => (each as vscode.MarkdownString).value),
    );
    ok(
      texts.some((text) => text.includes('command:readCoverage.compareBlindChange?')),
      texts.join('\n'),
    );
  });

  it('is none where the lines were read, at whatever version, or the agent wrote them, or it made the file', async () => {
    const { log, uri, path } = await begin('known');
    await read(log, path, [1, 80]);
    edit(uri, path, 60, ['// own', '// own too']);
    await pause(1_000);
    edit(uri, path, 61, ['// own again']);
    await pause(1_000);
    edit(uri, path, 20, ['// carried']);
    const made = workspaceFile('evidence/made.ts');
    writeFileSync(made.fsPath, 'made\n');
    log.append('write', { call: `write-${++calls}`, path: 'evidence/made.ts', totalLines: 1, outcome: 'ok' });
    await vscode.window.showTextDocument(made, { preview: false });
    await pause(LONG_ENOUGH);
    deepEqual([...warnings(uri), ...warnings(made)], []);
  });

  it('is none where a person, or a formatter, changed the file', async () => {
    const { log, uri, path } = await begin('person');
    await read(log, path, [1, 40]);
    await eventually(async () =>
      ok((await testAccess()).sessions().some(({ session }) => session === log.session)),
    );
    const lines = linesOf(uri);
    lines[59] = '// by hand';
    writeFileSync(uri.fsPath, lines.join('\n'));
    await pause(LONG_ENOUGH);
    deepEqual(warnings(uri), []);
  });

  it('is shown as a person wants: not at all, or with what may be wrong', async () => {
    const { log, uri, path } = await begin('doubtful');
    const set = (value: string) =>
      vscode.workspace.getConfiguration('readCoverage').update('show.blindChanges', value, true);
    await read(log, path, [1, 40]);
    log.append('search', {
      tool: 'grep',
      args: { pattern: 'doubtful' },
      glimpsed: [{ path, lines: [[60, 60]] }],
    });
    edit(uri, path, 60, ['// after a search']);
    await pause(1_000);
    edit(uri, path, 70, ['// blind']);
    await eventually(() => deepEqual(warnings(uri), ['70 Warning']));
    await set('all');
    await eventually(() => deepEqual(warnings(uri), ['60 Information', '70 Warning']));
    await set('off');
    await eventually(() => deepEqual(warnings(uri), []));
  });

  it('in a file that nobody had open is compared with what the agent recorded, or with Git, or said not to be known', async () => {
    const { log, uri, path } = await begin('closed', false);
    const before = linesOf(uri).join('\n');
    await read(log, path, [1, 40]);
    edit(uri, path, 60, ['// recorded'], { originalFile: before });
    await pause(1_000);
    await vscode.window.showTextDocument(uri, { preview: false });
    await eventually(() => deepEqual(warnings(uri), ['60 Warning']));
    await choose(uri, 60, 'Compare with what stood there before');
    match((await compared()).label, /as the agent recorded it/);
    equal((await compared()).before, before);

    const other = await begin('inGit', false);
    const committed = linesOf(other.uri).join('\n');
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t.invalid', ...args], {
        cwd: workspaceFolder().uri.fsPath,
        stdio: 'pipe',
      });
    git('init', '--quiet');
    git('add', other.path);
    git('commit', '--quiet', '-m', 'one file');
    await read(other.log, other.path, [1, 40]);
    await pause(1_000);
    edit(other.uri, other.path, 60, ['// in Git']);
    await pause(1_000);
    await vscode.window.showTextDocument(other.uri, { preview: false });
    await eventually(() => deepEqual(warnings(other.uri), ['60 Warning']));
    await vscode.workspace.getConfiguration('git').update('enabled', true, true);
    await eventually(async () => {
      await vscode.commands.executeCommand('git.openRepository', workspaceFolder().uri.fsPath);
      await choose(other.uri, 60, 'Compare with what stood there before');
      match((await compared()).label, /as Git has it/);
    });
    equal((await compared()).before, committed);

    await vscode.workspace.getConfiguration('git').update('enabled', undefined, true);

    const unknown = await begin('unknown', false);
    await read(unknown.log, unknown.path, [1, 40]);
    await pause(1_000);
    edit(unknown.uri, unknown.path, 60, ['// nobody knows']);
    await pause(1_000);
    await vscode.window.showTextDocument(unknown.uri, { preview: false });
    await eventually(() => deepEqual(warnings(unknown.uri), ['60 Warning']));
    await choose(unknown.uri, 60, 'Compare with what stood there before');
    equal(vscode.window.activeTextEditor?.document.uri.toString(), unknown.uri.toString());
  });
});

describe('the transcript', () => {
  it('is opened at the call, from the hover of a line and from the cursor', async () => {
    const { log, uri, path } = await begin('reads');
    await read(log, path, [1, 20], [30, 40]);
    const links = async () => {
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        'vscode.executeHoverProvider',
        uri,
        new vscode.Position(34, 0),
      );
      const texts = hovers.flatMap(({ contents }) =>
        contents.map((each) => (each as vscode.MarkdownString).value),
      );
      return texts.flatMap((text) => [
        ...text.matchAll(/command:(readCoverage\.showInTranscript)\?([^)]*)\)/g),
      ]);
    };
    const [, command = '', argument = ''] = await eventually(async () => {
      const [link] = await links();
      ok(link);
      return link;
    });
    await vscode.commands.executeCommand(command, ...JSON.parse(decodeURIComponent(argument)));
    match(shownLine(), new RegExp(`"call":"${log.session}-2"`));

    const editor = await vscode.window.showTextDocument(uri, { preview: false });
    editor.selection = new vscode.Selection(4, 0, 4, 0);
    await vscode.commands.executeCommand('readCoverage.showInTranscript');
    match(shownLine(), new RegExp(`"call":"${log.session}-1"`));
  });

  it('is not opened for what is no evidence', async () => {
    await vscode.commands.executeCommand('readCoverage.showInTranscript', { blindChange: '/etc/passwd' });
    await vscode.commands.executeCommand('readCoverage.showInTranscript', {
      read: { session: 's', actor: 'a', ordinal: 1 },
    });
    equal(vscode.window.activeTextEditor, undefined);
  });
});
