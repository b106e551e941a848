import type { DecorationRenderOptions } from 'vscode';
import type { MarkState } from './lineStates';

type Border = Pick<DecorationRenderOptions, 'borderStyle' | 'borderWidth' | 'borderRadius'>;

/** At the left edge of the text; no wider than what leaves the first letter readable. */
function border(borderStyle: string, width: number): Border {
  return { borderStyle, borderWidth: `0 0 0 ${width}px` };
}

/**
 * How each state looks where the glyph margin is left to breakpoints: as in the gutter, more ink for more reads. Styles of
 * borders are fewer than shapes of icons, so what left the context is one line, whatever it was, as in the ruler.
 */
export const TEXT_EDGES: Readonly<Record<MarkState | 'faded', Border>> = {
  once: border('solid', 2),
  again: border('double', 4),
  repeated: border('solid', 4),
  // With nothing above and below, a rounded border is an arc that ends at the line.
  authored: { ...border('solid', 4), borderRadius: '6px' },
  carried: border('dotted', 3),
  glimpsed: border('dashed', 2),
  faded: border('solid', 1),
};
