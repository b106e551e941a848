import { deepEqual, equal, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { Configuration } from '../../src/editor/configuration';
import type { MarkedRange } from '../../src/editor/marks/lineStates';
import { Marks } from '../../src/editor/marks/marks';
import { LineHasher } from '../../src/text/lineHash';
import type { AgentEvent, Envelope } from '../../src/tracker/event';
import { DEFAULT_SETTINGS } from '../../src/tracker/settings';
import { Tracker } from '../../src/tracker/tracker';
import {
  type FileCoverage,
  type LineKnowledge,
  type ReadRecord,
  type Segment,
  sessionKey,
  type VersionCoverage,
} from '../../src/tracker/views';
import { afterEach, beforeEach, describe, it } from './runner';
import { activeExtension, eventually, workspaceFile } from './support';

/** For what takes many steps, on a busy machine. */
const LONG_MS = 90_000;

const hasher = new LineHasher([0x0bad_cafe, 0x1234_5678]);
const session = sessionKey('test', 'session');
const files = new Map<string, FileCoverage>();
const reads: ReadRecord[] = [];
const failures: unknown[] = [];
const resources: vscode.Disposable[] = [];
let marks: Marks;

/** An event without what every event has. */
type Bare<E = AgentEvent> = E extends unknown ? Omit<E, keyof Envelope> : never;

/** A file of the workspace with this content, not open. */
async function write(name: string, content: string | Uint8Array): Promise<vscode.Uri> {
  const uri = workspaceFile(`marks/${name}`);
  await vscode.workspace.fs.writeFile(uri, Buffer.from(content));
  return uri;
}

async function open(uri: vscode.Uri): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
}

function segment(start: number, end: number, more: Partial<Segment> = {}): Segment {
  return { start, end, times: 1, inContext: true, authored: false, carried: false, glimpsed: false, ...more };
}

/** Every line of the text is known, or only some. */
function knowledge(text: string, isKnown: (line: number) => boolean = () => true): LineKnowledge {
  const known = new Map<number, number>();
  for (const [i, hash] of hasher.lines(text).entries()) if (isKnown(i + 1)) known.set(i + 1, hash);
  return { highest: Math.max(0, ...known.keys()), known: known.size, at: (line) => known.get(line) };
}

function version(
  text: string,
  segments: readonly Segment[],
  more: Partial<VersionCoverage> = {},
): VersionCoverage {
  return {
    version: 1,
    current: true,
    totalLines: hasher.lines(text).length,
    contentHash: null,
    lines: knowledge(text),
    actors: new Map([['main', segments]]),
    ...more,
  };
}

/** The session knows this of the file from now on. */
function know(uri: vscode.Uri, ...versions: readonly VersionCoverage[]): void {
  files.set(uri.fsPath, { path: uri.fsPath, versions });
  marks.refresh(new Set([uri.fsPath]));
}

/** `1-3 once, 5 again-faded`, after all comparisons. */
async function drawn(document: vscode.TextDocument): Promise<string> {
  await marks.explainDocument(document);
  return now(document);
}

/** The same, as it is at this moment. */
function now(document: vscode.TextDocument): string {
  return marks.marksOf(document).map(inWords).join(', ');
}

function inWords({ start, end, mark }: MarkedRange): string {
  return `${start === end ? start : `${start}-${end}`} ${mark}`;
}

