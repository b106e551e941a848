import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope } from '../../tracker/event';
import type { JsonObject, ReaderContext } from '../adapter';
import { field, isObject, listField, textField } from '../json';
import { questionKey } from '../question';
import { shortCommand } from '../shell/shortCommand';
import { diskField, evidenceFields } from './evidence';
import { envelope, fileFields, nameField, pathField, Unusable, wordField } from './fields';
import { countField, hunksField, mergedRangesField } from './lines';
import { parseRead } from './parseRead';
import { shownLines } from './shown';

const MOST_CALLS = 10_000;
const MOST_GLIMPSES = 10_000;

type Parse = (from: JsonObject, base: Envelope, context: ReaderContext) => AgentEvent;

const PARSERS: ReadonlyMap<string, Parse> = new Map<string, Parse>([
  ['read', parseRead],
  ['edit', parseEdit],
  ['write', parseWrite],
  ['delete', (from, base, context) => ({ kind: 'delete', ...base, ...fileFields(from, context) })],
  ['rename', parseRename],
  ['search', parseSearch],
  ['command', parseCommand],
  ['prompt', (_, base) => ({ kind: 'prompt', ...base })],
  ['turn', (_, base) => ({ kind: 'turn', ...base })],
  ['context-lost', parseContextLost],
  ['delivered', parseDelivered],
  ['document-changed', parseDocumentChanged],
  ['session-start', parseSessionStart],
  ['session-end', (_, base) => ({ kind: 'session-end', ...base })],
  ['interrupted', (_, base) => ({ kind: 'interrupted', ...base })],
  ['stop-acknowledged', (_, base) => ({ kind: 'stop-acknowledged', ...base })],
]);

/** Whether the line calls itself a native event. */
export function isNative(record: JsonObject): boolean {
  return field(record, 'v') === 1 && textField(record, 'kind') !== undefined;
}

/** The event of a native line; null where what the line says cannot be. */
export function parseNative(record: JsonObject, context: ReaderContext): AgentEvent | null {
  try {
    return parseNativeEvent(record, context);
  } catch (error) {
    if (error instanceof Unusable) return null;
    throw error;
  }
}

/**
 * The event of a native line.
 *
 * @throws Unusable where what the line says cannot be; its message names the field
 */
export function parseNativeEvent(record: JsonObject, context: ReaderContext): AgentEvent {
  if (field(record, 'v') !== 1) throw new Unusable('v');
  const parse = PARSERS.get(textField(record, 'kind') ?? '');
  if (parse === undefined) throw new Unusable('kind');
  return parse(record, envelope(record, context), context);
}

function parseEdit(from: JsonObject, base: Envelope, context: ReaderContext): AgentEvent {
  const outcome = wordField(from, 'outcome', ['ok', 'failed']);
  const event = { kind: 'edit', ...base, ...fileFields(from, context), outcome } as const;
  const lines = mergedRangesField(from, 'lines');
  const hunks = hunksField(from);
  const totalLines = countField(from, 'totalLines');
  if (outcome === 'failed') return event;
  return {
    ...event,
    ...evidenceFields(from, context.hasher),
    ...(lines === undefined ? {} : { lines }),
    ...(hunks === undefined ? {} : { hunks }),
    ...(totalLines === undefined ? {} : { totalLines }),
    ...diskField(from, context.hasher),
  };
}

function parseWrite(from: JsonObject, base: Envelope, context: ReaderContext): AgentEvent {
  const outcome = wordField(from, 'outcome', ['ok', 'failed']);
  const totalLines = countField(from, 'totalLines') ?? null;
  const event = { kind: 'write', ...base, ...fileFields(from, context), outcome, totalLines } as const;
  if (outcome === 'failed') return event;
  return {
    ...event,
    ...(field(from, 'isNew') === true ? { isNew: true } : {}),
    ...evidenceFields(from, context.hasher),
    ...diskField(from, context.hasher),
  };
}

