import type { Adapter } from '../adapter';
import { isChatSession } from './chatSession';
import { isMutation } from './mutations';
import { VscodeChatReader } from './reader';
import { isChatRow } from './row';
import { vscodeChatTranscripts } from './transcripts';

/** Chats of VS Code's own agent. */
export const vscodeChatAdapter: Adapter = {
  kind: 'vscode-chat',
  recognises: (record) => isChatRow(record) || isChatSession(record) || isMutation(record),
  reader: (context) => new VscodeChatReader(context),
  transcripts: vscodeChatTranscripts,
};
