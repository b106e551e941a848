import type { Adapter } from '../adapter';
import { OpenCodeReader } from './reader';
import { isOpenCodeRecord } from './record';
import { opencodeTranscripts } from './transcripts';

/** OpenCode's sessions: rows of its database, the JSON files of older versions, exported sessions. */
export const opencodeAdapter: Adapter = {
  kind: 'opencode',
  recognises: isOpenCodeRecord,
  reader: (context) => new OpenCodeReader(context, 'opencode'),
  transcripts: opencodeTranscripts,
};
