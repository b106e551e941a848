import { describe, expect, it } from 'vitest';
import { Late } from '../../../src/editor/late';

class Part {
  isDisposed = false;
  dispose(): void {
    this.isDisposed = true;
  }
}

describe('a part that is loaded late', () => {
  it('is made once, when it is asked for', async () => {
    let made = 0;
    const late = new Late(async () => {
      made++;
      return new Part();
    });
    expect([made, late.part]).toEqual([0, undefined]);
    const [one, other] = await Promise.all([late.get(), late.get()]);
    expect(one).toBe(other);
    expect([made, late.part]).toEqual([1, one]);
  });

  it('tells what goes wrong, and tries again', async () => {
    const results = [() => Promise.reject(new Error('gone')), async () => new Part()];
    const late = new Late(() => results.shift()?.() ?? Promise.reject(new Error('no more')));
    await expect(late.get()).rejects.toThrow('gone');
    await expect(late.get()).resolves.toBeInstanceOf(Part);
  });

  it('goes with whoever owns it, even if it comes later', async () => {
    const late = new Late(async () => new Part());
    const part = late.get();
    late.dispose();
    expect((await part).isDisposed).toBe(true);

    const made = new Late(async () => new Part());
    const other = await made.get();
    made.dispose();
    expect(other.isDisposed).toBe(true);
  });
});
