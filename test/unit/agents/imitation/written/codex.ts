import { codexAdapter } from '../../../../../src/agents/codex/adapter';
import { splitLines } from '../../../../../src/text/lines';
import { Rollout, tokens } from '../../codex/rollout';
import type { ImitatedAgent } from '../agent';
import { givenIn } from '../printed';

/** Codex 0.171. */
export const codex: ImitatedAgent = {
  name: 'Codex',
  adapter: codexAdapter,
  start: () => new Rollout().meta().rows,
  read: () => null,
  run(id, ran, dice) {
    const { text, command } = ran;
    const isCut = dice % 3 === 0 && text.length > 60;
    const [head, tail] = [20, 20];
    const total = splitLines(text).length;
    const count = tokens(text);
    const shown = isCut
      ? `Warning: truncated output (original token count: ${count})\nTotal output lines: ${total}\n\n${text.slice(0, head)}…${text.length - head - tail} chars truncated…${text.slice(-tail)}`
      : text;
    // Only if the mark takes less room than what is missing does the agent cut.
    const isReal = !isCut || tokens(shown) < count;
    const body = isReal ? shown : text;
    const output = `Chunk ID: a1b2c3\nWall time: 0.0100 seconds\nProcess exited with code 0\nOriginal token count: ${count}\nOutput:\n${body}`;
    const plain = `Exit code: 0\nWall time: 0.1 seconds\n${isCut && isReal ? `Total output lines: ${total}\n` : ''}Output:\n${isCut && isReal ? `${text.slice(0, head)}…${text.length - head - tail} chars truncated…${text.slice(-tail)}` : text}`;
    const isPlain = dice % 5 === 0;
    const rollout = new Rollout();
    rollout.call(
      id,
      isPlain ? 'shell' : 'exec_command',
      isPlain ? { command: ['bash', '-lc', command] } : { cmd: command },
    );
    rollout.result(id, isPlain ? plain : output);
    const isWhole = !isCut || !isReal;
    const kept = isWhole
      ? [[0, text.length] as const]
      : ([
          [0, head],
          [text.length - tail, text.length],
        ] as const);
    return { records: rollout.rows, given: givenIn(ran, kept) };
  },
};
