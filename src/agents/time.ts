/** The years that are written with four digits; milliseconds since the epoch. */
const [EARLIEST, LATEST] = [-62_167_219_200_000, 253_402_300_799_999];
/** As programs write it, who write most times: nothing has to be taken apart. */
const USUAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Milliseconds since the epoch, of a number of them or of an ISO time; null for anything else, also for a year that
 * four digits cannot write: such a time could not be told on. A time without a zone is taken as UTC: where the log is
 * read must not matter.
 */
export function parseTime(value: unknown): number | null {
  if (typeof value === 'number') {
    return value >= EARLIEST && value <= LATEST ? Math.round(value) : null;
  }
  if (typeof value !== 'string' || value.length > 40) return null;
  const time = USUAL.test(value) ? Date.parse(value) : parseParts(value);
  // A zone can move it out of those years.
  return time >= EARLIEST && time <= LATEST ? time : null;
}

/** NaN where it is no time. */
function parseParts(value: string): number {
  const parts = ISO.exec(value);
  if (parts === null) return Number.NaN;
  const [, day, clock = '00:00', zone = 'Z'] = parts;
  return Date.parse(`${day}T${clock}${zone}`);
}
