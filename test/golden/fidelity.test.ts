import { expect, it } from 'vitest';
import { truth } from './support/capture';
import { captureEvents } from './support/captureSuite';
import { CAPTURES } from './support/captures';
import { fidelityPage } from './support/fidelity';
import { isExact, totalsOf, verdictOf } from './support/verdict';

it('docs/fidelity.md tells what the recorded runs give (npm run fidelity makes it anew)', async () => {
  await expect(fidelityPage()).toMatchFileSnapshot('../../docs/fidelity.md');
});

it('no line is credited that was not given, and each call that is not exact is explained', () => {
  const all = CAPTURES.map((capture) => {
    const verdict = verdictOf(captureEvents(capture), truth(capture.capture));
    const { over, wrong } = totalsOf(verdict);
    expect([capture.capture, over, wrong]).toEqual([capture.capture, 0, 0]);
    const missed = verdict.calls.filter((call) => call.isGraded && !isExact(call));
    expect(missed.map(({ call }) => call.label).sort()).toEqual(Object.keys(capture.misses ?? {}).sort());
    return totalsOf(verdict);
  });
  const calls = all.reduce((sum, one) => sum + one.calls, 0);
  const exact = all.reduce((sum, one) => sum + one.exact, 0);
  expect(exact / calls).toBeGreaterThan(0.97);
});
