import { canBePath, isAbsolutePath } from '../text/path';
import type { JsonObject } from './adapter';
import { field, isObject, listField, textField } from './json';

/** Folders and paths as agents record them. */

/** An absolute folder from a path or a `file:` URI; undefined where the text is neither. */
export function folderOf(text: string | undefined): string | undefined {
  if (text === undefined || !canBePath(text)) return undefined;
  const path = /^[a-z][a-z0-9+.-]+:\/\//i.test(text) ? pathOfUri(text) : text;
  return path !== undefined && isAbsolutePath(path) && canBePath(path) ? path : undefined;
}

/** The path on the machine where the URI was written: in a remote window `vscode-remote:` is its own disk. */
function pathOfUri(text: string): string | undefined {
  const [, scheme = '', host = '', encoded = ''] =
    /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)$/i.exec(text) ?? [];
  if (scheme !== 'vscode-remote' && (scheme !== 'file' || host !== '')) return undefined;
  try {
    const path = decodeURIComponent(encoded);
    return /^\/[a-z]:\//i.test(path) ? path.slice(1) : path;
  } catch {
    // A percent sign that encodes nothing: no URI.
    return undefined;
  }
}

/** The value of a small JSON file; undefined where it is being written, or damaged: it tells nothing then. */
export function parsedText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What `# Current Working Directory (/path) Files` says in the details that Cline and those made of it add to prompts. */
export function folderInDetails({ items, ...record }: JsonObject): string | undefined {
  const messages = Array.isArray(items) ? items : (listField(record, 'messages') ?? []);
  for (const message of messages) {
    const folder = isObject(message) ? folderInMessage(message) : undefined;
    if (folder !== undefined) return folder;
  }
  return undefined;
}

function folderInMessage(message: JsonObject): string | undefined {
  if (textField(message, 'role') !== 'user') return undefined;
  const content = field(message, 'content');
  const blocks = Array.isArray(content) ? content : [{ text: content }];
  for (const block of blocks) {
    const text = isObject(block) ? textField(block, 'text') : undefined;
    const [, path] =
      /<environment_details>[\s\S]*^# Current (?:Working|Workspace) Directory \((.+)\) Files$/m.exec(
        text ?? '',
      ) ?? [];
    const folder = folderOf(path);
    if (folder !== undefined) return folder;
  }
  return undefined;
}
