import type { Adapter } from '../adapter';
import { TaskReader } from './reader';
import { isTaskHistory } from './task';
import { rooCodeTranscripts } from './transcripts';

/** Roo Code: the histories of its tasks. */
export const rooCodeAdapter: Adapter = {
  kind: 'roo-code',
  recognises: isTaskHistory,
  reader: (context) => new TaskReader(context, 'roo-code', { isBare: false }),
  transcripts: rooCodeTranscripts,
};
