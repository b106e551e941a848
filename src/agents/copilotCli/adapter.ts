import type { Adapter } from '../adapter';
import { CopilotCliReader } from './reader';
import { isCopilotRow } from './row';
import { copilotCliTranscripts } from './transcripts';

/** Sessions of Copilot CLI, each a file of events of the main agent and its subagents. */
export const copilotCliAdapter: Adapter = {
  kind: 'copilot-cli',
  recognises: isCopilotRow,
  reader: (context) => new CopilotCliReader(context),
  transcripts: copilotCliTranscripts,
};
