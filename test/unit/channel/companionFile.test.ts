import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { companionFileIn, updateCompanion } from '../../../src/channel/companionFile';
import { temporaryHome } from './temporaryHome';

const text = (version: string, rest = '') => `// read-coverage companion ${version}\n${rest}`;
const part = (letter: string) => `companion-reads-${letter.repeat(8)}.cjs`;
/** A companion of a version with one part. */
const whole = (version: string, letter: string) => text(version, `require("./${part(letter)}")`);

function home(present?: string) {
  const root = temporaryHome();
  const shipped = join(root, 'shipped', 'companion.cjs');
  const folder = join(root, 'home');
  const target = companionFileIn(folder);
  const inHome = (name: string) => join(dirname(target), name);
  mkdirSync(dirname(shipped));
  if (present !== undefined) {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, present);
  }
  const update = async (own: string, parts: readonly string[] = []) => {
    writeFileSync(shipped, own);
    for (const letter of parts) writeFileSync(join(dirname(shipped), part(letter)), letter);
    await updateCompanion(shipped, folder);
    return readFileSync(target, 'utf8');
  };
  const names = () => readdirSync(dirname(target)).sort();
  /** As if everything in the folder had been there for two hours. */
  const age = () => {
    const then = Date.now() / 1000 - 7200;
    for (const name of names()) utimesSync(inHome(name), then, then);
  };
  return { update, target, names, age, inHome, shipped };
}

describe('the stable copy of the companion', () => {
  it('has the modules of plugins beside it, which keep their names', async () => {
    const { update, names, inHome, shipped, age } = home();
    const module = join(dirname(shipped), 'companion-pi.cjs');
    writeFileSync(module, 'one');
    await update(text('1.2.3'));
    expect(readFileSync(inHome('companion-pi.cjs'), 'utf8')).toBe('one');
    writeFileSync(module, 'two');
    age();
    await update(text('1.2.3'));
    expect(names()).toEqual(['companion-pi.cjs', 'companion.cjs']);
    expect(readFileSync(inHome('companion-pi.cjs'), 'utf8')).toBe('two');
    writeFileSync(module, 'old');
    await update(text('1.2.2'));
    expect(readFileSync(inHome('companion-pi.cjs'), 'utf8')).toBe('two');
    rmSync(module);
    age();
    await update(text('1.2.3'));
    expect(names()).toEqual(['companion.cjs']);
  });

  it('is made, for its user alone', async () => {
    const { update, target, names } = home();
    expect(await update(text('1.2.3'))).toBe(text('1.2.3'));
    expect(names()).toEqual(['companion.cjs']);
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

  it('is one set of files, whoever writes it at once', async () => {
    const { update, names } = home();
    const all = () => update(whole('1.2.3', 'A'), ['A']);
    await Promise.all(Array.from({ length: 8 }, () => all().catch(() => undefined)));
    expect(await all()).toBe(whole('1.2.3', 'A'));
    expect(names()).toEqual([part('A'), 'companion.cjs']);
  });
});

describe('the parts of the companion', () => {
  it('come before it: one that cannot be had leaves everything as it was', async () => {
    const { update, target, names } = home(whole('1.0.0', 'A'));
    await expect(update(whole('1.1.0', 'B'))).rejects.toThrow('ENOENT');
    expect(readFileSync(target, 'utf8')).toBe(whole('1.0.0', 'A'));
    expect(names()).toEqual(['companion.cjs']);
  });

  it('outlive an update, for companions that started before it, and go at a later one', async () => {
    const { update, names, age, inHome } = home();
    await update(whole('1.0.0', 'A'), ['A']);
    writeFileSync(inHome('run'), 'the launcher');
    writeFileSync(inHome(`${part('A')}.12345678-1234-1234-1234-123456789abc`), 'half of it');
    age();
    const toB = () => update(whole('1.1.0', 'B'), ['B']);
    for (let windows = 0; windows < 3; windows++) await toB();
    expect(names().filter((name) => !name.includes('.cjs.'))).toEqual([
      part('A'),
      part('B'),
      'companion.cjs',
      'run',
    ]);
    age();
    await toB();
    expect(names()).toEqual([part('B'), 'companion.cjs', 'run']);
  });

  it('are not taken from a companion that is just being put there by another window', async () => {
    const { update, names, age, inHome } = home();
    await update(whole('1.0.0', 'A'), ['A']);
    age();
    writeFileSync(inHome(part('B')), 'of an update that is under way');
    await update(whole('1.0.0', 'A'), ['A']);
    expect(names()).toContain(part('B'));
  });

  it('are put back where one is missing or is another file', async () => {
    const { update, inHome } = home();
    const toA = () => update(whole('1.0.0', 'A'), ['A']);
    await toA();
    rmSync(inHome(part('A')));
    await toA();
    expect(readFileSync(inHome(part('A')), 'utf8')).toBe('A');
    writeFileSync(inHome(part('A')), 'x');
    await toA();
    expect(readFileSync(inHome(part('A')), 'utf8')).toBe('A');
  });

  it.skipIf(process.platform === 'win32')('replace links, and nothing is written through them', async () => {
    const { update, target, inHome } = home();
    await update(whole('1.0.0', 'A'), ['A']);
    const elsewhere = join(temporaryHome(), 'elsewhere');
    for (const file of [inHome(part('A')), target]) {
      const same = readFileSync(file, 'utf8');
      for (const content of [same, 'precious']) {
        writeFileSync(elsewhere, content);
        rmSync(file);
        symlinkSync(elsewhere, file);
        await update(whole('1.0.0', 'A'), ['A']);
        expect(lstatSync(file).isFile()).toBe(true);
        expect(readFileSync(file, 'utf8')).toBe(same);
        expect(readFileSync(elsewhere, 'utf8')).toBe(content);
      }
    }
    rmSync(inHome(part('A')));
    symlinkSync(join(dirname(elsewhere), 'nowhere'), inHome(part('A')));
    await update(whole('1.0.0', 'A'), ['A']);
    expect(existsSync(join(dirname(elsewhere), 'nowhere'))).toBe(false);
    expect(readFileSync(inHome(part('A')), 'utf8')).toBe('A');
  });
});
