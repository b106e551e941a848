import { geminiAdapter } from '../../../../../src/agents/gemini/adapter';
import * as gem from '../../gemini/records';
import { type ImitatedAgent, lastOf, parts } from '../agent';
import { givenIn, givenLines, trimmed } from '../printed';

/** Gemini CLI 0.61. */
export const gemini: ImitatedAgent = {
  name: 'Gemini CLI',
  adapter: geminiAdapter,
  start: () => [gem.HEADER],
  read(id, file, window, dice) {
    const all = parts(file.text);
    const from = Math.min((window?.start ?? 1) - 1, all.length);
    const to = lastOf(window, all.length);
    const isPart = from > 0 || to < all.length;
    const body = all.slice(from, to).join('\n');
    const head = `\nIMPORTANT: The file content has been truncated.\nStatus: Showing lines ${from + 1}-${to} of ${all.length} total lines.\nAction: To read more of the file, you can use the 'start_line' and 'end_line' parameters in a subsequent 'read_file' call.\n\n--- FILE CONTENT (truncated) ---\n`;
    const hook = dice % 5 === 0 ? '\n\n<hook_context>y</hook_context>' : '';
    const text = `${isPart ? head : ''}${body}${hook}`;
    const args =
      window === null
        ? {}
        : { start_line: window.start, ...(window.end === null ? {} : { end_line: window.end }) };
    const display = isPart ? `Read lines ${from + 1}-${to} of ${all.length} from f` : '';
    const call = gem.readFile(id, file.path, text, args, display);
    return { records: [gem.gemini(`m${id}`, call)], given: givenLines(file, from + 1, to) };
  },
  run(id, ran, dice) {
    const [start, end] = trimmed(ran.text);
    const output = ran.text.slice(start, end);
    const inner = `Output: ${output === '' ? '(empty)' : output}${dice % 2 === 0 ? '\nExit Code: 0' : ''}\nProcess Group PGID: 12`;
    const old = `Command: ${ran.command}\nDirectory: (root)\nOutput: ${output === '' ? '(empty)' : output}\nError: (none)\nExit Code: 0\nSignal: (none)\nBackground PIDs: (none)\nProcess Group PGID: 12`;
    const text = dice % 3 === 0 ? old : `<untrusted_context>\n${inner}\n</untrusted_context>`;
    const display = dice % 4 === 0 ? {} : { display: output };
    const call = { id, name: 'run_shell_command', args: { command: ran.command }, text, ...display };
    return { records: [gem.gemini(`m${id}`, call)], given: givenIn(ran, [[start, end]]) };
  },
};
