import { existsSync, linkSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LetterBox } from '../../../src/channel/letterBox';
import { mutateBytes } from '../engine/mutateBytes';
import { mutateJsonText } from '../engine/mutateJsonText';
import { demand, type Target } from '../engine/target';
import { checkEvents } from '../oracles/events';
import { KnownTexts } from '../oracles/knownTexts';
import { temporaryFolder } from './temporaryFolder';
import { Ear, messages, TOKEN } from './window';

const PATIENCE = 10_000;
const KINDS = ['file', 'file', 'file', 'file', 'file', 'file', 'confirmed', 'link', 'hard-link'] as const;
const hasher = new KnownTexts([1, 2]);

/** What lies in a window's folder of letters: the first byte says as what. */
export const LETTERS: Target = {
  name: 'letters',
  checks:
    'a real folder that is watched: each letter is answered, taken away and heard once, and only with the secret; no link is followed',
  seeds: () =>
    messages(hasher, []).flatMap((message) =>
      [0, 6, 7, 8].map((kind) => Buffer.from(`${String.fromCharCode(kind)}${message}`)),
    ),
  mutate: (input, random, other) => {
    const kind = random.chance(0.1) ? Buffer.from([random.below(256)]) : input.subarray(0, 1);
    const change = random.chance(0.3) ? mutateBytes : mutateJsonText;
    return Buffer.concat([kind, change(input.subarray(1), random, other.subarray(1))]);
  },
  open: async () => {
    const home = temporaryFolder();
    const ear = new Ear(hasher);
    const folder = join(home.path, 'letters');
    const box = new LetterBox(folder, ear.reception);
    const isOpen = await box.open();
    let letters = 0;
    return {
      run: async (input) => {
        if (!isOpen) return;
        ear.forget();
        const kind = KINDS[(input[0] ?? 0) % KINDS.length];
        const name = (++letters).toString(36);
        const text = input.subarray(1);
        const beside = join(home.path, 'beside');
        writeFileSync(beside, text);
        const drafted = join(folder, `${name}.tmp`);
        if (kind === 'link') symlinkSync(beside, drafted);
        else if (kind === 'hard-link') linkSync(beside, drafted);
        else writeFileSync(drafted, text);
        renameSync(drafted, join(folder, `${name}${kind === 'confirmed' ? '.got' : '.in'}`));
        if (kind === 'confirmed' || kind === 'link') await pause(5);
        else JSON.parse(await answerTo(join(folder, `${name}.out`)));
        rmSync(join(folder, `${name}.in`), { force: true });
        rmSync(join(folder, `${name}.out`), { force: true });
        const mayHear = kind !== 'link' && kind !== 'confirmed' && text.includes(TOKEN);
        demand(
          ear.heard.length <= (mayHear ? 1 : 0),
          () => `${ear.heard.length} messages were heard of a ${kind}`,
        );
        if (kind !== 'link') demand(ear.faults.length === 0, () => `a fault of ours: ${ear.faults[0]}`);
        for (const report of ear.heard) checkEvents(report.events, hasher, false);
      },
      close: () => {
        box.close();
        home.remove();
      },
    };
  },
};

async function answerTo(file: string): Promise<string> {
  for (const end = performance.now() + PATIENCE; performance.now() < end; ) {
    if (existsSync(file)) return readFileSync(file, 'utf8');
    await pause(1);
  }
  throw new Error('no answer');
}
