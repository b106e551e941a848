import {
  type Disposable,
  EventEmitter,
  languages,
  type TextDocument,
  type TextDocumentChangeEvent,
  type TextEditor,
  type Uri,
  window,
  workspace,
} from 'vscode';
import type { LineHasher } from '../../text/lineHash';
import type { SessionKey, TrackerView } from '../../tracker/views';
import type { Configuration } from '../configuration';
import { GIVEN_SCHEME } from '../givenTexts';
import type { Places } from './decorations';
import type { DocumentExplanation } from './documentExplanation';
import { lineChanges } from './documentLines';
import { type Drawing, markAt } from './drawing';
import { MarkHover } from './hover';
import { callsOfLine, type LineCalls } from './lineCalls';
import { explainMarkedLine, type LineExplanation } from './lineExplanation';
import { GIVEN_MARKS, type MarkedRange } from './lineStates';
import { MarkedDocument } from './markedDocument';
import { isCovered, whyNoLine } from './nothingDrawn';
import { Painter } from './painter';

export interface MarksOptions {
  readonly view: Pick<TrackerView, 'coverage' | 'reads'>;
  readonly hasher: LineHasher;
  readonly configuration: Pick<Configuration, 'get' | 'onDidChange'>;
  /** The session that is shown. */
  readonly session: () => SessionKey | undefined;
  /** The canonical path, as the view names it, of the file of which a document is a version; undefined: of none. */
  readonly canonicalPath: (document: Uri) => string | undefined | Promise<string>;
  readonly failed: (error: unknown) => void;
  readonly extension: Uri;
}

/** How much of a document's text was given to the session, any actor of it. */
export interface FileShare {
  readonly given: number;
  readonly lines: number;
}

/**
 * What a document's text is to the session: the version that it was given last, or an earlier one; another text than any
 * that it was given; or a file that it has not read.
 */
export type TextState = 'last' | 'earlier' | 'changed' | 'not-read';

/** A document that is, or was, visible. */
interface Tracked {
  path: string | undefined;
  marked: MarkedDocument | undefined;
}

/** What is drawn in the editors of this window: which lines a session was given of exactly the text they show. */
export class Marks implements Disposable {
  readonly #options: MarksOptions;
  readonly #documents = new Map<TextDocument, Tracked>();
  readonly #painter: Painter;
  readonly #changed = new EventEmitter<void>();
  readonly #listeners: Disposable[];
  #session: SessionKey | undefined;
  #shown = true;

  /** What is drawn anywhere may be another now. */
  readonly onDidChange = this.#changed.event;

