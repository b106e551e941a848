import { type ColorThemeKind, type Disposable, Range, type TextEditor, type Uri, window } from 'vscode';
import { Decorations, type Places } from './decorations';
import type { MarkedRange } from './lineStates';
import { byMark, type Drawn, marksToSet } from './marksToSet';

/** Draws marks in editors. A mark is set anew only where its ranges changed, so that nothing flickers. */
export class Painter implements Disposable {
  readonly #extension: Uri;
  #places: Places;
  #theme: ColorThemeKind = window.activeColorTheme.kind;
  #decorations: Decorations | undefined;
  #drawn = new WeakMap<TextEditor, Drawn>();

  constructor(extension: Uri, places: Places) {
    this.#extension = extension;
    this.#places = places;
  }

  /**
   * Draws all anew where the places or the kind of theme are others; other colours of the same kind come by themselves.
   * The old marks go when the new ones are there.
   * @param editors those in view, with their marks
   */
  restyle(places: Places, editors: readonly (readonly [TextEditor, readonly MarkedRange[]])[]): void {
    const theme = window.activeColorTheme.kind;
    if (theme === this.#theme && samePlaces(places, this.#places)) return;
    const old = this.#decorations;
    this.#places = places;
    this.#theme = theme;
    this.#decorations = undefined;
    this.#drawn = new WeakMap();
    for (const [editor, marks] of editors) this.paint(editor, marks);
    old?.dispose();
  }

  /** Lines of the document moved, and what is drawn with them, nobody can tell where to: it is set anew next time. */
  moved(editor: TextEditor): void {
    const drawn = this.#drawn.get(editor);
    if (drawn !== undefined) this.#drawn.set(editor, new Map([...drawn.keys()].map((mark) => [mark, null])));
  }

  paint(editor: TextEditor, marks: readonly MarkedRange[]): void {
    const before = this.#drawn.get(editor);
    if (marks.length === 0 && before === undefined) return;
    this.#decorations ??= new Decorations(this.#extension, this.#theme, this.#places);
    const after = byMark(marks);
    for (const [mark, ranges] of marksToSet(before ?? new Map(), after)) {
      const type = this.#decorations.type(mark);
      if (type !== undefined) editor.setDecorations(type, ranges.map(toRange));
    }
    this.#drawn.set(editor, after);
  }

  dispose(): void {
    this.#decorations?.dispose();
  }
}

function samePlaces(a: Places, b: Places): boolean {
  const places: readonly (keyof Places)[] = ['gutter', 'textEdge', 'ruler', 'lineTint'];
  return places.every((place) => a[place] === b[place]);
}

function toRange({ start, end }: MarkedRange): Range {
  return new Range(start - 1, 0, end - 1, 0);
}
