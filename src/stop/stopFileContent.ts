import * as v from 'valibot';

const Content = v.object({
  v: v.literal(1),
  session: v.nullable(v.string()),
  actor: v.nullable(v.string()),
  requestedAt: v.pipe(v.string(), v.isoTimestamp()),
  reason: v.string(),
});

/** What a stop file holds, as JSON. */
export type StopFileContent = v.InferOutput<typeof Content>;

/** Undefined for a text of another form: whoever writes that keeps it. */
export function parseStopFile(text: string): StopFileContent | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = v.safeParse(Content, read);
  return parsed.success ? parsed.output : undefined;
}
