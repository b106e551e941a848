import { mixedLogReader } from '../agents/mixedLog';
import { ADAPTERS } from '../agents/registry';
import type { Formats } from './formats';
import { databaseRows } from './sqlite/databaseRows';

const LAYOUTS = ADAPTERS.flatMap(({ transcripts }) => transcripts?.databases ?? []).map(
  ({ layout }) => layout,
);

/** Every format that the product reads. */
export const KNOWN_FORMATS: Formats = {
  adapters: ADAPTERS,
  logReader: mixedLogReader,
  databaseRows: (path) => databaseRows(path, LAYOUTS),
};
