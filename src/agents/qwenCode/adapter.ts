import type { Adapter } from '../adapter';
import { QwenReader } from './reader';
import { isQwenRow } from './row';
import { qwenCodeTranscripts } from './transcripts';

/** Qwen Code's transcripts: the session's file and its subagents' files. */
export const qwenCodeAdapter: Adapter = {
  kind: 'qwen-code',
  recognises: isQwenRow,
  reader: (context) => new QwenReader(context),
  transcripts: qwenCodeTranscripts,
};
