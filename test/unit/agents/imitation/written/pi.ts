import type { JsonObject } from '../../../../../src/agents/adapter';
import { piAdapter } from '../../../../../src/agents/pi/adapter';
import { type ImitatedAgent, parts } from '../agent';
import { givenIn, givenLines } from '../printed';

/** pi 1.6, with limits so low that hostile files reach them. */
export const pi: ImitatedAgent = {
  name: 'pi',
  adapter: piAdapter,
  start: () => [
    { type: 'session', version: 3, id: 'session-1', timestamp: '2026-01-02T03:04:05Z', cwd: '/ws' },
  ],
  read(id, file, window, dice) {
    const all = parts(file.text);
    const start = window?.start ?? 1;
    if (start > all.length) return null;
    const limit = window?.end == null ? null : window.end - start + 1;
    const selected = all.slice(start - 1, limit === null ? undefined : start - 1 + limit);
    const most = dice % 3 === 0 ? 3 : 2000;
    let text = selected.join('\n');
    let shown = selected.length;
    const details: JsonObject =
      selected.length > most
        ? {
            truncation: {
              truncated: true,
              truncatedBy: 'lines',
              outputLines: most,
              totalLines: selected.length,
            },
          }
        : {};
    if (selected.length > most) {
      shown = most;
      text = `${selected.slice(0, most).join('\n')}\n\n[Showing lines ${start}-${start + most - 1} of ${all.length}. Use offset=${start + most} to continue.]`;
    } else if (limit !== null && start - 1 + shown < all.length) {
      text += `\n\n[${all.length - (start - 1 + shown)} more lines in file. Use offset=${start + shown} to continue.]`;
    }
    const input = {
      path: file.path,
      ...(window === null ? {} : { offset: start }),
      ...(limit === null ? {} : { limit }),
    };
    return {
      records: piCall(id, 'read', input, text, Object.keys(details).length === 0 ? {} : { details }),
      given: givenLines(file, start, start + shown - 1),
    };
  },
  run(id, ran, dice) {
    const rows = parts(ran.text);
    const most = 3;
    // Whether a blank line at the end is one, versions tell differently.
    if (dice % 3 !== 0 || rows.length <= most + 1 || /\n\r?\n$/.test(ran.text))
      return {
        records: piCall(id, 'bash', { command: ran.command }, ran.text === '' ? '(no output)' : ran.text),
        given: givenIn(ran, [[0, ran.text.length]]),
      };
    const total = ran.text.endsWith('\n') ? rows.length - 1 : rows.length;
    const tail = rows.slice(0, total).slice(-most).join('\n');
    const text = `${tail}\n\n[Showing lines ${total - most + 1}-${total} of ${total}. Full output: /tmp/x]`;
    const details = {
      truncation: { truncated: true, outputLines: most, totalLines: total },
      fullOutputPath: '/tmp/x',
    };
    const end = ran.text.length - (ran.text.endsWith('\n') ? 1 : 0);
    return {
      records: piCall(id, 'bash', { command: ran.command }, text, { details }),
      given: givenIn(ran, [[end - tail.length, end]]),
    };
  },
  records: chained,
};

function piCall(id: string, tool: string, input: object, text: string, more: object = {}): JsonObject[] {
  const timestamp = '2026-01-02T03:04:05Z';
  const call = { type: 'toolCall', id, name: tool, arguments: input };
  const content = [{ type: 'text', text }];
  return [
    { role: 'assistant', content: [call], stopReason: 'toolUse' },
    { role: 'toolResult', toolCallId: id, toolName: tool, content, isError: false, ...more },
  ].map((message, i) => ({
    type: 'message',
    id: `${id}-${i}`,
    parentId: null,
    timestamp,
    message,
  }));
}

/** Rows that each continue the one before, save the header. */
function chained(rows: readonly JsonObject[]): JsonObject[] {
  return rows.map((row, i) => {
    const { id } = rows[i - 1] ?? {};
    return i === 0 ? row : { ...row, parentId: i === 1 ? null : id };
  });
}
