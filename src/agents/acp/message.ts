import type { JsonObject } from '../adapter';
import { field, isObject, objectField, textField } from '../json';
import { parseTime } from '../time';

export type Sender = 'client' | 'agent';

/** One JSON-RPC message between an editor (the client) and an agent. */
export interface Message {
  /** Null: the log does not tell. */
  readonly sender: Sender | null;
  /** Of a request and its response; null for a notification. */
  readonly id: string | null;
  /** Null for a response. */
  readonly method: string | null;
  readonly params: JsonObject;
  /** Of a response that is no error. */
  readonly result: JsonObject | null;
  readonly isError: boolean;
  readonly time: number | null;
}

/** Where loggers put the message, and what they note beside it. */
const WRAPS = ['msg', 'message', 'payload', 'data', 'frame'];
const TIMES = ['t', 'ts', 'time', 'timestamp'];
const DIRECTIONS = ['dir', 'direction', 'from', 'sender'];

/** Whether the record is a JSON-RPC message, bare or as a logger wrapped it. */
export function isMessage(record: JsonObject): boolean {
  return rpcOf(record) !== null;
}

export function toMessage(record: JsonObject): Message | null {
  const rpc = rpcOf(record);
  if (rpc === null) return null;
  const id = field(rpc, 'id');
  const wrap = rpc === record ? {} : record;
  return {
    sender: senderOf(wrap),
    // The number 1 and the text "1" are two ids.
    id: typeof id === 'string' || typeof id === 'number' ? JSON.stringify(id) : null,
    method: textField(rpc, 'method') ?? null,
    params: objectField(rpc, 'params') ?? {},
    result: objectField(rpc, 'result') ?? null,
    isError: field(rpc, 'error') !== undefined,
    time: TIMES.map((name) => parseTime(field(wrap, name))).find((time) => time !== null) ?? null,
  };
}

function rpcOf(record: JsonObject): JsonObject | null {
  if (isRpc(record)) return record;
  for (const name of WRAPS) {
    const inner = field(record, name);
    if (isObject(inner) && isRpc(inner)) return inner;
  }
  return null;
}

function isRpc(from: JsonObject): boolean {
  if (field(from, 'jsonrpc') !== '2.0') return false;
  return ['method', 'result', 'error'].some((name) => field(from, name) !== undefined);
}

/** `client->agent`, `agent_to_client`, `from: agent`: who is named first has sent it. */
function senderOf(wrap: JsonObject): Sender | null {
  for (const name of DIRECTIONS) {
    const said = /client|agent/i.exec(textField(wrap, name) ?? '')?.[0].toLowerCase();
    if (said === 'client' || said === 'agent') return said;
  }
  return null;
}
