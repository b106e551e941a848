/**
 * Whether so much time has passed, by a clock that may be set: after it was set back, nobody knows, and it has.
 *
 * @param since milliseconds, as are `now` and `span`
 */
export function hasPassed(since: number, now: number, span: number): boolean {
  return now < since || now - since >= span;
}
