import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { codexTranscripts } from '../../agents/codex/transcripts';
import { field, isObject, textField, wholeField } from '../../agents/json';
import { machineOf } from '../../ingest/machine';
import type { ConnectPlace, HookTrust } from '../agentConnector';
import type { IsOurs } from '../hookText';
import type { Machine } from '../programs';
import { glanceAt } from '../settingsFile';
import { handlersOf, type PlacedHandler } from './hooksFile';

/** What Codex allows a hook that says nothing about it, seconds. */
const TIMEOUT = 600;
/** Events whose groups have no matcher, whatever is written. */
const WITHOUT_MATCHER: ReadonlySet<string> = new Set(['UserPromptSubmit', 'Stop', 'SessionEnd']);

/**
 * Whether Codex runs the hooks that are ours, by what it keeps of those that a person looked at: in config.toml, a hash of
 * each, by its place. Only looked at: trust is a person's to give.
 */
export async function hookTrust(
  { files }: ConnectPlace,
  isOurs: IsOurs,
  { env, home }: Machine,
): Promise<HookTrust> {
  const [root = home] = codexTranscripts.roots(machineOf(env, home));
  const config = await glanceAt(join(root, 'config.toml'));
  const known = statesIn(config);
  if (areOff(config)) return 'off';
  for (const { file } of files) {
    const names = new Set([file, await realpath(file).catch(() => file)]);
    const ours = handlersOf(await glanceAt(file)).filter(({ handler }) => isOurs(handler));
    const isTrusted = (placed: PlacedHandler) =>
      [...names].some((name) => known.get(keyOf(name, placed)) === hashOf(placed));
    if (ours.length === 0 || !ours.every(isTrusted)) return 'awaited';
  }
  return 'given';
}

/** The name under which Codex keeps what a person said of a hook. */
export function keyOf(file: string, { event, group, at }: PlacedHandler): string {
  return `${file}:${snake(event)}:${group}:${at}`;
}

/** The hash by which Codex tells whether a hook is the one that was trusted. */
export function hashOf({ event, matcher, handler }: PlacedHandler): string {
  const own = isObject(handler) ? handler : {};
  const status = textField(own, 'statusMessage');
  // Keys in their order, as Codex writes them.
  const hook = {
    async: field(own, 'async') === true,
    command: textField(own, 'command') ?? '',
    ...(status === undefined ? {} : { statusMessage: status }),
    timeout: Math.max(1, wholeField(own, 'timeout') ?? TIMEOUT),
    type: 'command',
  };
  const hasMatcher = matcher !== undefined && !WITHOUT_MATCHER.has(event);
  const identity = { event_name: snake(event), hooks: [hook], ...(hasMatcher ? { matcher } : {}) };
  return `sha256:${createHash('sha256').update(JSON.stringify(identity)).digest('hex')}`;
}

/** Hashes of the hooks that were trusted and are not switched off, by their keys, in the form that Codex writes. */
function statesIn(config: string): ReadonlyMap<string, string> {
  const states = new Map<string, string>();
  for (const [header, body] of tablesOf(config)) {
    const [, basic, literal] = /^hooks\.state\.(?:("(?:[^"\\]|\\.)*")|'([^']*)')$/.exec(header) ?? [];
    const key = literal ?? (basic === undefined ? undefined : unquoted(basic));
    const [, hash] = /^\s*trusted_hash\s*=\s*["']([^"']+)["']/m.exec(body) ?? [];
    if (key !== undefined && hash !== undefined && !/^\s*enabled\s*=\s*false\b/m.test(body))
      states.set(key, hash);
  }
  return states;
}

/** Whether all hooks are switched off. */
function areOff(config: string): boolean {
  return tablesOf(config).some(
    ([header, body]) => header === 'features' && /^\s*(?:codex_)?hooks\s*=\s*false\b/m.test(body),
  );
}

/** The tables of a TOML text, each with its name and the lines in it. */
function tablesOf(toml: string): readonly (readonly [header: string, body: string])[] {
  const headers = [
    ...toml.matchAll(/^[ \t]*\[([^[\]\r\n]*(?:"(?:[^"\\\r\n]|\\.)*"|'[^'\r\n]*')?)\][^\r\n]*$/gm),
  ];
  return headers.map((match, i) => {
    const start = match.index + match[0].length;
    return [(match[1] ?? '').trim(), toml.slice(start, headers[i + 1]?.index)];
  });
}

function unquoted(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined; // An escape that only TOML has: not one of ours.
  }
}

function snake(event: string): string {
  return event.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
}
