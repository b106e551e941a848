import { resolvePath } from '../../text/path';
import type { AgentEvent, Envelope } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { errorClass } from '../errorClass';
import type { NamedFile } from '../namedFile';
import { unreadFile } from '../readEvent';
import { searchEvent } from '../searchEvent';
import type { Workshop } from '../workshop';
import { editCall, moveCall, writeCall } from './changeCalls';
import { readCall, readManyCall } from './readCalls';
import { type ServerResult, serverText } from './result';
import { type FilesystemTool, filesystemTool } from './tool';

/** A call of a tool that may be one of the filesystem server's, and what came back. */
export interface McpCall {
  /** The tool's name as the agent's transcript has it, see {@link filesystemTool}. */
  readonly tool: string;
  /** The server's name, where the record has it apart from the tool's. */
  readonly server?: string | undefined;
  readonly args: JsonObject;
  /** Absolute folder that relative paths start from. */
  readonly cwd: string;
  readonly result: ServerResult;
}

/** The events of a call of the MCP filesystem server; null where the tool is none of its own. */
export function mcpFilesystemCall(call: McpCall, base: Envelope, workshop: Workshop): AgentEvent[] | null {
  const found = filesystemTool(call.tool, call.args, call.server);
  if (found === null) return null;
  return call.result.isError ? failed(found, call, base, workshop) : succeeded(found, call, base, workshop);
}

function succeeded(
  { tool, call, isOwnName }: FilesystemTool,
  { args, cwd, result }: McpCall,
  base: Envelope,
  workshop: Workshop,
): AgentEvent[] {
  const answer = serverText(result, isOwnName);
  const named = (written: string) => fileOf(written, cwd);
  switch (call.kind) {
    case 'read':
      return named(call.path).map((file) => readCall(file, call.part, answer, base, workshop));
    case 'read-many': {
      const files = call.paths.flatMap(named);
      // Without all of them, the answer cannot be divided.
      const whole = files.length === call.paths.length ? answer : null;
      return readManyCall(files, whole, base, workshop);
    }
    case 'read-media':
      return named(call.path).map((file) => unread(file, base, 'not-text'));
    case 'edit':
      return named(call.path).flatMap((file) => editCall(file, call.isDryRun, answer, base, workshop));
    case 'write':
      return named(call.path).flatMap((file) => writeCall(file, call.content, answer, base, workshop));
    case 'move': {
      const [source, destination] = [call.source, call.destination].flatMap(named);
      if (source === undefined || destination === undefined) return [];
      return moveCall(source, destination, answer, base, workshop);
    }
    case 'search':
      return [search(tool, args, base, workshop)];
    case 'other':
      return [];
  }
}

function failed(
  { tool, call }: FilesystemTool,
  { args, cwd, result }: McpCall,
  base: Envelope,
  workshop: Workshop,
): AgentEvent[] {
  const error = errorClass(result.text ?? '');
  switch (call.kind) {
    case 'read':
    case 'read-media':
      return fileOf(call.path, cwd).map((file) => unread(file, base, 'failed', error));
    case 'read-many':
      return call.paths
        .flatMap((path) => fileOf(path, cwd))
        .map((file) => unread(file, base, 'failed', error));
    case 'edit':
      if (call.isDryRun) return [];
      return fileOf(call.path, cwd).map((file) => ({ kind: 'edit', ...base, ...file, outcome: 'failed' }));
    case 'write':
      return fileOf(call.path, cwd).map((file) => ({
        kind: 'write',
        ...base,
        ...file,
        outcome: 'failed',
        totalLines: null,
      }));
    case 'search':
      return [search(tool, args, base, workshop)];
    default:
      return [];
  }
}

/** The file of a name; none where the name starts from a home folder that nobody tells. */
function fileOf(written: string, cwd: string): NamedFile[] {
  return /^~(?:[\\/]|$)/.test(written) ? [] : [{ path: resolvePath(cwd, written), written }];
}

function unread(file: NamedFile, base: Envelope, outcome: 'failed' | 'not-text', error?: string): AgentEvent {
  return {
    ...unreadFile(base, file, null),
    outcome,
    ...(error === undefined ? {} : { error }),
  };
}

function search(tool: string, args: JsonObject, base: Envelope, { hasher }: Workshop): AgentEvent {
  return searchEvent(base, tool, args, hasher);
}
