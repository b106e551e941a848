import { copilotCliAdapter } from '../../../../../src/agents/copilotCli/adapter';
import * as copilot from '../../copilotCli/sessions';
import { type ImitatedAgent, parts } from '../agent';
import { givenIn, givenLines, trimmed } from '../printed';

/** Copilot CLI 1.0.102. */
export const copilotCli: ImitatedAgent = {
  name: 'Copilot CLI',
  adapter: copilotCliAdapter,
  start: () => [copilot.START],
  read(id, file, window, dice) {
    const all = parts(file.text);
    const start = window?.start ?? 1;
    if (start > all.length) return null;
    const asked = all.slice(start - 1, window?.end ?? undefined);
    const count = window?.end == null ? asked.length : window.end - start + 1;
    const args = { path: file.path, ...(window === null ? {} : { view_range: [start, window.end ?? -1] }) };
    const content = asked.join('\n');
    const detailedContent = copilot.viewDiff(asked, start, count);
    // Old versions without the diff cannot tell numbers from a file's own.
    const isOld = dice % 5 === 0 && !asked.some((line) => /^\d+\./.test(line));
    return {
      records: [
        ...copilot.message(`m${id}`, [{ id, name: 'view', args }]),
        copilot.result(id, content, { result: isOld ? { content } : { content, detailedContent } }),
      ],
      given: givenLines(file, start, start + asked.length - 1),
    };
  },
  run(id, ran, dice) {
    const [start, end] = trimmed(ran.text);
    const output = ran.text.slice(start, end);
    const ended = dice % 2 === 0 ? '<shellId: 0 completed with exit code 0>' : '<exited with exit code 0>';
    return {
      records: [
        ...copilot.message(`m${id}`, [{ id, name: 'bash', args: { command: ran.command } }]),
        copilot.result(id, output === '' ? ended : `${output}\n${ended}`, { toolTelemetry: {} }),
      ],
      given: givenIn(ran, [[start, end]]),
    };
  },
};
