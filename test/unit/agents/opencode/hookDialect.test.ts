import { expect, it } from 'vitest';
import { opencodeDialect } from '../../../../src/agents/opencode/hookDialect';

const STOP = { stop: { reason: 'enough' } };

function answerTo(parts: readonly object[]) {
  const known = { session: 'ses_1', actor: 'main', parent: null, cwd: '/ws' };
  const payload = { hook: 'chat.message', input: { sessionID: 'ses_1' }, output: { parts }, known };
  const frame = opencodeDialect.frame(payload, undefined, 1);
  if (frame === null) throw new Error('nothing told');
  return { isPerson: frame.isPerson, answer: opencodeDialect.answer(payload, frame, STOP) };
}

it('what a person sends is theirs, an image without a word too; what OpenCode writes itself is not', () => {
  const text = { type: 'text', text: 'go on' };
  const image = { type: 'file', mime: 'image/png', url: 'data:image/png;base64,AA==' };
  for (const parts of [[text], [image], [{ ...text, synthetic: true }, image], [{ type: 'subtask' }]])
    expect(answerTo(parts).isPerson).toBe(true);
  for (const parts of [
    [],
    [{ ...text, text: ' ' }],
    [{ ...text, synthetic: true }],
    [{ ...text, ignored: true }],
    [{ ...image, synthetic: true }],
  ])
    expect(answerTo(parts)).toEqual({ isPerson: false, answer: { abort: 'ses_1' } });
});
