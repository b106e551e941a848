import { expect, it } from 'vitest';
import { MARK_STATES, MARKS, stateOrFaded } from '../../../src/editor/marks/lineStates';
import { TEXT_EDGES } from '../../../src/editor/marks/textEdge';

it('the edge of the text looks different in every state, without its colour, and leaves the first letter readable', () => {
  const looks = Object.entries(TEXT_EDGES).map(([, look]) => JSON.stringify(look));
  expect(new Set(looks).size).toBe(MARK_STATES.length + 1);
  for (const { borderWidth } of Object.values(TEXT_EDGES)) {
    expect(borderWidth).toMatch(/^0 0 0 [1-4]px$/);
  }
});

it('what left the context is shown as that alone', () => {
  for (const mark of MARKS) expect(stateOrFaded(mark)).toBe(mark.endsWith('-faded') ? 'faded' : mark);
});
