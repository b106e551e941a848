/**
 * A time in ISO 8601, UTC. Null where there is none, or none that a calendar knows: records may claim any number.
 *
 * @param time milliseconds since the epoch
 */
export function isoTime(time: number | null): string | null {
  const date = time === null ? null : new Date(time);
  return date === null || Number.isNaN(date.getTime()) ? null : date.toISOString();
}