  constructor(options: MarksOptions) {
    this.#options = options;
    this.#painter = new Painter(options.extension, this.#places());
    this.#listeners = [
      workspace.onDidChangeTextDocument((event) => this.#textChanged(event)),
      workspace.onDidCloseTextDocument((document) => this.#forget(document)),
      window.onDidChangeVisibleTextEditors(() => this.refresh()),
      window.onDidChangeActiveColorTheme(() => this.#restyle()),
      options.configuration.onDidChange((names) => {
        if ([...names].some((name) => name.startsWith('show.'))) this.#restyle();
      }),
      languages.registerHoverProvider(
        [{ scheme: 'file' }, { scheme: GIVEN_SCHEME }],
        new MarkHover(
          (document, line) =>
            options.configuration.get('hover.enabled') ? this.explainLine(document, line) : undefined,
          () => this.#session,
        ),
      ),
    ];
    this.refresh();
  }

  /** Whether marks are switched on in this window. */
  get shown(): boolean {
    return this.#shown;
  }

  /** Switches all marks off, or on again. */
  toggle(): void {
    this.#shown = !this.#shown;
    if (this.#shown) this.refresh();
    else for (const editor of window.visibleTextEditors) this.#paint(editor);
    this.#changed.fire();
  }

  /**
   * Draws what the view now says.
   * @param paths the canonical paths of which it may say something else; none: any, or the session is another
   */
  refresh(paths?: ReadonlySet<string>): void {
    const session = this.#options.session();
    const isOther = session !== this.#session;
    if (isOther) {
      this.#session = session;
      for (const tracked of this.#documents.values()) this.#drop(tracked);
    }
    for (const document of new Set(window.visibleTextEditors.map((editor) => editor.document))) {
      if (isMarked(document)) void this.#refreshDocument(document, isOther ? undefined : paths);
    }
  }

  /** Undefined unless the text is a version that the session knows. */
  share(document: TextDocument): FileShare | undefined {
    const drawing = this.#drawing(document);
    if (drawing?.kind !== 'version') return undefined;
    const given = drawing.marks
      .filter(({ mark }) => GIVEN_MARKS.has(mark))
      .reduce((lines, { start, end }) => lines + end - start + 1, 0);
    return { given, lines: this.#documents.get(document)?.marked?.lineCount ?? 0 };
  }

  /** Undefined where it is not known, or not yet. */
  textState(document: TextDocument): TextState | undefined {
    const { path, marked } = this.#documents.get(document) ?? {};
    if (!this.#shown || this.#session === undefined || path === undefined) return undefined;
    const drawing = this.#drawing(document);
    if (drawing?.kind === 'carried') return 'changed';
    const isAny = marked?.isEarlier([]) === true;
    if (drawing?.kind === 'version' && isAny) {
      if (!drawing.versions.some(isCovered)) return 'changed';
      return marked?.isEarlier(drawing.versions) ? 'earlier' : 'last';
    }
    const why = drawing?.kind === 'nothing' ? drawing.why : 'nothing-given';
    if (why === 'other-version' || why === 'edited') return 'changed';
    if (why !== 'nothing-given') return undefined;
    return this.#options.view.reads(this.#session, { path }).length === 0 ? 'not-read' : undefined;
  }

  /** What is drawn in a document: sorted, disjoint. */
  marksOf(document: TextDocument): readonly MarkedRange[] {
    return this.#drawing(document)?.marks ?? [];
  }

  /**
   * What is known of a marked line.
   * @param line 1-based
   */
  explainLine(document: TextDocument, line: number): LineExplanation | undefined {
    const known = this.#knownOf(document, line);
    return known && explainMarkedLine(known.drawing, line, known.reads);
  }

  /**
   * The calls that gave a marked line.
   * @param line 1-based
   */
  callsOf(document: TextDocument, line: number): LineCalls | undefined {
    const known = this.#knownOf(document, line);
    return known && callsOfLine(known.drawing, line, known.reads);
  }

  /** The session that is drawn. */
  get session(): SessionKey | undefined {
    return this.#session;
  }

  /** Why marks are, or are not, drawn in a document. Waits for comparisons under way. */
  async explainDocument(document: TextDocument): Promise<DocumentExplanation> {
    if (!this.#shown) return { kind: 'off' };
    if (!Object.values(this.#places()).includes(true)) return { kind: 'no-place' };
    if (!isMarked(document)) return { kind: 'scheme', scheme: document.uri.scheme };
    if (this.#session === undefined) return { kind: 'no-session' };
    await this.#refreshDocument(document);
    const tracked = this.#documents.get(document);
    await tracked?.marked?.settled();
    const drawing = this.#drawing(document);
    const path = tracked?.path ?? document.uri.fsPath;
    const reads = this.#session === undefined ? [] : this.#options.view.reads(this.#session, { path });
    if (drawing === undefined) {
      return reads.length > 0
        ? { kind: 'nothing-given', reads: whyNoLine(reads) }
        : { kind: 'no-coverage', path };
    }
    if (drawing.kind !== 'nothing' && drawing.marks.length > 0) {
      return { kind: drawing.kind === 'carried' ? 'carried' : 'drawn', marks: drawing.marks };
    }
    const why =
      drawing.kind === 'nothing'
        ? drawing.why
        : (tracked?.marked?.whyNothingOf(drawing.versions) ?? 'checking');
    if (why === 'reading' || why === 'checking') return { kind: 'not-compared' };
    return why === 'nothing-given' ? { kind: why, reads: whyNoLine(reads) } : { kind: why };
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
    for (const tracked of this.#documents.values()) this.#drop(tracked);
    this.#documents.clear();
    this.#painter.dispose();
    this.#changed.dispose();
  }

  #places(): Places {
    const { configuration } = this.#options;
    return {
      gutter: configuration.get('show.gutter'),
      textEdge: configuration.get('show.textEdge'),
      ruler: configuration.get('show.ruler'),
      lineTint: configuration.get('show.lineTint'),
    };
  }

  #restyle(): void {
    this.#painter.restyle(
      this.#places(),
      window.visibleTextEditors.map((editor) => [editor, this.marksOf(editor.document)]),
    );
  }

  async #refreshDocument(document: TextDocument, paths?: ReadonlySet<string>): Promise<void> {
    const tracked = this.#track(document);
    if (this.#session === undefined) {
      this.#paintDocument(document);
      return;
    }
    try {
      tracked.path ??= await this.#options.canonicalPath(document.uri);
    } catch (error) {
      this.#options.failed(error);
      return;
    }
    if (document.isClosed || tracked.path === undefined || this.#documents.get(document) !== tracked) return;
    if (paths !== undefined && !paths.has(tracked.path)) return;
    const coverage = this.#session && this.#options.view.coverage(this.#session, tracked.path);
    if (coverage === undefined) {
      this.#drop(tracked);
    } else if (tracked.marked !== undefined) {
      tracked.marked.setCoverage(coverage);
    } else {
      const { hasher, failed } = this.#options;
      const changed = (): void => this.#paintDocument(document);
      tracked.marked = new MarkedDocument({ document, hasher, coverage, changed, failed });
    }
    this.#paintDocument(document);
  }

  #track(document: TextDocument): Tracked {
    const known = this.#documents.get(document);
    if (known !== undefined) return known;
    const tracked: Tracked = { path: undefined, marked: undefined };
    this.#documents.set(document, tracked);
    return tracked;
  }

  #textChanged({ document, contentChanges }: TextDocumentChangeEvent): void {
    const marked = this.#documents.get(document)?.marked;
    if (marked === undefined) return;
    const changes = lineChanges(contentChanges);
    marked.change(changes);
    if (changes.some(({ first, last, lines }) => first !== last || lines !== 1)) {
      for (const editor of editorsOf(document)) this.#painter.moved(editor);
    }
    this.#paintDocument(document);
  }

  #forget(document: TextDocument): void {
    const tracked = this.#documents.get(document);
    if (tracked !== undefined) this.#drop(tracked);
    this.#documents.delete(document);
  }

  #drop(tracked: Tracked): void {
    tracked.marked?.dispose();
    tracked.marked = undefined;
  }

  /** Undefined where the line has no mark. */
  #knownOf(document: TextDocument, line: number) {
    const drawing = this.#drawing(document);
    const path = this.#documents.get(document)?.path;
    if (drawing === undefined || drawing.kind === 'nothing' || path === undefined) return undefined;
    if (this.#session === undefined || markAt(drawing, line) === undefined) return undefined;
    return { drawing, reads: this.#options.view.reads(this.#session, { path }) };
  }

  #drawing(document: TextDocument): Drawing | undefined {
    return this.#shown ? this.#documents.get(document)?.marked?.draw() : undefined;
  }

  #paintDocument(document: TextDocument): void {
    const editors = editorsOf(document);
    for (const editor of editors) this.#paint(editor);
    if (editors.length > 0) this.#changed.fire();
  }

  #paint(editor: TextEditor): void {
    this.#painter.paint(editor, this.marksOf(editor.document));
  }
}

/** Files, and texts of them that are shown; of anything else, and of notebooks' cells, it is not known what it is. */
function isMarked({ uri: { scheme } }: TextDocument): boolean {
  return scheme === 'file' || scheme === GIVEN_SCHEME;
}

function editorsOf(document: TextDocument): readonly TextEditor[] {
  return window.visibleTextEditors.filter((editor) => editor.document === document);
}
