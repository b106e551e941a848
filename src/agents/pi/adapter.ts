import type { Adapter } from '../adapter';
import { isPiRecord } from './entry';
import { PiReader } from './reader';
import { piTranscripts } from './transcripts';

/** Sessions of pi, each a file of rows that form a tree. */
export const piAdapter: Adapter = {
  kind: 'pi',
  recognises: isPiRecord,
  reader: (context) => new PiReader(context),
  transcripts: piTranscripts,
};
