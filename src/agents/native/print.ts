import type { LineHasher } from '../../text/lineHash';
import type { AgentEvent, ReadEvent, Unplaced } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { printDisk, printEvidence, printHashes } from './evidence';

/**
 * The event as a native line: what `parseNative` reads back as the same event. Line hashes carry the fingerprint of the
 * hasher, so that only the installation that made them compares them with its own.
 */
export function toNative(event: AgentEvent, hasher: LineHasher): JsonObject {
  const { kind, source, session, agent, actor, time, call } = event;
  const base = {
    v: 1,
    session,
    agent,
    actor,
    call,
    kind,
    time: time === null ? null : new Date(time).toISOString(),
  };
  return { ...base, ...details(event, hasher), source };
}

function details(event: AgentEvent, hasher: LineHasher): JsonObject {
  switch (event.kind) {
    case 'read':
      return printRead(event, hasher);
    case 'edit': {
      const { path, written, outcome, lines, hunks, totalLines, disk } = event;
      const change = present({ lines, hunks, totalLines });
      return {
        path,
        written,
        outcome,
        ...change,
        ...printEvidence(event, hasher),
        ...printDisk(disk, hasher),
      };
    }
    case 'write': {
      const { path, written, outcome, totalLines, isNew, disk } = event;
      return {
        path,
        written,
        outcome,
        totalLines,
        ...present({ isNew }),
        ...printEvidence(event, hasher),
        ...printDisk(disk, hasher),
      };
    }
    case 'delivered': {
      const { path, written, returned, cutLines, totalLines, agentTotal, form, disk } = event;
      return {
        path,
        written,
        returned,
        ...present({ cutLines }),
        totalLines,
        ...present({ agentTotal, form }),
        ...printEvidence(event, hasher),
        ...printDisk(disk, hasher),
      };
    }
    case 'document-changed': {
      const { path, totalLines, disk } = event;
      return {
        path,
        ...present({ totalLines }),
        ...printEvidence(event, hasher),
        ...printDisk(disk, hasher),
      };
    }
    case 'delete':
      return { path: event.path, written: event.written };
    case 'rename':
      return { from: event.from, to: event.to, written: event.written };
    case 'search':
      return { tool: event.tool, question: event.question, glimpsed: event.glimpsed };
    case 'command':
      return { command: event.command, outcome: event.outcome };
    case 'context-lost': {
      const { reason, calls, kept, toCall, unseenRestore } = event;
      return { reason, ...present({ calls, kept, toCall, unseenRestore }) };
    }
    case 'session-start':
      return { cwd: event.cwd, parent: event.parent };
    case 'prompt':
    case 'turn':
    case 'session-end':
    case 'interrupted':
    case 'stop-acknowledged':
      return {};
  }
}

function printRead(event: ReadEvent, hasher: LineHasher): JsonObject {
  const { path, written, requested, returned, cutLines, totalLines, outcome, form } = event;
  const { agentTotal, bytes, error, unplaced, disk } = event;
  return {
    path,
    written,
    requested,
    returned,
    cutLines: cutLines ?? [],
    totalLines,
    outcome,
    form,
    ...present({ agentTotal, bytes, error }),
    ...printEvidence(event, hasher),
    ...(unplaced === undefined ? {} : { unplaced: printUnplaced(unplaced, hasher) }),
    ...printDisk(disk, hasher),
  };
}

function printUnplaced({ lineHashes, claim, cut }: Unplaced, hasher: LineHasher): JsonObject {
  return { hashScheme: hasher.fingerprint, lineHashes: printHashes(lineHashes), claim, cut };
}

function present(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
