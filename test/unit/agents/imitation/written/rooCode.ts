import type { JsonObject } from '../../../../../src/agents/adapter';
import { rooCodeAdapter } from '../../../../../src/agents/rooCode/adapter';
import { type ImitatedAgent, lastOf, parts } from '../agent';
import { givenLines } from '../printed';

/** Roo Code, from April 2025 to 2026. */
export const roo: ImitatedAgent = {
  name: 'Roo Code',
  adapter: rooCodeAdapter,
  start: () => [
    {
      role: 'user',
      ts: 1_764_489_600_000,
      content: [
        { type: 'text', text: '<task>\ngo\n</task>' },
        {
          type: 'text',
          text: '<environment_details>\n# Current Workspace Directory (/ws) Files\na.txt\n</environment_details>',
        },
      ],
    },
  ],
  read(id, file, window, dice) {
    // The empty text after the last line end is a line here.
    const all = parts(file.text);
    const start = window?.start ?? 1;
    const last = lastOf(window, all.length);
    if (start > all.length) return null;
    const name = file.path.replace('/ws/', '');
    const lines = all.slice(start - 1, last);
    const isXml = dice % 3 === 0;
    // Ranges are told without it.
    if (isXml && (file.text === '' || (lines.length > 1 && lines.at(-1) === ''))) lines.pop();
    const rows = lines
      .map((line, i) => `${String(start + i).padStart(String(last).length)} | ${line}`)
      .join('\n');
    const note = `IMPORTANT: File content truncated.\n\tStatus: Showing lines ${start}-${last} of ${all.length} total lines.\n\tTo read more: Use the read_file tool with offset=${last + 1} and limit=100.\n\t\n\t`;
    const text = isXml
      ? `<file><path>${name}</path>\n<content lines="${start}-${last}">\n${rows}\n</content>\n</file>`
      : `File: ${name}\n${last < all.length ? note : ''}${rows}`;
    const input =
      window === null
        ? { path: name }
        : { path: name, offset: start, limit: (window.end ?? 2000) - start + 1 };
    return { records: rooCall(id, 'read_file', input, text), given: givenLines(file, start, last) };
  },
  records: (items) => [{ items }],
};

function rooCall(id: string, name: string, input: object, content: string): JsonObject[] {
  const ts = 1_764_489_601_000 + 2 * Number(id.replace(/\D/g, ''));
  return [
    { role: 'assistant', ts, content: [{ type: 'tool_use', id, name, input }] },
    { role: 'user', ts: ts + 1, content: [{ type: 'tool_result', tool_use_id: id, content }] },
  ];
}
