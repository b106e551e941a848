import type { JsonObject } from '../../../../src/agents/adapter';
import type { Sample } from './sample';

const user = (text: string): JsonObject => ({ role: 'user', message: { content: [{ type: 'text', text }] } });
const asks = (name: string, input: unknown): JsonObject => ({
  role: 'assistant',
  message: {
    content: [
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', name, input },
    ],
  },
});

const RECORDS: readonly JsonObject[] = [
  user('<user_query>\ngo\n</user_query>'),
  asks('Read', { path: '/ws/a.ts', offset: 5, limit: 10 }),
  asks('read_file', { target_file: 'a.ts', start_line_one_indexed: 2, end_line_one_indexed_inclusive: 9 }),
  asks('StrReplace', { path: '/ws/a.ts', old_string: 'a', new_string: 'b' }),
  asks('Write', { path: 'b.ts', contents: 'first line of b\nsecond line of b\nthird line of b\n' }),
  asks(
    'ApplyPatch',
    '*** Begin Patch\n*** Update File: a.ts\n@@\n-a\n+b\n*** Add File: c.ts\n+x\n*** End Patch',
  ),
  asks('Shell', { command: 'cat a.ts && npm test', working_directory: '/ws/sub' }),
  asks('Grep', { pattern: 'x' }),
  asks('Delete', { path: 'b.ts' }),
  user('<system_reminder>x</system_reminder>'),
  { type: 'turn_ended', status: 'success' },
];

export const CURSOR_SAMPLES: readonly Sample[] = [
  {
    name: 'cursor',
    baseFolder: '/ws',
    files: () => new Map([['.cursor/projects/ws/agent-transcripts/s1/s1.jsonl', RECORDS]]),
  },
];
