import type { Adapter } from '../adapter';
import { TaskReader } from '../rooCode/reader';
import { kiloCodeTranscripts } from './transcripts';

/** Kilo Code before 2026, which was made of Roo Code and writes the same histories. */
export const kiloCodeAdapter: Adapter = {
  kind: 'kilo-code',
  // By its shape alone, a history is taken for one of Roo Code: only the place tells.
  recognises: () => false,
  reader: (context) => new TaskReader(context, 'kilo-code', { isBare: false }),
  transcripts: kiloCodeTranscripts,
};
