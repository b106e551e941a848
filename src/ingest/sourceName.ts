/**
 * Two inputs can call their source by the same name, and must stay apart all the same: a log may claim to be
 * `claude-code`. So a name can carry a scope that is compared and never shown.
 */
const SCOPE = '\u0001';
const LONGEST_NAME = 200;

/** Source of what other extensions told: all of them, since VS Code does not say which one calls. */
export const EXTENSION_SOURCE = 'extension';

/** Whether the word of somebody else than the agent itself is all there is: it may claim to be any agent. */
export function isHearsay(source: string): boolean {
  return source === EXTENSION_SOURCE || source.startsWith('log:');
}

/** A source that no other scope can be taken for. */
export function scopedSource(name: string, scope: string): string {
  return `${name}${SCOPE}${scope}`;
}

/** A source as it is shown and printed. */
export function displayedSource(source: string): string {
  const end = source.indexOf(SCOPE);
  return end === -1 ? source : source.slice(0, end);
}

/** The source that a record of a printed event names; null where it names none that can be used. */
export function claimedSource(record: { readonly [key: string]: unknown }): string | null {
  const { source } = record;
  if (typeof source !== 'string' || source === '' || source.length > LONGEST_NAME) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they separate the parts of a key
  return /[\u0000-\u001f]/.test(source) ? null : source;
}
