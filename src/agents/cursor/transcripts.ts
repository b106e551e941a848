import { isAbsolutePath } from '../../text/path';
import type { JsonObject } from '../adapter';
import { isObject, listField, objectField, textField } from '../json';
import type { Head, Transcripts } from '../transcripts';

/** Nothing in a transcript tells its folder: the files that its calls name do, where they are named absolutely. */
export const cursorTranscripts: Transcripts = {
  roots: ({ home }) => [`${home}/.cursor`],
  files: [
    {
      main: 'projects/<project>/agent-transcripts/<session>/<session>.jsonl',
      subagents: 'projects/<project>/agent-transcripts/<session>/subagents/*.jsonl',
      stored: 'lines',
      head,
      projectName,
    },
    { main: 'projects/<project>/agent-transcripts/<session>.jsonl', stored: 'lines', head, projectName },
  ],
};

function projectName(folder: string): string {
  return folder.replace(/[^a-zA-Z0-9]+/g, '-').replace(/^-|-$/g, '');
}

function head(record: JsonObject): Head {
  const message = objectField(record, 'message');
  const paths: string[] = [];
  for (const block of (message && listField(message, 'content')) ?? []) {
    const input =
      isObject(block) && textField(block, 'type') === 'tool_use' ? objectField(block, 'input') : undefined;
    for (const value of Object.values(input ?? {})) {
      if (typeof value === 'string' && isAbsolutePath(value) && !/[\r\n]/.test(value)) paths.push(value);
    }
  }
  return { paths };
}
