import { opencodeAdapter } from '../../../../../src/agents/opencode/adapter';
import { splitLines } from '../../../../../src/text/lines';
import * as oc from '../../opencode/rows';
import { type ImitatedAgent, lastOf, parts } from '../agent';
import { givenIn, givenLines, trimmed } from '../printed';

/** OpenCode 1.18, and its versions of 2025. */
export const opencode: ImitatedAgent = {
  name: 'OpenCode',
  adapter: opencodeAdapter,
  start: () => [oc.session()],
  read(id, file, window, dice) {
    const all = splitLines(file.text);
    const start = window?.start ?? 1;
    if (start > Math.max(1, all.length)) return null;
    const last = lastOf(window, all.length);
    const lines = all.slice(start - 1, last);
    const limit = window?.end == null ? {} : { limit: window.end - start + 1 };
    const input = { filePath: file.path, ...(window === null ? {} : { offset: start }), ...limit };
    const isOld = dice % 4 === 0;
    const isBare = dice % 3 === 0 || lines.length === 0;
    const reminder =
      dice % 5 === 0 ? '\n\n<system-reminder>\nInstructions from: /ws/AGENTS.md\nx\n</system-reminder>' : '';
    const output = isOld
      ? oldRead(lines, start, all.length, file.text)
      : oc.shown(lines, start, all.length) + reminder;
    const metadata = isOld || isBare ? {} : { ...oc.display(lines, start, all.length), loaded: [] };
    const asked = isOld && window !== null ? { ...input, offset: start - 1 } : input;
    return {
      records: [
        oc.message(`msg_${id}`),
        oc.tool(`prt_${id}`, `msg_${id}`, 'read', { input: asked, output, metadata }),
      ],
      given: givenLines(file, start, last),
    };
  },
  run(id, ran, dice) {
    const isTrimmed = dice % 2 === 0 && ran.text.trim() !== '';
    const [start, end] = isTrimmed ? trimmed(ran.text) : [0, ran.text.length];
    const output = ran.text.slice(start, end);
    const rows = parts(output);
    const most = 3;
    const isCut = dice % 3 === 0 && rows.length > most;
    const tail = rows.slice(-most).join('\n');
    const text = isCut
      ? `...output truncated...\n\nFull output saved to: /x/y\n\n${tail}`
      : output || '(no output)';
    const metadata = { output, exit: 0, truncated: isCut };
    const input = { command: ran.command };
    return {
      records: [
        oc.message(`msg_${id}`),
        oc.tool(`prt_${id}`, `msg_${id}`, 'bash', { input, output: text, metadata }),
      ],
      given: givenIn(ran, [isCut ? [end - tail.length, end] : [start, end]]),
    };
  },
};

function oldRead(lines: readonly string[], start: number, total: number, text: string): string {
  // The empty text after the last line end is a line here.
  const isEnd = start + lines.length - 1 >= total;
  const shown = isEnd && text.endsWith('\n') ? [...lines, ''] : lines;
  const rows = shown.map((line, i) => `${String(start + i).padStart(5, '0')}| ${line}`).join('\n');
  const last = start + shown.length - 1;
  const end = isEnd
    ? `\n\n(End of file - total ${last} lines)`
    : `\n\n(File has more lines. Use 'offset' parameter to read beyond line ${last})`;
  return `<file>\n${rows}${end}\n</file>`;
}
