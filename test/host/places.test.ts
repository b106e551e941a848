// Where editors and files can be: several folders with the same names in them, worktrees, symlinks, notebooks, comparisons,
// and files that are renamed and moved. The window is that of a workspace file.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { HarnessLog } from './harnessLog';
import { afterEach, describe, it } from './runner';
import { eventually, testAccess, workspaceFile, workspaceFolder } from './support';

const SMALL = join('src', 'small.ts');
/** A scheme of which nobody knows what its texts are. */
const ELSEWHERE = 'elsewhere';

type Folders = Readonly<Record<'sample' | 'beside' | 'worktree' | 'linked' | 'alias', string>>;
let folders: Promise<Folders> | undefined;
let started: HarnessLog[] = [];

function git(cwd: string, ...args: readonly string[]): void {
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t.invalid', ...args], { cwd, stdio: 'pipe' });
}

/**
 * Opens, beside the sample, a folder with files of the same names, a worktree, symlinks to the first and to a folder that
 * is not open, and a folder on no disk.
 */
async function open(): Promise<Folders> {
  const access = await testAccess();
  await eventually(() => equal(access.followed()?.caughtUp, true));
  const sample = workspaceFolder().uri.fsPath;
  const within = (name: string) => join(dirname(sample), name);
  const [beside, worktree, linked, alias] = [
    within('beside'),
    within('worktree'),
    within('linked'),
    within('alias'),
  ];
  for (const folder of [beside, within('far')]) {
    mkdirSync(join(folder, 'src'), { recursive: true });
    copyFileSync(join(sample, SMALL), join(folder, SMALL));
  }
  symlinkSync(beside, linked);
  symlinkSync(within('far'), alias);
  git(sample, 'init', '--quiet');
  git(sample, 'add', 'src');
  git(sample, 'commit', '--quiet', '-m', 'files');
  git(sample, 'worktree', 'add', '--quiet', worktree);
  const added = [beside, worktree, linked, alias].map((folder) => ({ uri: vscode.Uri.file(folder) }));
  const nowhere = { uri: vscode.Uri.from({ scheme: ELSEWHERE, path: '/folder' }), name: 'nowhere' };
  ok(vscode.workspace.updateWorkspaceFolders(1, 0, ...added, nowhere));
  await eventually(() => equal(vscode.workspace.workspaceFolders?.length, 6));
  return { sample, beside, worktree, linked, alias };
}

function opened() {
  folders ??= open();
  return folders;
}

function startSession(session: string, folder?: string): HarnessLog {
  const log = new HarnessLog(session, `${session}.jsonl`, folder);
  started.push(log);
  return log;
}

/** The editors show what this session was given. */
async function draw({ session }: HarnessLog): Promise<void> {
  const access = await testAccess();
  await eventually(async () => {
    const key = access.sessions().find((each) => each.session === session)?.key;
    const node = access.tree.getChildren().find((each) => each.key === key);
    ok(node, `${session} is not in the tree`);
    await vscode.commands.executeCommand('readCoverage.tree.drawSession', node);
    equal(access.drawn(), key);
  });
}

/** Shows a file and expects these marks, `1-4 once` and so on. */
async function shows(file: string, ...expected: readonly string[]): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
  await vscode.window.showTextDocument(document, { preview: false });
  await isMarked(document, ...expected);
  return document;
}

async function isMarked(document: vscode.TextDocument, ...expected: readonly string[]): Promise<void> {
  const access = await testAccess();
  const marks = () => access.marks(document).map(({ start, end, mark }) => `${start}-${end} ${mark}`);
  await eventually(() => deepEqual(marks(), expected, document.uri.toString()));
}

afterEach(async () => {
  for (const log of started) log.append('session-end');
  started = [];
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await vscode.commands.executeCommand('notifications.clearAll');
});

