import { type Disposable, Range, type TextEditor, type Uri, window } from 'vscode';
import { getOrCreate } from '../../text/maps';
import { Decorations, type Places } from './decorations';
import { MARKS, type Mark, type MarkedRange } from './lineStates';

/** Draws marks in editors. A mark is set anew only where its ranges changed, so that nothing flickers. */
export class Painter implements Disposable {
  readonly #extension: Uri;
  #places: Places;
  #decorations: Decorations | undefined;
  #painted = new WeakMap<TextEditor, ReadonlyMap<Mark, readonly MarkedRange[]>>();

  constructor(extension: Uri, places: Places) {
    this.#extension = extension;
    this.#places = places;
  }

  /** Removes everything; what is painted next looks as the theme and the places now say. */
  reset(places: Places): void {
    this.#places = places;
    this.#decorations?.dispose();
    this.#decorations = undefined;
    this.#painted = new WeakMap();
  }

  /** Lines of the document moved, and what is drawn with them, nobody can tell where to: it is set anew next time. */
  moved(editor: TextEditor): void {
    const painted = this.#painted.get(editor);
    if (painted !== undefined)
      this.#painted.set(editor, new Map([...painted.keys()].map((mark) => [mark, UNKNOWN])));
  }

  paint(editor: TextEditor, marks: readonly MarkedRange[]): void {
    const before = this.#painted.get(editor);
    if (marks.length === 0 && before === undefined) return;
    this.#decorations ??= new Decorations(this.#extension, window.activeColorTheme.kind, this.#places);
    const after = new Map<Mark, MarkedRange[]>();
    for (const range of marks) getOrCreate(after, range.mark, () => []).push(range);
    for (const mark of MARKS) {
      const ranges = after.get(mark) ?? [];
      if (sameRanges(ranges, before?.get(mark) ?? [])) continue;
      const type = this.#decorations.type(mark);
      if (type !== undefined) editor.setDecorations(type, ranges.map(toRange));
    }
    this.#painted.set(editor, after);
  }

  dispose(): void {
    this.#decorations?.dispose();
  }
}

/** Equal to no list of ranges that is painted. */
const UNKNOWN: readonly MarkedRange[] = [{ start: 0, end: 0, mark: 'once' }];

function sameRanges(a: readonly MarkedRange[], b: readonly MarkedRange[]): boolean {
  return a.length === b.length && a.every(({ start, end }, i) => start === b[i]?.start && end === b[i].end);
}

function toRange({ start, end }: MarkedRange): Range {
  return new Range(start - 1, 0, end - 1, 0);
}
