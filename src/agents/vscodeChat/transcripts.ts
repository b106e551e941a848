import { copilotHead } from '../copilotCli/transcripts';
import { editorFolders } from '../editorFolders';
import { isObject, textField } from '../json';
import { folderOf, parsedText } from '../recordedFolder';
import type { Transcripts } from '../transcripts';

/** The chat of VS Code keeps its transcripts with what it stores for the open folder. */
export const vscodeChatTranscripts: Transcripts = {
  roots: editorFolders,
  files: [
    {
      main: 'workspaceStorage/<workspace>/GitHub.copilot-chat/transcripts/<session>.jsonl',
      stored: 'lines',
      head: copilotHead,
      sidecars: [{ path: 'workspaceStorage/<workspace>/workspace.json', cwd: openFolder }],
    },
  ],
};

/** `{ "folder": "file:///folder" }`; several folders are in a file of their own, and then the transcript has to tell. */
function openFolder(text: string): string | null {
  const workspace = parsedText(text);
  return isObject(workspace) ? (folderOf(textField(workspace, 'folder')) ?? null) : null;
}
