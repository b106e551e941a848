import type { JsonObject } from '../../../../../src/agents/adapter';
import { qwenCodeAdapter } from '../../../../../src/agents/qwenCode/adapter';
import { Rows } from '../../qwenCode/rows';
import { type ImitatedAgent, lastOf, parts } from '../agent';
import { givenIn, givenLines, trimmed } from '../printed';

/** Qwen Code 0.24. */
export const qwen: ImitatedAgent = {
  name: 'Qwen Code',
  adapter: qwenCodeAdapter,
  start: () => new Rows().user('go').rows,
  read(id, file, window, dice) {
    // Its lines have no white space at their ends.
    const all = parts(file.text);
    const offset = (window?.start ?? 1) - 1;
    const end = lastOf(window, all.length);
    if (offset >= all.length || all.some((one) => one.trimEnd() !== one.replace(/\r$/, ''))) return null;
    const shown = all.slice(offset, end).map((one) => one.trimEnd());
    const text = shown.join('\n');
    // A subagent's answer, which has no display, may look as if it had a head.
    if (text.trim() === '' || (dice % 4 === 0 && text.startsWith('Showing lines '))) return null;
    const isPart = offset > 0 || end < all.length;
    const head = isPart ? `Showing lines ${offset + 1}-${end} of ${all.length} total lines.\n\n---\n\n` : '';
    const args =
      window === null ? {} : { offset, ...(window.end === null ? {} : { limit: window.end - offset }) };
    const display = isPart ? `Read lines ${offset + 1}-${end} of ${all.length} from f` : '';
    const rows = new Rows({ uuid: id });
    rows.read(id, head + text, { file_path: file.path, ...args }, dice % 4 === 0 ? null : display);
    const records = rows.rows.map((row, i) => ({ ...row, uuid: `${id}-${i}` }));
    return { records, given: givenLines(file, offset + 1, end) };
  },
  run(id, ran, dice) {
    const [start, end] = trimmed(ran.text);
    const output = ran.text.slice(start, end);
    const text = `Command: ${ran.command}\nDirectory: (root)\nOutput: ${output === '' ? '(empty)' : output}\nError: (none)\nExit Code: 0\nSignal: (none)\nProcess Group PGID: (none)`;
    const rows = new Rows();
    rows.calls([id, 'run_shell_command', { command: ran.command }]);
    rows.result(id, text, dice % 3 === 0 ? null : { type: 'shell_result', output });
    const records = rows.rows.map((row, i) => ({ ...row, uuid: `${id}-${i}` }));
    return { records, given: givenIn(ran, [[start, end]]) };
  },
  records: linked,
};

function linked(rows: readonly JsonObject[]): JsonObject[] {
  return rows.map((row, i) => {
    const { uuid = null } = rows[i - 1] ?? {};
    return { ...row, parentUuid: uuid };
  });
}
