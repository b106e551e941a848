import type { JsonObject } from '../adapter';
import { textField } from '../json';
import { folderOf } from '../recordedFolder';
import type { Head, Transcripts } from '../transcripts';

/** `PI_CODING_AGENT_DIR` or `~/.pi/agent`; `PI_CODING_AGENT_SESSION_DIR` holds transcripts without folders of projects. */
export const piTranscripts: Transcripts = {
  roots: (machine) => {
    const sessions = machine.folder('PI_CODING_AGENT_SESSION_DIR');
    const agent = machine.folder('PI_CODING_AGENT_DIR') ?? `${machine.home}/.pi/agent`;
    return sessions === null ? [agent] : [agent, sessions];
  },
  files: [
    {
      main: 'sessions/<project>/*_<session>.jsonl',
      stored: 'lines',
      head,
      projectName: (folder) => `--${folder.replace(/^[/\\]/, '').replace(/[/\\:]/g, '-')}`,
    },
    { main: '*_<session>.jsonl', stored: 'lines', head },
  ],
};

function head(record: JsonObject): Head {
  if (textField(record, 'type') !== 'session') return {};
  return { cwd: folderOf(textField(record, 'cwd')), session: textField(record, 'id') };
}
