import type { LineHasher } from '../../text/lineHash';
import { isAbsolutePath, resolvePath } from '../../text/path';
import { type AgentEvent, type ContextLostEvent, type Envelope, MAIN_ACTOR } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import type { HookMoment, HookReading, HookReport } from '../hooks/report';
import { field, objectField, textField } from '../json';
import { hookCallEvents } from './hookCall';
import { isPersonsText } from './prompt';
import { requestOf } from './readCall';

/** The source of Claude Code's events, whether its transcripts or its hooks tell them: one call counts once. */
const CLAUDE_CODE = 'claude-code';

const MOMENTS: ReadonlyMap<string, HookMoment> = new Map([
  ['SessionStart', 'session-start'],
  ['UserPromptSubmit', 'prompt'],
  ['PreToolUse', 'before-call'],
  ['PostToolUse', 'after-call'],
  ['PostToolUseFailure', 'after-call'],
  ['PostCompact', 'context-lost'],
  ['SubagentStart', 'actor-start'],
  ['SubagentStop', 'actor-end'],
  ['Stop', 'turn-end'],
  ['SessionEnd', 'session-end'],
]);

export interface HookContext {
  readonly hasher: LineHasher;
  /** When the hook was called, in milliseconds since the epoch. */
  readonly time: number;
}

/**
 * What a payload of Claude Code tells, with all text of files taken out. Null for hooks that tell nothing of use, and
 * for payloads that do not name what they must.
 *
 * @param payload one that `payloadKind` takes for Claude Code's
 */
export function hookReport(payload: JsonObject, context: HookContext): HookReport | null {
  const hook = textField(payload, 'hook_event_name') ?? '';
  const cwd = textField(payload, 'cwd') ?? '';
  const session = textField(payload, 'session_id') ?? '';
  const moment = momentOf(hook, payload);
  if (moment === null || session === '' || !isAbsolutePath(cwd)) return null;
  const call = textField(payload, 'tool_use_id') ?? null;
  const isCall = moment === 'before-call' || moment === 'after-call';
  if (isCall && call === null) return null;
  const actor = textField(payload, 'agent_id') || MAIN_ACTOR;
  const transcript = textField(payload, 'transcript_path') ?? '';
  const base: Envelope = {
    source: CLAUDE_CODE,
    session,
    agent: CLAUDE_CODE,
    actor,
    time: context.time,
    call: isCall ? call : null,
  };
  return {
    moment,
    session,
    actor,
    cwd,
    transcript: isAbsolutePath(transcript) ? transcript : null,
    time: context.time,
    call: base.call,
    isPerson: moment === 'prompt' && isPersonsText(textField(payload, 'prompt') ?? ''),
    reading: moment === 'before-call' ? readingOf(payload, cwd) : null,
    events: eventsOf(moment, payload, base, cwd, context),
  };
}

function momentOf(hook: string, payload: JsonObject): HookMoment | null {
  // Older versions tell of a compaction only by the session that starts again after it.
  if (hook === 'SessionStart' && textField(payload, 'source') === 'compact') return 'context-lost';
  return MOMENTS.get(hook) ?? null;
}

function eventsOf(
  moment: HookMoment,
  payload: JsonObject,
  base: Envelope,
  cwd: string,
  { hasher }: HookContext,
): AgentEvent[] {
  switch (moment) {
    case 'session-start':
      return [{ kind: 'session-start', ...base, cwd, parent: null }];
    case 'actor-start':
      return base.actor === MAIN_ACTOR ? [] : [{ kind: 'session-start', ...base, cwd, parent: MAIN_ACTOR }];
    case 'prompt':
      return isPersonsText(textField(payload, 'prompt') ?? '') ? [{ kind: 'prompt', ...base }] : [];
    case 'after-call':
      return hookCallEvents(payload, base, cwd, hasher);
    case 'context-lost':
      return [compaction(base)];
    case 'session-end':
      return [{ kind: 'session-end', ...base }];
    default:
      return [];
  }
}

/** What is put back into the context, and what is kept of it, stands in the transcript only. */
function compaction(base: Envelope): ContextLostEvent {
  return { kind: 'context-lost', ...base, reason: 'compaction', unseenRestore: true };
}

function readingOf(payload: JsonObject, cwd: string): HookReading | null {
  const input = objectField(payload, 'tool_input') ?? {};
  const written = textField(input, 'file_path') ?? '';
  // Pages are those of a document: they are no lines.
  if (textField(payload, 'tool_name') !== 'Read' || written === '' || field(input, 'pages') !== undefined)
    return null;
  return { path: resolvePath(cwd, written), requested: requestOf({ input }) };
}
