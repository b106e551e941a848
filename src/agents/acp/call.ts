import type { JsonObject } from '../adapter';
import { field, isObject, listField, objectField, textField } from '../json';
import type { TextLines } from '../textLines';

/** Lines of a file that the client sent to the agent. */
export interface ClientRead {
  readonly path: string;
  /** Number of the first line. */
  readonly start: number;
  readonly lines: TextLines;
}

/** A tool call as far as the agent has told it. */
export interface AcpCall {
  readonly id: string;
  /** The actor that made it, see `actorOf`. */
  readonly actor: string;
  /** Fields by name, each as it was told last. */
  readonly fields: Map<string, unknown>;
  /** What Claude Code notes of its own tools. */
  readonly claude: Map<string, unknown>;
  /** What the agent read through the client while the call ran. */
  readonly reads: ClientRead[];
  /** Contents that the agent wrote through the client while the call ran, by path. */
  readonly writes: Map<string, string>;
  time: number | null;
}

const FIELDS = ['name', 'title', 'kind', 'status', 'content', 'locations', 'rawInput', 'rawOutput'];
const MOST_CHUNKS = 1000;

/** Takes over what an update tells. A field that it leaves out, or has as null, stays. */
export function update(call: AcpCall, told: JsonObject): void {
  for (const name of FIELDS) {
    const value = field(told, name);
    if (value !== undefined && value !== null) call.fields.set(name, value);
  }
  const claude = claudeMeta(told);
  for (const [name, value] of Object.entries(claude ?? {})) {
    // Only the update that brings the response holds it.
    if (name === 'toolName' || name === 'toolResponse' || name === 'nonExecutionKind')
      call.claude.set(name, value);
  }
}

/** Adds a block to the content. */
export function addContent(call: AcpCall, block: unknown): void {
  const content = listOf(call, 'content');
  if (content.length < MOST_CHUNKS) call.fields.set('content', [...content, block]);
}

export function claudeMeta(told: JsonObject): JsonObject | undefined {
  return objectField(objectField(told, '_meta') ?? {}, 'claudeCode');
}

export function textOf(call: AcpCall, name: string): string {
  const value = call.fields.get(name);
  return typeof value === 'string' ? value : '';
}

export function inputOf(call: AcpCall): JsonObject {
  const input = call.fields.get('rawInput');
  return isObject(input) ? input : {};
}

function listOf(call: AcpCall, name: string): readonly unknown[] {
  const value = call.fields.get(name);
  return Array.isArray(value) ? value : [];
}

/** Blocks of the content, of one type. */
export function contentOf(call: AcpCall, type: 'content' | 'diff'): JsonObject[] {
  return listOf(call, 'content')
    .filter(isObject)
    .filter((block) => field(block, 'type') === type);
}

/** The one text that the call shows as its answer; null where there are several, or other content. */
export function shownText(call: AcpCall): string | null {
  const blocks = contentOf(call, 'content');
  const [block] = blocks;
  const content = block === undefined ? undefined : objectField(block, 'content');
  if (blocks.length !== 1 || content === undefined || field(content, 'type') !== 'text') return null;
  return textField(content, 'text') ?? null;
}

/** The files that the call says it is about, as it writes them. */
export function placesOf(call: AcpCall): string[] {
  const located = listOf(call, 'locations').flatMap((one) =>
    isObject(one) ? (textField(one, 'path') ?? []) : [],
  );
  const input = inputOf(call);
  const named = ['path', 'file_path', 'filePath', 'abs_path', 'absolute_path'].flatMap(
    (name) => textField(input, name) ?? [],
  );
  return [...new Set([...located, ...named.slice(0, located.length === 0 ? 1 : 0)])].filter(
    (path) => path !== '',
  );
}

export function hasEnded(call: AcpCall): boolean {
  return ['completed', 'failed', 'cancelled'].includes(textOf(call, 'status'));
}

export function hasFailed(call: AcpCall): boolean {
  return hasEnded(call) && textOf(call, 'status') !== 'completed';
}

/** The text blocks of a raw result. */
export function blocksOf(raw: unknown): readonly JsonObject[] {
  return Array.isArray(raw) ? raw.filter(isObject) : [];
}

/** A raw output as a text, where it is one. */
export function outputText(call: AcpCall): string | null {
  const raw = call.fields.get('rawOutput');
  if (typeof raw === 'string') return raw;
  const from = isObject(raw) ? raw : null;
  const blocks = blocksOf(from === null ? raw : listField(from, 'content'));
  const [block] = blocks;
  if (blocks.length === 1 && block !== undefined && field(block, 'type') === 'text')
    return textField(block, 'text') ?? null;
  return from === null ? null : (textField(from, 'output') ?? textField(from, 'content') ?? null);
}
