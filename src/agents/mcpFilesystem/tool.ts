import type { JsonObject } from '../adapter';
import { field, isObject, listField, textField } from '../json';
import { isLineNumber } from '../lineRanges';

/** What a call of a tool of the filesystem server asks for. */
export type FilesystemCall =
  /** `head` or `tail`: the first or the last so many lines, as text between line feeds is counted. */
  | {
      readonly kind: 'read';
      readonly path: string;
      readonly part: { readonly head: number } | { readonly tail: number } | null;
    }
  | { readonly kind: 'read-many'; readonly paths: readonly string[] }
  | { readonly kind: 'read-media'; readonly path: string }
  | { readonly kind: 'edit'; readonly path: string; readonly isDryRun: boolean }
  | { readonly kind: 'write'; readonly path: string; readonly content: string }
  | { readonly kind: 'move'; readonly source: string; readonly destination: string }
  | { readonly kind: 'search' }
  /** Nothing that concerns the content of files. */
  | { readonly kind: 'other' };

/** A call, by the name that the server gave its tool. */
export interface FilesystemTool {
  readonly tool: string;
  readonly call: FilesystemCall;
  /** No other server is known to have a tool of this name, or the server is called a filesystem. */
  readonly isOwnName: boolean;
}

type Parse = (args: JsonObject) => FilesystemCall | null;

const search: Parse = () => ({ kind: 'search' });
const other: Parse = () => ({ kind: 'other' });

/** The server's tools, and all the arguments that each may have. */
const TOOLS: ReadonlyMap<string, { readonly args: readonly string[]; readonly parse: Parse }> = new Map([
  ['read_text_file', { args: ['path', 'head', 'tail'], parse: readOne }],
  ['read_file', { args: ['path', 'head', 'tail'], parse: readOne }],
  ['read_multiple_files', { args: ['paths'], parse: readMany }],
  ['read_media_file', { args: ['path'], parse: readMedia }],
  ['edit_file', { args: ['path', 'edits', 'dryRun'], parse: edit }],
  ['write_file', { args: ['path', 'content'], parse: write }],
  ['move_file', { args: ['source', 'destination'], parse: move }],
  ['search_files', { args: ['path', 'pattern', 'excludePatterns'], parse: search }],
  ['list_directory', { args: ['path'], parse: search }],
  ['list_directory_with_sizes', { args: ['path', 'sortBy'], parse: search }],
  ['directory_tree', { args: ['path', 'excludePatterns'], parse: search }],
  ['create_directory', { args: ['path'], parse: other }],
  ['get_file_info', { args: ['path'], parse: other }],
  ['list_allowed_directories', { args: [], parse: other }],
]);

/** Other servers have tools of these names that answer in other forms. */
const COMMON_NAMES: ReadonlySet<string> = new Set(['read_file']);

/**
 * The call of a tool of the filesystem server, told by the tool's name and the arguments it must and may have, since the
 * server can be called anything. Null for any other tool.
 *
 * @param name as the agent's transcript has it: with the server's name before it (`mcp__fs__read_text_file`,
 *   `fs_read_text_file`, `fs-read_text_file`), or alone where the record names the server elsewhere
 * @param server the server's name, where the record has it apart from the tool's
 */
export function filesystemTool(name: string, args: JsonObject, server?: string): FilesystemTool | null {
  const split = server === undefined ? splitName(name) : { tool: name, server };
  const known = split === null ? undefined : TOOLS.get(split.tool);
  if (split === null || known === undefined) return null;
  if (Object.keys(args).some((key) => !known.args.includes(key))) return null;
  const call = known.parse(args);
  if (call === null) return null;
  const isOwnName = !COMMON_NAMES.has(split.tool) || /file[-_ ]?system/i.test(split.server);
  return { tool: split.tool, call, isOwnName };
}

/** The names of server and tool; the server's is not empty. */
function splitName(name: string): { readonly tool: string; readonly server: string } | null {
  if (name.startsWith('mcp__')) {
    const at = name.lastIndexOf('__');
    return at <= 'mcp__'.length ? null : { server: name.slice('mcp__'.length, at), tool: name.slice(at + 2) };
  }
  for (const tool of TOOLS.keys()) {
    const server = name.slice(0, -tool.length);
    if (name.endsWith(tool) && /[^-_./:][-_./:]{1,3}$/.test(server)) return { tool, server };
  }
  return null;
}

function readOne(args: JsonObject): FilesystemCall | null {
  const path = pathOf(args);
  const [head, tail] = [field(args, 'head') ?? 0, field(args, 'tail') ?? 0];
  if (path === null || (head !== 0 && tail !== 0)) return null;
  if (head === 0 && tail === 0) return { kind: 'read', path, part: null };
  if (isLineNumber(head)) return { kind: 'read', path, part: { head } };
  return isLineNumber(tail) ? { kind: 'read', path, part: { tail } } : null;
}

function readMany(args: JsonObject): FilesystemCall | null {
  const paths = listField(args, 'paths') ?? [];
  const named = paths.filter((path) => typeof path === 'string' && path !== '') as string[];
  return named.length > 0 && named.length === paths.length ? { kind: 'read-many', paths: named } : null;
}

function readMedia(args: JsonObject): FilesystemCall | null {
  const path = pathOf(args);
  return path === null ? null : { kind: 'read-media', path };
}

function edit(args: JsonObject): FilesystemCall | null {
  const path = pathOf(args);
  const edits = listField(args, 'edits');
  const areEdits = edits?.every(
    (one) => isObject(one) && ['oldText', 'newText'].every((name) => textField(one, name) !== undefined),
  );
  if (path === null || areEdits !== true) return null;
  return { kind: 'edit', path, isDryRun: field(args, 'dryRun') === true };
}

function write(args: JsonObject): FilesystemCall | null {
  const path = pathOf(args);
  const content = textField(args, 'content');
  return path === null || content === undefined ? null : { kind: 'write', path, content };
}

function move(args: JsonObject): FilesystemCall | null {
  const source = textField(args, 'source') ?? '';
  const destination = textField(args, 'destination') ?? '';
  return source === '' || destination === '' ? null : { kind: 'move', source, destination };
}

function pathOf(args: JsonObject): string | null {
  const path = textField(args, 'path') ?? '';
  return path === '' ? null : path;
}