function sha256(content: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

async function insert(editor: vscode.TextEditor, line: number, text: string): Promise<void> {
  ok(await editor.edit((edit) => edit.insert(new vscode.Position(line - 1, 0), text)));
}

/** Lines without two alike. */
function numbered(count: number, from = 1): string {
  return Array.from({ length: count }, (_, i) => `line ${from + i}\n`).join('');
}

describe('marks', () => {
  beforeEach(async () => {
    const { extensionUri } = await activeExtension();
    const configuration = new Configuration();
    marks = new Marks({
      view: { coverage: (_, path) => files.get(path), reads: () => reads },
      hasher,
      configuration,
      session: () => session,
      canonicalPath: (uri) => uri.fsPath,
      failed: (error) => failures.push(error),
      extension: extensionUri,
    });
    resources.push(configuration, marks);
  });

  afterEach(async () => {
    for (const resource of resources.splice(0)) resource.dispose();
    files.clear();
    reads.length = 0;
    while (vscode.window.activeTextEditor !== undefined) {
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
    deepEqual(failures.splice(0), []);
  });

  it('are drawn where the text is the version that was read', async () => {
    const text = numbered(10);
    const { document } = await open(await write('plain.txt', text));
    know(
      document.uri,
      version(text, [
        segment(1, 3),
        segment(4, 4, { times: 2 }),
        segment(6, 7, { times: 3, inContext: false }),
        segment(8, 8, { times: 0, authored: true }),
        segment(9, 30, { times: 0, glimpsed: true }),
      ]),
    );
    equal(await drawn(document), '1-3 once, 4 again, 6-7 repeated-faded, 8 authored, 9-10 glimpsed');
    deepEqual(marks.share(document), { given: 6, lines: 10 });
  });

  it('are reset by an edit at once, carried where lines are left, and back after undo and redo', async () => {
    const text = numbered(10);
    const editor = await open(await write('edit.txt', text));
    const { document } = editor;
    know(document.uri, version(text, [segment(2, 6, { times: 2 })]));
    equal(await drawn(document), '2-6 again');

    await insert(editor, 4, 'new\n');
    equal(now(document), '2-3 carried, 5-7 carried');
    equal(marks.share(document), undefined);
    equal(await drawn(document), '2-3 carried, 5-7 carried');

    await vscode.commands.executeCommand('undo');
    equal(document.getText(), text);
    equal(now(document), '2-6 again');

    await vscode.commands.executeCommand('redo');
    equal(now(document), '2-3 carried, 5-7 carried');
    await insert(editor, 5, 'x');
    equal(now(document), '2-3 carried, 6-7 carried');
  });

  it('are given up by an edit of a line that nobody knows', async () => {
    const text = numbered(10);
    const editor = await open(await write('partial.txt', text));
    const { document } = editor;
    know(document.uri, version(text, [segment(1, 9)], { lines: knowledge(text, (line) => line <= 4) }));
    // Lines of which no hash is known may be any text.
    equal(await drawn(document), '1-4 once');
    await insert(editor, 8, 'x');
    equal(now(document), '1-4 carried');
    await vscode.commands.executeCommand('undo');
    equal(now(document), '1-4 once');
  });

  it('are untouched by a save', async () => {
    const text = numbered(5);
    const editor = await open(await write('save.txt', text));
    const { document } = editor;
    know(document.uri, version(text, [segment(1, 2)]));
    equal(await drawn(document), '1-2 once');

    await vscode.commands.executeCommand('workbench.action.files.saveWithoutFormatting');
    equal(now(document), '1-2 once');

    await insert(editor, 5, 'x');
    ok(document.isDirty);
    ok(await document.save());
    equal(await drawn(document), '1-2 carried');
    know(document.uri, version(document.getText(), [segment(3, 3)], { version: 2 }));
    equal(await drawn(document), '3 once');
  });

  it('follow a file that changed on disk while it was closed', async () => {
    const text = numbered(10);
    const uri = await write('closed.txt', text);
    files.set(uri.fsPath, { path: uri.fsPath, versions: [version(text, [segment(3, 8)])] });
    const changed = text.replace('line 1\n', 'line 1\nline 1b\n').replace('line 5\n', 'line five\n');
    await write('closed.txt', changed);
    const { document } = await open(uri);
    equal(await drawn(document), '4-5 carried, 7-9 carried');
  });

  it('follow a file that changes on disk while it is open', async () => {
    const text = numbered(10);
    const { document } = await open(await write('reload.txt', text));
    know(document.uri, version(text, [segment(1, 10)]));
    equal(await drawn(document), '1-10 once');
    await write('reload.txt', text.replace('line 5', 'line five'));
    await eventually(() => equal(now(document), '1-4 carried, 6-10 carried'));
    await write('reload.txt', text);
    await eventually(() => equal(now(document), '1-10 once'));

    // The disk told of the other version before anybody read it: what is left of the one that was read still counts.
    const other = text.replace('line 5', 'line five');
    const seen = version(other, [], { version: 2, actors: new Map() });
    know(document.uri, seen, version(text, [segment(1, 10)], { current: false }));
    equal(await drawn(document), '1-10 once');
    await write('reload.txt', other);
    await eventually(() => equal(now(document), '1-4 carried, 6-10 carried'));
    equal(await drawn(document), '1-4 carried, 6-10 carried');
    equal(marks.textState(document), 'changed');
    know(
      document.uri,
      { ...seen, actors: new Map([['main', [segment(2, 3)]]]) },
      version(text, [segment(1, 10)]),
    );
    equal(await drawn(document), '2-3 once');
    equal(marks.textState(document), 'last');
  });

  it('count lines as the product does: CRLF, no final line end, no text at all, one empty line', async () => {
    const cases: readonly (readonly [string, string, string])[] = [
      ['crlf.txt', 'a\r\nb\r\nc\r\n', '1-3 once'],
      ['unfinished.txt', 'a\nb\nc', '1-3 once'],
      ['empty.txt', '', ''],
      ['one.txt', '\n', '1 once'],
      ['mixed.txt', 'a\r\nb\nc\r\n', '1-3 once'],
      ['separators.txt', 'a\u2028b\u2029c\u0085d\fe\vf\n', '1 once'],
    ];
    // Else VS Code asks what to do with line separators, and waits.
    await vscode.workspace.getConfiguration('editor').update('unusualLineTerminators', 'off', true);
    for (const [name, text, expected] of cases) {
      const { document } = await open(await write(name, text));
      know(document.uri, version(text, [segment(1, 3)]));
      equal(
        await drawn(document),
        expected,
        `${name}: ${JSON.stringify(await marks.explainDocument(document))}`,
      );
    }
  });

  it('forgive a byte order mark, on either side', async () => {
    const text = numbered(3);
    const { document } = await open(await write('mark.txt', `\ufeff${text}`));
    know(document.uri, version(`\ufeff${text}`, [segment(1, 3)]));
    equal(await drawn(document), '1-3 once');
    know(document.uri, version(text, [segment(1, 3)]));
    equal(await drawn(document), '1-3 once');
  });

  it('are not drawn in a file with a lone CR, whose lines an editor numbers differently', async () => {
    const text = 'a\rb\nc\nd\n';
    const { document } = await open(await write('cr.txt', text));
    equal(document.lineCount, 5);
    know(document.uri, version('c\nc\nc\nd\n', [segment(3, 4)], { lines: knowledge('a\nb\nc\nd\n') }));
    deepEqual(await marks.explainDocument(document), { kind: 'line-ends' });
    equal(now(document), '');
  });

  it('take a content hash for proof, of the saved file and of an unsaved text', async () => {
    const text = 'zwölf Boxkämpfer\r\njagen\r\n';
    const unknown = { lines: knowledge('') };
    const bytes = {
      'sha-crlf.txt': Buffer.from(text),
      'sha-mark.txt': Buffer.from(`\ufeff${text}`),
      'sha-mixed.txt': Buffer.from('zwölf\r\nBoxkämpfer\njagen'),
    };
    for (const [name, content] of Object.entries(bytes)) {
      const editor = await open(await write(name, content));
      const { document } = editor;
      know(
        document.uri,
        version(text, [segment(1, 2)], { ...unknown, totalLines: null, contentHash: sha256(content) }),
      );
      equal(await drawn(document), '1-2 once', name);
      await insert(editor, 2, 'x');
      equal(now(document), '1 carried', name);
      equal(await drawn(document), '1 carried', name);
      await vscode.commands.executeCommand('undo');
      equal(now(document), '1-2 once', name);
    }

    const editor = await open(await write('sha-unsaved.txt', 'other\n'));
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'an'));
    ok(editor.document.isDirty);
    know(
      editor.document.uri,
      version('', [segment(1, 1)], { ...unknown, totalLines: null, contentHash: sha256('another\n') }),
    );
    equal(await drawn(editor.document), '1 once');
    know(
      editor.document.uri,
      version('', [segment(1, 1)], { ...unknown, totalLines: null, contentHash: sha256('other\n') }),
    );
    deepEqual(await marks.explainDocument(editor.document), { kind: 'other-version' });
  });

  it('choose the newest version that agrees', async () => {
    const text = numbered(4);
    const { document } = await open(await write('versions.txt', text));
    const other = version(numbered(5), [segment(1, 5)], { version: 3 });
    know(
      document.uri,
      other,
      version(text, [segment(1, 1)], { version: 2, totalLines: null }),
      version(text, [segment(1, 2)], { version: 1, totalLines: null }),
    );
    equal(await drawn(document), '1 once');
    know(document.uri, other);
    equal(await drawn(document), '1-4 carried');
  });

  it('show what the tracker says of a session, live', async () => {
    const text = numbered(12);
    const { document } = await open(await write('tracker.txt', text));
    const path = document.uri.fsPath;
    const tracker = new Tracker(DEFAULT_SETTINGS);
    let call = 0;
    const apply = (event: Bare): void => {
      const envelope = { source: 'test', session: 'session', agent: 'test', actor: 'main', time: null };
      const { changedPaths } = tracker.apply({ ...envelope, call: `c${++call}`, ...event });
      const coverage = tracker.coverage(session, path);
      if (coverage !== undefined) files.set(path, coverage);
      marks.refresh(new Set(changedPaths));
    };
    const read = (start: number, end: number, content = text): void =>
      apply({
        kind: 'read',
        path,
        written: path,
        form: 'tool',
        requested: { start, end },
        returned: [[start, end]],
        totalLines: hasher.lines(content).length,
        lineHashes: hasher.lines(content).slice(start - 1, end),
        outcome: 'complete',
      });

    read(1, 6);
    equal(await drawn(document), '1-6 once');
    read(3, 4);
    apply({ kind: 'search', tool: 'grep', question: 'q', glimpsed: [{ path, lines: [[9, 9]] }] });
    equal(now(document), '1-2 once, 3-4 again, 5-6 once, 9 glimpsed');
    apply({ kind: 'context-lost', reason: 'compaction' });
    read(4, 4);
    ok(now(document).startsWith('1-2 once-faded, 3 again-faded, 4 repeated, 5-6 once-faded'), now(document));

    const changed = text.replace('line 2\n', 'line two\n');
    await write('tracker.txt', changed);
    apply({
      kind: 'write',
      path,
      written: path,
      outcome: 'ok',
      totalLines: 12,
      lineHashes: hasher.lines(changed),
    });
    await eventually(() => equal(now(document), '1-12 authored'));
    read(2, 2, changed);
    equal(now(document), '1 authored, 2 once, 3-12 authored');
  });

  it('say why nothing is drawn', async () => {
    const text = numbered(4);
    const { document } = await open(await write('why.txt', text));
    deepEqual(await marks.explainDocument(document), { kind: 'no-coverage', path: document.uri.fsPath });
    know(document.uri, version(text, []));
    deepEqual(await marks.explainDocument(document), { kind: 'nothing-given', reads: ['not-read'] });
    know(document.uri, version(text, [segment(1, 2)], { lines: knowledge(''), totalLines: null }));
    deepEqual(await marks.explainDocument(document), { kind: 'unprovable' });
    know(document.uri, version('another\n', [segment(1, 1)]));
    deepEqual(await marks.explainDocument(document), { kind: 'other-version' });
    const untitled = await vscode.workspace.openTextDocument({ content: text });
    deepEqual(await marks.explainDocument(untitled), { kind: 'scheme', scheme: 'untitled' });
    marks.toggle();
    deepEqual(await marks.explainDocument(document), { kind: 'off' });
    marks.toggle();
    know(document.uri, version(text, [segment(1, 2)]));
    deepEqual(await marks.explainDocument(document), {
      kind: 'drawn',
      marks: [{ start: 1, end: 2, mark: 'once' }],
    });
  });

  it('are explained in a hover, with hostile names as plain text', async () => {
    const text = numbered(4);
    const { document } = await open(await write('hover.txt', text));
    know(
      document.uri,
      version(text, [], {
        actors: new Map(
          ['**x**\u202e\n# y', '[a](command:b)'].map((name) => [name, [segment(1, 2, { times: 2 })]]),
        ),
      }),
    );
    await drawn(document);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      new vscode.Position(1, 0),
    );
    const [content] = hovers
      .flatMap(({ contents }) => contents)
      .filter((each) => each instanceof vscode.MarkdownString);
    ok(content !== undefined);
    ok(content.value.includes('Given 2 times to subagent'));
    ok(!/(?<!\\)\*\*x|\[a\]\(command|\u202e|\n# y/.test(content.value), content.value);
    ok(content.isTrusted !== true && content.supportHtml !== true);
    equal(marks.explainLine(document, 3), undefined);
  });

  it(
    'keep the hashes of a document right through any edits, undo and redo',
    async () => {
      const editor = await open(await write('random.txt', numbered(30)));
      const { document } = editor;
      // A fixed sequence: the edits are the same in every run.
      let state = 42;
      const below = (limit: number): number => {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        return Math.floor((state / 2 ** 32) * limit);
      };
      const text = (): string => ['', 'x', '\n', 'x\ny', '\r\n', 'a\rb', '\n\n\n', 'word'][below(8)] ?? '';
      const check = async (step: string): Promise<void> => {
        const content = document.getText();
        const lines = hasher.lines(content).length;
        know(document.uri, version(content, [segment(1, 1_000_000)]));
        const expected = lines === 0 ? '' : lines === 1 ? '1 once' : `1-${lines} once`;
        equal(now(document), expected, step);
      };
      know(document.uri, version(document.getText(), [segment(1, 30)]));
      await marks.explainDocument(document);
      for (let step = 0; step < 60; step++) {
        const kind = below(8);
        if (kind === 0) await vscode.commands.executeCommand('undo');
        else if (kind === 1) await vscode.commands.executeCommand('redo');
        else if (kind === 2) {
          await editor.edit((edit) =>
            edit.setEndOfLine(below(2) === 0 ? vscode.EndOfLine.LF : vscode.EndOfLine.CRLF),
          );
        } else {
          // Several disjoint places at once.
          const places = Array.from({ length: 1 + below(4) }, () => below(document.lineCount)).sort(
            (a, b) => a - b,
          );
          await editor.edit((edit) => {
            let free = 0;
            for (const place of places) {
              if (place < free) continue;
              const end = Math.min(place + below(3), document.lineCount - 1);
              edit.replace(
                new vscode.Range(
                  place,
                  below(document.lineAt(place).text.length + 1),
                  end,
                  document.lineAt(end).text.length,
                ),
                text(),
              );
              free = end + 1;
            }
          });
        }
        await check(`step ${step}, kind ${kind}`);
      }
    },
    LONG_MS,
  );

  it(
    'take a file of 50,000 lines and 5,000 ranges',
    async () => {
      const text = numbered(50_000);
      const editor = await open(await write('large.txt', text));
      const { document } = editor;
      const segments = Array.from({ length: 5_000 }, (_, i) =>
        segment(10 * i + 1, 10 * i + 5, { times: 1 + (i % 3) }),
      );
      know(document.uri, version(text, segments));
      await marks.explainDocument(document);
      equal(marks.marksOf(document).length, 5_000);
      await insert(editor, 25_000, 'new\n');
      equal(
        marks.marksOf(document).every(({ mark }) => mark === 'carried'),
        true,
      );
      await vscode.commands.executeCommand('undo');
      equal(marks.marksOf(document).filter(({ mark }) => mark === 'again').length, 1_667);
    },
    LONG_MS,
  );
});
