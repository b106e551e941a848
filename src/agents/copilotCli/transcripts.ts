import type { JsonObject } from '../adapter';
import { objectField, textField } from '../json';
import { folderOf, parsedText } from '../recordedFolder';
import type { Head, Transcripts } from '../transcripts';

/** `COPILOT_HOME` or `~/.copilot`; older versions kept a file a session, and old sessions are moved to a folder of theirs. */
export const copilotCliTranscripts: Transcripts = {
  roots: (machine) => [machine.folder('COPILOT_HOME') ?? `${machine.home}/.copilot`],
  files: [
    {
      main: '{session-state,history-session-state}/<session>/events.jsonl',
      stored: 'lines',
      head: copilotHead,
      sidecars: [{ path: 'session-state/<session>/workspace.yaml', cwd: (text) => cwdInYaml(text) }],
    },
    { main: '{session-state,history-session-state}/<session>.jsonl', stored: 'lines', head: copilotHead },
  ],
};

/** What `session.start` tells in the events of Copilot, in the terminal and in VS Code. */
export function copilotHead(record: JsonObject): Head {
  if (textField(record, 'type') !== 'session.start') return {};
  const data = objectField(record, 'data') ?? {};
  const context = objectField(data, 'context') ?? {};
  return { cwd: folderOf(textField(context, 'cwd')), session: textField(data, 'sessionId') };
}

/** The value of `cwd:` at the top of a YAML file: plain or quoted, on its line. */
function cwdInYaml(text: string): string | null {
  const [, value = ''] = /^cwd:[ \t]+(.*?)[ \t]*$/m.exec(text) ?? [];
  return folderOf(scalar(value)) ?? null;
}

function scalar(value: string): string | undefined {
  if (/^'(?:[^']|'')*'$/.test(value)) return value.slice(1, -1).replaceAll("''", "'");
  if (!value.startsWith('"')) return value.replace(/[ \t]#.*$/, '');
  // A quoted scalar on one line is a JSON string, but for escapes that no path needs.
  const path = parsedText(value);
  return typeof path === 'string' ? path : undefined;
}
