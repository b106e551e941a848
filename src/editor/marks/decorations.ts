import {
  ColorThemeKind,
  DecorationRangeBehavior,
  type DecorationRenderOptions,
  type Disposable,
  OverviewRulerLane,
  type TextEditorDecorationType,
  ThemeColor,
  Uri,
  window,
} from 'vscode';
import { getOrCreate } from '../../text/maps';
import { type Mark, stateOrFaded } from './lineStates';
import { TEXT_EDGES } from './textEdge';

/** Where marks are shown. */
export interface Places {
  readonly gutter: boolean;
  /** The left edge of the text. */
  readonly textEdge: boolean;
  readonly ruler: boolean;
  readonly lineTint: boolean;
}

/** Gutter icons take no theme colours, so each kind of theme has its own. */
const ICON_SETS: Readonly<Record<ColorThemeKind, string>> = {
  [ColorThemeKind.Light]: 'light',
  [ColorThemeKind.Dark]: 'dark',
  [ColorThemeKind.HighContrast]: 'hc-dark',
  [ColorThemeKind.HighContrastLight]: 'hc-light',
};

/** One decoration type a mark, for one kind of theme, made when it is first needed. Disposing removes what is drawn. */
export class Decorations implements Disposable {
  readonly #types = new Map<Mark, TextEditorDecorationType>();
  readonly #icons: Uri;
  readonly #places: Places;

  constructor(extension: Uri, theme: ColorThemeKind, places: Places) {
    this.#icons = Uri.joinPath(extension, 'media', 'gutter', ICON_SETS[theme]);
    this.#places = places;
  }

  /** Undefined where the mark is shown nowhere. */
  type(mark: Mark): TextEditorDecorationType | undefined {
    if (!Object.values(this.#places).includes(true)) return undefined;
    return getOrCreate(this.#types, mark, () => window.createTextEditorDecorationType(this.#look(mark)));
  }

  dispose(): void {
    for (const type of this.#types.values()) type.dispose();
    this.#types.clear();
  }

  #look(mark: Mark): DecorationRenderOptions {
    const { gutter, textEdge, ruler, lineTint } = this.#places;
    const state = stateOrFaded(mark);
    const colour = new ThemeColor(`readCoverage.ruler.${state}`);
    return {
      isWholeLine: true,
      rangeBehavior: DecorationRangeBehavior.ClosedClosed,
      ...(gutter && {
        gutterIconPath: Uri.joinPath(this.#icons, `${mark}.svg`),
        // Unscaled, see media/gutter.mjs.
        gutterIconSize: 'auto',
      }),
      ...(textEdge && { ...TEXT_EDGES[state], borderColor: colour }),
      ...(ruler && {
        overviewRulerColor: colour,
        overviewRulerLane: OverviewRulerLane.Left,
      }),
      ...(lineTint && { backgroundColor: new ThemeColor(`readCoverage.tint.${state}`) }),
    };
  }
}
