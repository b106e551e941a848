import type { JsonObject } from '../../../../../src/agents/adapter';
import { clineAdapter } from '../../../../../src/agents/cline/adapter';
import { splitLines } from '../../../../../src/text/lines';
import { type ImitatedAgent, lastOf } from '../agent';
import { givenIn, givenLines } from '../printed';

/** Cline 3.0.65. */
export const cline: ImitatedAgent = {
  name: 'Cline',
  adapter: clineAdapter,
  start: () => [{ role: 'user', content: [{ type: 'text', text: 'go' }], ts: 1_764_489_600_000 }],
  read(id, file, window, dice) {
    const all = splitLines(file.text);
    const start = window?.start ?? 1;
    const end = window?.end ?? null;
    const last = lastOf(window, all.length);
    const most = dice % 3 === 0 ? 3 : 2000;
    const lines = all.slice(start - 1, Math.min(last, start - 1 + most));
    const width = String(start + lines.length - 1).length;
    const stop = start + lines.length - 1;
    const footer =
      lines.length > 0 && stop < last
        ? `\n\n[Showing lines ${start}-${stop} of ${last}. Use start_line/end_line to read other sections.]`
        : '';
    const result =
      lines.map((line, i) => `${String(start + i).padStart(width)} | ${line}`).join('\n') + footer;
    const query = window === null ? file.path : `${file.path}:${start}-${end ?? 'EOF'}`;
    const asked = {
      path: file.path,
      ...(window === null ? {} : { start_line: start, ...(end === null ? {} : { end_line: end }) }),
    };
    return {
      records: clineCall(id, 'read_files', { files: [asked] }, [{ query, result, success: true }]),
      given: givenLines(file, start, stop),
    };
  },
  run(id, ran) {
    return {
      records: clineCall(id, 'run_commands', { commands: [ran.command] }, [
        { query: ran.command, result: ran.text, success: true },
      ]),
      given: givenIn(ran, [[0, ran.text.length]]),
    };
  },
  records: (messages) => [
    {
      version: 1,
      agent: 'lead',
      sessionId: 's1',
      origin: { source: 'cli', mode: 'user', sessionId: 's1', version: '3.0.65' },
      messages,
    },
  ],
};

function clineCall(id: string, name: string, input: object, content: unknown): JsonObject[] {
  const ts = 1_764_489_601_000;
  return [
    { role: 'assistant', content: [{ type: 'tool_use', id, name, input }], ts },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, name, content }], ts },
  ];
}
