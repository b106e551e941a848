import { taskTranscripts } from '../rooCode/transcripts';

/** The extension before it used OpenCode's store. */
export const kiloCodeTranscripts = taskTranscripts('kilocode.kilo-code');
