import type { Adapter } from '../adapter';
import { GeminiReader } from './reader';
import { isGeminiRecord } from './record';
import { geminiTranscripts } from './transcripts';

/** Gemini CLI's transcripts: the session's file, its subagents' files, and the documents of older versions. */
export const geminiAdapter: Adapter = {
  kind: 'gemini',
  recognises: isGeminiRecord,
  reader: (context) => new GeminiReader(context),
  transcripts: geminiTranscripts,
};
