// What the scripted model does, in Claude Code's tool calls.
import { join } from 'node:path';
import type { ModelCall, ModelStep } from './scriptedModel';

export function read(folder: string, file: string, start?: number, end?: number): ModelCall {
  const range = start === undefined || end === undefined ? {} : { offset: start, limit: end - start + 1 };
  return { name: 'Read', input: { file_path: join(folder, file), ...range } };
}

/** A read, eight re-reads that bring nothing new, an edit, three more reads. */
export function rereads(folder: string): readonly ModelStep[] {
  const file = 'src/mid.ts';
  const again = Array.from({ length: 8 }, (_, i) => [read(folder, file, 1 + 10 * i, 50 + 10 * i)]);
  const edit: ModelCall = {
    name: 'Edit',
    input: {
      file_path: join(folder, file),
      old_string: 'export const mid50 = 50;',
      new_string: 'export const mid50 = 5050;',
    },
  };
  const after = [read(folder, file, 41, 60), read(folder, file, 41, 60), read(folder, file, 61, 80)];
  return [[read(folder, file)], ...again, [edit], ...after.map((call) => [call]), 'Done.'];
}
