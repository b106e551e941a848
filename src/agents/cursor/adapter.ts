import type { Adapter } from '../adapter';
import { CursorReader } from './reader';
import { isCursorRecord } from './record';
import { cursorTranscripts } from './transcripts';

/** Transcripts of Cursor's agent, which hold requests only. */
export const cursorAdapter: Adapter = {
  kind: 'cursor',
  recognises: isCursorRecord,
  reader: (context) => new CursorReader(context),
  transcripts: cursorTranscripts,
};
