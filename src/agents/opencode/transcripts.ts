import type { RowLayout, Transcripts } from '../transcripts';

/** Everything that OpenCode knows of its sessions is in one database for all folders. */
export const OPENCODE_LAYOUT: RowLayout = {
  sessions: {
    table: 'session',
    id: 'id',
    parent: 'parent_id',
    cwd: 'directory',
    created: 'time_created',
    changed: 'time_updated',
  },
  tables: [
    {
      table: 'message',
      id: 'id',
      session: 'session_id',
      created: 'time_created',
      changed: 'time_updated',
      json: 'data',
    },
    {
      table: 'part',
      id: 'id',
      owner: 'message_id',
      session: 'session_id',
      created: 'time_created',
      changed: 'time_updated',
      json: 'data',
    },
  ],
};

/** `~/.local/share/opencode` on every system. */
export const opencodeTranscripts: Transcripts = {
  roots: (machine) => [`${machine.folder('XDG_DATA_HOME') ?? `${machine.home}/.local/share`}/opencode`],
  databases: [{ path: 'opencode.db', layout: OPENCODE_LAYOUT }],
};
