import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { companionFileIn, updateCompanion } from '../../../src/channel/companionFile';
import { temporaryHome } from './temporaryHome';

const text = (version: string, rest = '') => `// read-coverage companion ${version}\n${rest}`;

function home(present?: string) {
  const root = temporaryHome();
  const shipped = join(root, 'shipped.cjs');
  const folder = join(root, 'home');
  const target = companionFileIn(folder);
  if (present !== undefined) {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, present);
  }
  const update = async (own: string) => {
    writeFileSync(shipped, own);
    await updateCompanion(shipped, folder);
    expect(readdirSync(dirname(target))).toEqual(['companion.cjs']);
    return readFileSync(target, 'utf8');
  };
  return { update, target };
}

describe('the stable copy of the companion', () => {
  it('is made, for its user alone', async () => {
    const { update, target } = home();
    expect(await update(text('1.2.3'))).toBe(text('1.2.3'));
    if (process.platform !== 'win32') expect(statSync(dirname(target)).mode & 0o777).toBe(0o700);
  });

  it.each([
    ['1.2.3', '1.2.4'],
    ['1.9.0', '1.10.0'],
    ['1.2.3', '2.0.0'],
  ])('goes from %s to %s, and not back', async (older, newer) => {
    expect(await home(text(older)).update(text(newer))).toBe(text(newer));
    expect(await home(text(newer)).update(text(older))).toBe(text(newer));
  });

  it('follows another build of its version, and replaces what is no companion', async () => {
    expect(await home(text('1.2.3', 'a')).update(text('1.2.3', 'b'))).toBe(text('1.2.3', 'b'));
    expect(await home('').update(text('1.2.3'))).toBe(text('1.2.3'));
    expect(await home('half a fi').update(text('0.0.1'))).toBe(text('0.0.1'));
  });

  it('is one file, whoever writes it at once', async () => {
    const { update } = home();
    await Promise.all(Array.from({ length: 8 }, () => update(text('1.2.3')).catch(() => undefined)));
    expect(await update(text('1.2.3'))).toBe(text('1.2.3'));
  });
});