describe('several folders', () => {
  it('with the same names in them are told apart; a symlink to one shows the same as that', async () => {
    const access = await testAccess();
    const { sample, beside, linked } = await opened();
    const here = startSession('here');
    const there = startSession('there', beside);
    here.appendAll([here.read(SMALL, 1, 4)]);
    there.appendAll([there.read(SMALL, 5, 8)]);
    await draw(here);
    await shows(join(sample, SMALL), '1-4 once');
    await shows(join(beside, SMALL));
    await draw(there);
    await shows(join(linked, SMALL), '5-8 once');
    await shows(join(beside, SMALL), '5-8 once');
    await shows(join(sample, SMALL));

    const session = access.tree.getChildren().find(({ key }) => key === access.drawn());
    const [file] = access.tree.getChildren(session);
    ok(file);
    match(String((await access.tree.getTreeItem(file)).description), / · beside\/src$/);
    const [read] = access.tree.getChildren(file);
    await vscode.commands.executeCommand('readCoverage.tree.openRead', read);
    equal(vscode.window.activeTextEditor?.document.uri.fsPath, join(beside, SMALL));
    equal(vscode.window.activeTextEditor?.selection.start.line, 4);
  });

  it('opened through a symlink have the name that they were opened by', async () => {
    const access = await testAccess();
    const { alias } = await opened();
    const log = startSession('aliased', alias);
    log.appendAll([log.read(SMALL, 1, 2)]);
    await draw(log);
    await shows(join(alias, SMALL), '1-2 once');
    const [file] = access.tree.getChildren(
      access.tree.getChildren().find(({ key }) => key === access.drawn()),
    );
    ok(file);
    match(String((await access.tree.getTreeItem(file)).description), / · alias\/src$/);
  });

  it('that are worktrees of one repository are told apart', async () => {
    const { sample, worktree } = await opened();
    const log = startSession('in-a-worktree');
    log.appendAll([log.read(join(worktree, SMALL), 2, 3)]);
    await draw(log);
    await shows(join(worktree, SMALL), '2-3 once');
    await shows(join(sample, SMALL));
  });
});

describe('a file', () => {
  it('that is renamed is another one, which was not read; back at its name, it is the one that was', async () => {
    const { sample } = await opened();
    const [old, renamed] = [workspaceFile('moved/old.txt'), workspaceFile('moved/new.txt')];
    mkdirSync(join(sample, 'moved'), { recursive: true });
    writeFileSync(old.fsPath, Array.from({ length: 12 }, (_, i) => `moved ${i + 1}\n`).join(''));
    const log = startSession('renamed');
    log.appendAll([log.read('moved/old.txt', 1, 10)]);
    await draw(log);
    await shows(old.fsPath, '1-10 once');

    const rename = async (from: vscode.Uri, to: vscode.Uri) => {
      const edit = new vscode.WorkspaceEdit();
      edit.renameFile(from, to);
      ok(await vscode.workspace.applyEdit(edit));
      const document = await eventually(() => {
        const active = vscode.window.activeTextEditor?.document;
        equal(active?.uri.toString(), to.toString());
        ok(active);
        return active;
      });
      return document;
    };
    await isMarked(await rename(old, renamed));
    await isMarked(await rename(renamed, old), '1-10 once');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');

    renameSync(old.fsPath, renamed.fsPath);
    await shows(renamed.fsPath);
    writeFileSync(old.fsPath, 'something else\n');
    await shows(old.fsPath);
    log.appendAll([log.read('moved/new.txt', 3, 4)]);
    await shows(renamed.fsPath, '3-4 once');
  });

  it('in a notebook has no marks in its cells; as text, it has those of its lines', async () => {
    await opened();
    const uri = workspaceFile('src/note.ipynb');
    const log = startSession('notebook');
    log.appendAll([log.read('src/note.ipynb', 1, 4), log.read('src/note.ipynb', 1, 4)]);
    await draw(log);
    await vscode.window.showNotebookDocument(await vscode.workspace.openNotebookDocument(uri));
    const notebook = vscode.window.activeNotebookEditor?.notebook;
    ok(notebook && notebook.cellCount > 0);
    for (const { document } of notebook.getCells()) await isMarked(document);
    for (const command of ['nextRepeat', 'explainLine', 'peekCalls', 'compareRead', 'showInTranscript']) {
      await vscode.commands.executeCommand(`readCoverage.${command}`);
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await shows(uri.fsPath, '1-4 again');
  });

  it('in a comparison is marked on its own side only', async () => {
    const { sample } = await opened();
    const file = join(sample, SMALL);
    const log = startSession('compared-with-git');
    log.appendAll([log.read(SMALL, 1, 4)]);
    await draw(log);
    const document = await shows(file, '1-4 once');
    const text = document.getText();
    const provider = vscode.workspace.registerTextDocumentContentProvider(ELSEWHERE, {
      provideTextDocumentContent: () => text,
    });
    try {
      const committed = vscode.Uri.from({ scheme: ELSEWHERE, path: file });
      await vscode.commands.executeCommand('vscode.diff', committed, document.uri, 'Compared');
      const left = await vscode.workspace.openTextDocument(committed);
      await eventually(() => ok(vscode.window.visibleTextEditors.some((editor) => editor.document === left)));
      await isMarked(document, '1-4 once');
      await isMarked(left);
      const sections = await (await testAccess()).whyNothing();
      ok(sections.length > 0);
      await vscode.window.showTextDocument(left);
      const said = (await (await testAccess()).whyNothing()).flatMap(({ answers }) => answers);
      ok(said.some((answer) => /no file on disk \(elsewhere\)/.test(answer.text)));
    } finally {
      provider.dispose();
    }
  });
});
