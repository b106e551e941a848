import { errorCode } from '../../text/errors';
import { reasonOf, type Unreadable, UnreadableFile } from '../regularFile';

/** SQLite's result codes, without what they say in addition. */
const REASONS: ReadonlyMap<number, Unreadable> = new Map<number, Unreadable>([
  [3, 'no-permission'],
  [5, { code: 'SQLITE_BUSY' }],
  [6, { code: 'SQLITE_BUSY' }],
  [7, 'too-large'],
  [10, { code: 'SQLITE_IOERR' }],
  [11, 'damaged'],
  [14, { code: 'SQLITE_CANTOPEN' }],
  [23, 'no-permission'],
  [26, 'damaged'],
]);

/** Why a database cannot be read, of what SQLite or the system throws; a fault of ours stays what it is. */
export function sqliteFault(fault: unknown): unknown {
  if (fault instanceof UnreadableFile) return fault;
  const code = errorCode(fault);
  if (code === undefined) return fault;
  if (code !== 'ERR_SQLITE_ERROR') return new UnreadableFile(reasonOf(code));
  const result = fault instanceof Error && 'errcode' in fault ? Number(fault.errcode) & 0xff : 0;
  return new UnreadableFile(REASONS.get(result) ?? { code: `SQLITE_${result}` });
}
