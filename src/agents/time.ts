const LATEST = 8.64e15;
const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Milliseconds since the epoch, of a number of them or of an ISO time; null for anything else. A time without a zone is
 * taken as UTC: where the log is read must not matter.
 */
export function parseTime(value: unknown): number | null {
  if (typeof value === 'number') {
    return Number.isFinite(value) && Math.abs(value) <= LATEST ? Math.round(value) : null;
  }
  if (typeof value !== 'string' || value.length > 40) return null;
  const parts = ISO.exec(value);
  if (parts === null) return null;
  const [, day, clock = '00:00', zone = 'Z'] = parts;
  const time = Date.parse(`${day}T${clock}${zone}`);
  return Number.isNaN(time) ? null : time;
}
