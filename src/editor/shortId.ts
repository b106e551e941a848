/** Longer ids are shortened. */
const LONGEST = 16;
const SHORT = 8;

/**
 * Enough of an id to tell it from others: the last 8 characters of a long one. Ids of several agents begin with the time,
 * which those of one morning share; all end with what was drawn at random.
 */
export function shortId(id: string): string {
  const characters = [...id];
  return characters.length <= LONGEST ? id : characters.slice(-SHORT).join('');
}
