import type { Adapter } from '../adapter';
import { isCompactionFile, isMessagesFile } from './document';
import { ClineReader } from './reader';
import { clineTranscripts } from './transcripts';

/** The messages files of Cline's command line and of its extensions since 2026, and the files of their compactions. */
export const clineAdapter: Adapter = {
  kind: 'cline',
  recognises: (record) => isMessagesFile(record) || isCompactionFile(record),
  reader: (context) => new ClineReader(context),
  transcripts: clineTranscripts,
};
