// What the scripted model does, whichever agent it is that it speaks to.
import { join } from 'node:path';
import { client } from './agentUnderTest';
import type { Lines } from './clients/client';
import type { ModelStep } from './model/scriptedModel';

const FILE = 'src/mid.ts';

/** A step, and whether it reads. */
interface Act {
  readonly step: ModelStep;
  readonly isRead: boolean;
}

function read(folder: string, lines?: Lines, file = FILE): Act {
  return { step: [client.tools.read(join(folder, file), lines)], isRead: true };
}

export const steps = (acts: readonly Act[]) => acts.map(({ step }) => step);

/** How many reads the steps before this one make. */
export function readsBefore(acts: readonly Act[], step: number): number {
  return acts.slice(0, step).filter(({ isRead }) => isRead).length;
}

/** Windows of the same file, each a bit further, all within what the first page of any agent shows. */
export function windows(folder: string, count: number): readonly Act[] {
  return Array.from({ length: count }, (_, i) => read(folder, [1 + 5 * i, 50 + 5 * i]));
}

/** A read, eight re-reads that bring nothing new, an edit, three more reads. */
export function rereads(folder: string, line: number): readonly Act[] {
  const text = `export const mid${line} = ${line}; // M${line}`;
  const edit = client.tools.edit(join(folder, FILE), text, `${text} seen`);
  return [
    read(folder),
    ...windows(folder, 8),
    { step: [edit], isRead: false },
    read(folder, [41, 60]),
    read(folder, [41, 60]),
    read(folder, [61, 80]),
    { step: 'All is done.', isRead: false },
  ];
}

/** Reads the same again and again. */
export function loop(folder: string): readonly Act[] {
  return [read(folder), ...windows(folder, 10), { step: 'The task is done.', isRead: false }];
}
