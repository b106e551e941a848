import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';

const CORPUS = fileURLToPath(new URL('../corpus', import.meta.url));
const ENDING = '.gz';

/** Inputs that are kept: every one that ever failed, and some that reached far. */
export function keptInputs(target: string): ReadonlyMap<string, Buffer> {
  const folder = join(CORPUS, target);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(ENDING)) : [];
  return new Map(names.sort().map((name) => [name, gunzipSync(readFileSync(join(folder, name)))]));
}

/**
 * @param kind `fault` or `seed`
 * @returns the path of the file, from the corpus
 */
export function keep(target: string, kind: 'fault' | 'seed', input: Buffer): string {
  const name = `${kind}-${createHash('sha256').update(input).digest('hex').slice(0, 12)}${ENDING}`;
  mkdirSync(join(CORPUS, target), { recursive: true });
  writeFileSync(join(CORPUS, target, name), gzipSync(input, { level: 9 }));
  return `${target}/${name}`;
}
