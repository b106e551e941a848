import { claudeCodeAdapter } from '../../../../../src/agents/claudeCode/adapter';
import * as claude from '../../claudeCode/rows';
import { type ImitatedAgent, lastOf } from '../agent';
import { givenIn, givenLines, trimmed } from '../printed';

/** Claude Code 2.1. */
export const claudeCode: ImitatedAgent = {
  name: 'Claude Code',
  adapter: claudeCodeAdapter,
  start: () => [],
  read(id, file, window, dice) {
    const all = file.text.replaceAll('\r\n', '\n').split('\n');
    const start = window?.start ?? 1;
    const last = lastOf(window, all.length);
    if (start > all.length || file.text === '') return null;
    const lines = all.slice(start - 1, last);
    const input = {
      file_path: file.path,
      ...(window === null
        ? {}
        : { offset: start, ...(window.end === null ? {} : { limit: window.end - start + 1 }) }),
    };
    const shown = lines.map((line, i) => `${start + i}\t${line}`).join('\n');
    const told = {
      filePath: file.path,
      content: lines.join('\n'),
      numLines: lines.length,
      startLine: start,
      totalLines: all.length,
    };
    return {
      records: [
        ...claude.message(`m${id}`, [{ id, name: 'Read', input }]),
        claude.result(id, shown, dice % 4 === 0 ? undefined : { type: 'text', file: told }),
      ],
      given: givenLines(file, start, last),
    };
  },
  run(id, ran, dice) {
    const [start, end] = trimmed(ran.text, /^(?:[ \t]*\r?\n)*/);
    const stdout = ran.text.slice(start, end);
    return {
      records: [
        ...claude.message(`m${id}`, [{ id, name: 'Bash', input: { command: ran.command } }]),
        claude.result(
          id,
          stdout === '' ? '(Bash completed with no output)' : stdout,
          dice % 4 === 0 ? undefined : { stdout, stderr: '', interrupted: false, isImage: false },
        ),
      ],
      given: givenIn(ran, [[start, end]]),
    };
  },
};
