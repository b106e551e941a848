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

interface Work {
  readonly log: HarnessLog;
  readonly uri: vscode.Uri;
  /** Within the workspace. */
  readonly path: string;
}

/** Reads that each log has told of. */
let logs = new Map<HarnessLog, number>();
let calls = 0;

/** A file of 80 lines that is new to everybody. Plain text: what serves a language would keep the editor waiting. */
function newFile(name: string): Pick<Work, 'uri' | 'path'> {
  const path = `evidence/${name}.txt`;
  const uri = workspaceFile(path);
  mkdirSync(dirname(uri.fsPath), { recursive: true });
  writeFileSync(uri.fsPath, Array.from({ length: 80 }, (_, i) => `${name} ${i + 1}\n`).join(''));
  return { uri, path };
}

/** A harness at work on a new file, open or not. */
async function begin(name: string, isOpen = true): Promise<Work> {
  const access = await testAccess();
  // What is there before the first look is past.
  await eventually(() => equal(access.followed()?.caughtUp, true));
  const file = newFile(name);
  if (isOpen) await vscode.window.showTextDocument(file.uri, { preview: false });
  const log = new HarnessLog(`evidence-${name}`);
  logs.set(log, 0);
  return { log, ...file };
}

/** The agent reads lines, and nothing more happens until that, and all that was told before, is known. */
async function read(log: HarnessLog, path: string, ...ranges: readonly [number, number][]): Promise<void> {
  const access = await testAccess();
  log.appendAll(ranges.map(([start, end]) => log.read(path, start, end)));
  const reads = (logs.get(log) ?? 0) + ranges.length;
  logs.set(log, reads);
  await eventually(() => {
    const session = access.sessions().find(({ session }) => session === log.session);
    equal(session?.actors[0]?.reads, reads);
  });
}

/** Nothing more happens until all that the log told is known. */
const known = (log: HarnessLog) => read(log, 'README.md', [1, 1]);

/** A blind change of another file is warned of: by then all that happened before has been looked at. */
async function witnessed(log: HarnessLog): Promise<void> {
  const { uri, path } = newFile(`witness-${++calls}`);
  await vscode.window.showTextDocument(uri, { preview: false });
  await read(log, path, [1, 40]);
  edit(log, { uri, path }, 60, ['// blind']);
  await eventually(() => deepEqual(warnings(uri), ['60 Warning']));
}

const linesOf = (uri: vscode.Uri) => readFileSync(uri.fsPath, 'utf8').split('\n');

/** The agent replaces a line by others, on the disk, and its harness tells so. */
function edit(
  log: HarnessLog,
  { uri, path }: Pick<Work, 'uri' | 'path'>,
  line: number,
  written: readonly string[],
  more: Record<string, unknown> = {},
): string {
  const lines = linesOf(uri);
  lines.splice(line - 1, 1, ...written);
  writeFileSync(uri.fsPath, lines.join('\n'));
  const call = `edit-${++calls}`;
  log.append('edit', {
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
  for (const log of logs.keys()) log.append('session-end');
  logs = new Map();
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
    const call = edit(log, { uri, path }, 60, ['// one', '// two']);
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
    edit(log, { uri, path }, 70, []);
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
    edit(log, { uri, path }, 60, ['// own', '// own too']);
    await known(log);
    edit(log, { uri, path }, 61, ['// own again']);
    await known(log);
    edit(log, { uri, path }, 20, ['// carried']);
    const made = workspaceFile('evidence/made.txt');
    writeFileSync(made.fsPath, 'made\n');
    log.append('write', {
      call: `write-${++calls}`,
      path: 'evidence/made.txt',
      totalLines: 1,
      outcome: 'ok',
    });
    await vscode.window.showTextDocument(made, { preview: false });
    await witnessed(log);
    deepEqual([...warnings(uri), ...warnings(made)], []);
  });

  it('is none where a person, or a formatter, changed the file', async () => {
    const { log, uri, path } = await begin('person');
    await read(log, path, [1, 40]);
    const lines = linesOf(uri);
    lines[59] = '// by hand';
    writeFileSync(uri.fsPath, lines.join('\n'));
    await witnessed(log);
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
    edit(log, { uri, path }, 60, ['// after a search']);
    await known(log);
    edit(log, { uri, path }, 70, ['// blind']);
    await eventually(() => deepEqual(warnings(uri), ['70 Warning']));
    await set('all');
    await eventually(() => deepEqual(warnings(uri), ['60 Information', '70 Warning']));
    await set('off');
    await eventually(() => deepEqual(warnings(uri), []));
  });

  it('in a file that nobody had open is compared with what the agent recorded, or said not to be known', async () => {
    const { log, uri, path } = await begin('closed', false);
    const before = linesOf(uri).join('\n');
    await read(log, path, [1, 40]);
    edit(log, { uri, path }, 60, ['// recorded'], { originalFile: before });
    await known(log);
    await vscode.window.showTextDocument(uri, { preview: false });
    await eventually(() => deepEqual(warnings(uri), ['60 Warning']));
    await choose(uri, 60, 'Compare with what stood there before');
    match((await compared()).label, /as the agent recorded it/);
    equal((await compared()).before, before);

    const unknown = newFile('unknown');
    await read(log, unknown.path, [1, 40]);
    edit(log, unknown, 60, ['// nobody knows']);
    await known(log);
    await vscode.window.showTextDocument(unknown.uri, { preview: false });
    await eventually(() => deepEqual(warnings(unknown.uri), ['60 Warning']));
    await choose(unknown.uri, 60, 'Compare with what stood there before');
    equal(vscode.window.activeTextEditor?.document.uri.toString(), unknown.uri.toString());
  });

  it('in a file that nobody had open is compared with what Git has', async () => {
    const { log, uri, path } = await begin('inGit', false);
    const committed = linesOf(uri).join('\n');
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t.invalid', ...args], {
        cwd: workspaceFolder().uri.fsPath,
        stdio: 'pipe',
      });
    git('init', '--quiet');
    git('add', path);
    git('commit', '--quiet', '-m', 'one file');
    await read(log, path, [1, 40]);
    edit(log, { uri, path }, 60, ['// in Git']);
    await known(log);
    await vscode.window.showTextDocument(uri, { preview: false });
    await eventually(() => deepEqual(warnings(uri), ['60 Warning']));
    await vscode.workspace.getConfiguration('git').update('enabled', true, true);
    try {
      await eventually(async () => {
        await vscode.commands.executeCommand('git.openRepository', workspaceFolder().uri.fsPath);
        await choose(uri, 60, 'Compare with what stood there before');
        match((await compared()).label, /as Git has it/);
      });
      equal((await compared()).before, committed);
    } finally {
      await vscode.workspace.getConfiguration('git').update('enabled', undefined, true);
    }
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
