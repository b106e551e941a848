import type { JsonObject } from '../../../../src/agents/adapter';
import type { Sample } from './sample';

const PROMPT =
  '<task>\ngo\n</task>\n<environment_details>\n# Current Workspace Directory (/ws) Files\na.ts\n</environment_details>';
const numbered = (name: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `${from + i} | line ${from + i} of ${name}`).join('\n');
const read = (path: string, from: number, to: number) =>
  `<files>\n<file><path>${path}</path><content lines="${from}-${to}">\n${numbered(path, from, to)}\n</content>\n</file>\n</files>`;

let time = 1_764_489_600_000;
const says = (role: string, ...content: object[]): JsonObject => {
  time += 1000;
  return { ts: time, role, content };
};

/** Calls that are made with tools of the model. */
const native = (id: string, name: string, input: object, answer: string): JsonObject[] => [
  says('assistant', { type: 'tool_use', id, name, input }),
  says('user', { type: 'tool_result', tool_use_id: id, content: answer }),
];

/** Calls that are written as text. */
const written = (call: string, headline: string, answer: string): JsonObject[] => [
  says('assistant', { type: 'text', text: call }),
  says('user', { type: 'text', text: `[${headline}] Result:` }, { type: 'text', text: answer }),
];

const ITEMS: readonly JsonObject[] = [
  says('user', { type: 'text', text: PROMPT }),
  ...native('t1', 'read_file', { files: [{ path: 'a.ts' }] }, read('a.ts', 1, 9)),
  ...native(
    't2',
    'read_file',
    { path: 'b.ts', offset: 3, limit: 5 },
    `File: b.ts\nIMPORTANT: File content truncated.\n\tStatus: Showing lines 3-7 of 40 total lines.\n\tTo read more: Use the read_file tool with offset=8 and limit=5.\n\t\n\t${numbered('b.ts', 3, 7)}`,
  ),
  ...native(
    't3',
    'execute_command',
    { command: 'cat c.ts' },
    'Command executed. Exit code: 0\nOutput:\nfirst line of c.ts\nsecond line of c.ts\n',
  ),
  ...written(
    '<read_file><args><file><path>d.ts</path></file></args></read_file>',
    "read_file for 'd.ts'",
    read('d.ts', 1, 12),
  ),
  ...written(
    '<write_to_file><path>e.ts</path><content>\nsome text of e\nmore text of e\n</content></write_to_file>',
    "write_to_file for 'e.ts'",
    '<file_write_result><path>e.ts</path><operation>created</operation></file_write_result>',
  ),
  ...native(
    't4',
    'apply_diff',
    {
      path: 'a.ts',
      diff: '<<<<<<< SEARCH\n:start_line:3\n-------\nline 3 of a.ts\n=======\nanother line 3\n>>>>>>> REPLACE',
    },
    '<file_write_result><path>a.ts</path><operation>modified</operation></file_write_result>',
  ),
  ...native('t5', 'read_file', { files: [{ path: 'a.ts', line_ranges: ['2-4'] }] }, read('a.ts', 2, 4)),
];

const FILE = 'tasks/task-1/api_conversation_history.json';
const files = () => new Map([[FILE, [{ items: ITEMS }]]]);

export const TASK_SAMPLES: readonly Sample[] = [{ name: 'tasks', baseFolder: '/ws', files }];
