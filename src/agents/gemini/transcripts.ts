import { isAbsolutePath } from '../../text/path';
import type { JsonObject } from '../adapter';
import { isObject, objectField, textField } from '../json';
import { folderOf, parsedText } from '../recordedFolder';
import type { Head, Names, Sidecar, Transcripts } from '../transcripts';

/** The transcripts do not tell their folder: what is beside them does. */
const SIDECARS: readonly Sidecar[] = [
  { path: 'tmp/<project>/.project_root', cwd: (text) => folderOf(text.trim()) ?? null },
  { path: 'projects.json', cwd: projectsFolder },
];

/** `.gemini` in `GEMINI_CLI_HOME` or in the home folder. */
export const geminiTranscripts: Transcripts = {
  roots: (machine) => [`${machine.folder('GEMINI_CLI_HOME') ?? machine.home}/.gemini`],
  files: [
    {
      main: 'tmp/<project>/chats/session-*.jsonl',
      subagents: 'tmp/<project>/chats/<session>/*.jsonl',
      stored: 'lines',
      head,
      sidecars: SIDECARS,
    },
    { main: 'tmp/<project>/chats/session-*.json', stored: 'document', head, sidecars: SIDECARS },
  ],
};

function head(record: JsonObject): Head {
  return { session: textField(record, 'sessionId') };
}

/** `{ "projects": { "/folder": "project" } }` */
function projectsFolder(text: string, names: Names): string | null {
  const value = parsedText(text);
  const projects = isObject(value) ? objectField(value, 'projects') : undefined;
  const folders = Object.entries(projects ?? {}).filter(([, name]) => name === names.get('project'));
  const [folder] = folders.map(([path]) => path);
  // A name that two folders have tells neither.
  return folders.length === 1 && folder !== undefined && isAbsolutePath(folder) ? folder : null;
}
