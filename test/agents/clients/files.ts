// Finding the transcripts of clients, and writing what they need.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The file below a folder, at any depth, whose path below it ends like this. Throws where there is none. */
export function fileBelow(folder: string, ending: string): string {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith(ending),
  );
  if (found === undefined) throw new Error(`There is no ${ending} below ${folder}.`);
  return join(folder, found);
}

export function writeBelow(folder: string, name: string, text: string): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
