import { createHash } from 'node:crypto';
import type { LineHasher } from '../../text/lineHash';
import { compareLines } from '../marks/agreement';
import type { KnownText } from './blindPlace';
import { hashedLinesOf } from './hashedText';

/** Where the text before a change was found. */
export type TextSource = 'editor' | 'record' | 'git';

/** Where it may be found. */
export interface TextSources {
  /** Texts that the editor had, one after the other, oldest first. */
  readonly editor: readonly string[];
  /** What the agent's own record of the change says. */
  readonly record: readonly string[];
  /** What version control has: it may have nothing to do with the change. */
  readonly git: readonly string[];
}

export interface TextBefore {
  readonly text: string;
  readonly source: TextSource;
}

/**
 * The text before a change, where it can be told honestly. The agent's record is believed where nothing speaks against it;
 * so is what the editor had just before the text that the change made; what version control has must be proved, line by
 * line or by the hash of the whole.
 *
 * @param before what is known of it; null: nothing
 */
export async function textBefore(
  sources: TextSources,
  before: KnownText | null,
  after: KnownText,
  hasher: LineHasher,
): Promise<TextBefore | undefined> {
  const proved = await provedText(sources, (text) => isProved(text, before, hasher));
  if (proved !== undefined) return proved;
  for (let at = sources.editor.length - 1; at > 0; at--) {
    const text = sources.editor[at - 1] ?? '';
    const made = sources.editor[at] ?? '';
    const isAfter =
      (await likeness(made, after, hasher)) === 'agrees' || (await isProved(made, after, hasher));
    if (isAfter && !(await speaksAgainst(text, before, hasher))) return { text, source: 'editor' };
  }
  for (const text of sources.record) {
    if (!(await speaksAgainst(text, before, hasher))) return { text, source: 'record' };
  }
  return undefined;
}

/** The first of the texts that is proved to be what is looked for: what the editor had counts most. */
export async function provedText(
  sources: TextSources,
  proves: (text: string) => Promise<boolean>,
): Promise<TextBefore | undefined> {
  for (const source of ['editor', 'record', 'git'] as const) {
    for (const text of sources[source]) if (await proves(text)) return { text, source };
  }
  return undefined;
}

export async function likeness(text: string, known: KnownText, hasher: LineHasher) {
  const lines = await hashedLinesOf(text, hasher);
  return lines === undefined ? 'unknown' : compareLines(lines, known);
}

export async function isProved(text: string, known: KnownText | null, hasher: LineHasher): Promise<boolean> {
  if (known === null) return false;
  if (known.contentHash === `sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`) return true;
  return (await likeness(text, known, hasher)) === 'same';
}

async function speaksAgainst(text: string, known: KnownText | null, hasher: LineHasher): Promise<boolean> {
  return known !== null && (await likeness(text, known, hasher)) === 'differs';
}
