import type { Disposable, TextDocument, TextDocumentContentChangeEvent } from 'vscode';
import type { LineHasher } from '../../text/lineHash';
import { type EditorLines, HashedLines } from './hashedLines';
import type { LineChange } from './lineChanges';

/** Characters hashed at once: a few milliseconds. */
const SLICE = 2 ** 20;

/** The line hashes of an open document. Small documents have them at once, large ones after a few pauses. */
export class DocumentLines implements Disposable {
  readonly text: HashedLines;
  readonly #lines: EditorLines;
  readonly #completed: () => void;
  #pause: NodeJS.Immediate | undefined;

  /** @param completed called when the hashes became complete after a pause */
  constructor(document: TextDocument, hasher: LineHasher, completed: () => void) {
    this.#completed = completed;
    this.#lines = {
      get lineCount() {
        return document.lineCount;
      },
      lineText: (line) => document.lineAt(line).text,
    };
    this.text = new HashedLines(hasher, document.lineCount);
    this.#fill();
  }

  /** To be called while the document is as the changes left it. */
  apply(changes: readonly LineChange[]): void {
    this.text.apply(changes, this.#lines.lineCount);
    this.#fill();
  }

  dispose(): void {
    if (this.#pause !== undefined) clearImmediate(this.#pause);
  }

  #fill(): void {
    this.text.fill(this.#lines, SLICE);
    if (this.text.complete || this.#pause !== undefined) return;
    this.#pause = setImmediate(() => {
      this.#pause = undefined;
      this.#fill();
      if (this.text.complete) this.#completed();
    });
  }
}

export function lineChanges(changes: readonly TextDocumentContentChangeEvent[]): LineChange[] {
  return changes.map(({ range, text }) => ({
    first: range.start.line,
    last: range.end.line,
    lines: countLineEnds(text) + 1,
  }));
}

/** An editor takes CR, LF and CRLF for line ends, each. */
function countLineEnds(text: string): number {
  let ends = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) ends++;
  }
  return ends;
}
