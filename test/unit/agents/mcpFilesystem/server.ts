import { createTwoFilesPatch } from 'diff';
import type { JsonObject } from '../../../../src/agents/adapter';
import { type McpCall, mcpFilesystemCall } from '../../../../src/agents/mcpFilesystem/mcpFilesystemCall';
import { openWorkshop, type Workshop } from '../../../../src/agents/workshop';
import { LineHasher } from '../../../../src/text/lineHash';
import type { AgentEvent, EventKind, ReadEvent } from '../../../../src/tracker/event';

export const hasher = new LineHasher([23, 29]);

const base = { source: 's', session: 's1', agent: 'a', actor: 'main', time: 1, call: 'c1' };

/** What the server answers about a file, as it is documented and seen to. */
export function head(text: string, count: number): string {
  const parts = text.split('\n');
  if (parts.at(-1) === '') parts.pop();
  return parts.slice(0, count).join('\n');
}

export function tail(text: string, count: number): string {
  return text.replaceAll('\r\n', '\n').split('\n').slice(-count).join('\n');
}

export function many(files: readonly (readonly [path: string, text: string | Error])[]): string {
  return files
    .map(([path, text]) =>
      typeof text === 'string' ? `${path}:\n${text}\n` : `${path}: Error - ${text.message}`,
    )
    .join('\n---\n');
}

export function diffAnswer(path: string, before: string, after: string): string {
  const diff = createTwoFilesPatch(path, path, before, after, 'original', 'modified');
  const longest = Math.max(2, ...[...diff.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}diff\n${diff}${fence}\n\n`;
}

/** The events of a call whose answer was given as the server's text; null: no tool of the server. */
export function told(
  tool: string,
  args: JsonObject,
  text: string | null,
  more: Partial<McpCall['result']> & { readonly server?: string } = {},
  workshop: Workshop = openWorkshop(hasher),
): AgentEvent[] | null {
  const { server, ...how } = more;
  const result = { text, form: 'text', isError: false, ...how } as const;
  return mcpFilesystemCall({ tool, args, cwd: '/ws', result, server }, base, workshop);
}

export function ofKind<K extends EventKind>(
  events: readonly AgentEvent[] | null,
  kind: K,
): Extract<AgentEvent, { kind: K }>[] {
  return (events ?? []).filter((event): event is Extract<AgentEvent, { kind: K }> => event.kind === kind);
}

/** The one event of a read. */
export function readOf(...asked: Parameters<typeof told>): ReadEvent {
  const events = told(...asked) ?? [];
  const [event] = events;
  if (events.length !== 1 || event?.kind !== 'read') throw new Error(`no read: ${JSON.stringify(events)}`);
  return event;
}