function parseRename(from: JsonObject, base: Envelope, context: ReaderContext): AgentEvent {
  const to = pathField(from, 'to');
  return {
    kind: 'rename',
    ...base,
    from: resolvePath(context.baseFolder, pathField(from, 'from')),
    to: resolvePath(context.baseFolder, to),
    written: field(from, 'written') === undefined ? to : pathField(from, 'written'),
  };
}

function parseSearch(from: JsonObject, base: Envelope, context: ReaderContext): AgentEvent {
  const tool = nameField(from, 'tool', 'search');
  const glimpsed = listField(from, 'glimpsed') ?? [];
  if (glimpsed.length > MOST_GLIMPSES) throw new Unusable('glimpsed');
  return {
    kind: 'search',
    ...base,
    tool,
    question: nameField(from, 'question', null) ?? questionKey(tool, field(from, 'args'), context.hasher),
    glimpsed: glimpsed.map((glimpse) => {
      if (!isObject(glimpse)) throw new Unusable('glimpsed');
      const path = resolvePath(context.baseFolder, pathField(glimpse, 'path'));
      return { path, lines: mergedRangesField(glimpse, 'lines') ?? [] };
    }),
  };
}

function parseCommand(from: JsonObject, base: Envelope): AgentEvent {
  return {
    kind: 'command',
    ...base,
    command: shortCommand(textField(from, 'command') ?? ''),
    outcome: wordField(from, 'outcome', ['ok', 'failed']),
  };
}

function parseContextLost(from: JsonObject, base: Envelope): AgentEvent {
  const reason = wordField(from, 'reason', ['compaction', 'clear', 'rewind', 'eviction']);
  const toCall = nameField(from, 'toCall', null);
  const calls = callsField(from, 'calls');
  const kept = callsField(from, 'kept');
  if (reason === 'eviction' && calls === undefined) throw new Unusable('calls');
  return {
    kind: 'context-lost',
    ...base,
    reason,
    ...(calls === undefined ? {} : { calls }),
    ...(kept === undefined ? {} : { kept }),
    ...(toCall === null ? {} : { toCall }),
    ...(field(from, 'unseenRestore') === true ? { unseenRestore: true } : {}),
  };
}

function callsField(from: JsonObject, name: string): readonly string[] | undefined {
  const value = field(from, name);
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value) || value.length > MOST_CALLS) throw new Unusable(name);
  return value.map((call: unknown): string => {
    if (typeof call !== 'string') throw new Unusable(name);
    return call;
  });
}

function parseDelivered(from: JsonObject, base: Envelope, context: ReaderContext): AgentEvent {
  const { returned, cutLines, totalLines, evidence } = shownLines(from, context);
  const agentTotal = countField(from, 'agentTotal');
  return {
    kind: 'delivered',
    ...base,
    ...fileFields(from, context),
    returned: returned ?? [],
    ...(cutLines.length === 0 ? {} : { cutLines }),
    totalLines,
    ...(agentTotal === undefined ? {} : { agentTotal }),
    ...(field(from, 'form') === 'shell' ? { form: 'shell' } : {}),
    ...evidence,
    ...diskField(from, context.hasher),
  };
}

function parseDocumentChanged(from: JsonObject, base: Envelope, context: ReaderContext): AgentEvent {
  const { path } = fileFields(from, context);
  const totalLines = countField(from, 'totalLines');
  return {
    kind: 'document-changed',
    ...base,
    path,
    ...evidenceFields(from, context.hasher),
    ...(totalLines === undefined ? {} : { totalLines }),
    ...diskField(from, context.hasher),
  };
}

function parseSessionStart(from: JsonObject, base: Envelope, context: ReaderContext): AgentEvent {
  const cwd = field(from, 'cwd') === undefined || field(from, 'cwd') === null ? null : pathField(from, 'cwd');
  return {
    kind: 'session-start',
    ...base,
    cwd: cwd === null ? null : resolvePath(context.baseFolder, cwd),
    parent: nameField(from, 'parent', null),
  };
}
