import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { JsonObject } from '../../../src/agents/adapter';

const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url));

/** The transcripts of a capture that are one JSON object each and end like this, by file name. */
export function documents(capture: string, ending: string): Map<string, JsonObject[]> {
  const folder = join(FIXTURES, capture, 'transcripts');
  const names = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(`${ending}.gz`));
  return new Map(
    names.sort().map((name) => {
      const text = gunzipSync(readFileSync(join(folder, name))).toString('utf8');
      return [name, [JSON.parse(text) as JsonObject]];
    }),
  );
}
