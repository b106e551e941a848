import { createHash } from 'node:crypto';
import { setImmediate as pause } from 'node:timers/promises';
import { EndOfLine, FileSystemError, type TextDocument, type Uri, workspace } from 'vscode';
import type { LineHasher } from '../../text/lineHash';
import { LineScanner } from '../../text/lineScanner';

/** Bytes, or characters, handled at once. */
const SLICE = 2 ** 18;

/** A file as it is on disk. */
export interface FileText {
  /** `sha256:` and 64 hex digits, of the bytes. */
  readonly contentHash: string;
  readonly hashes: Uint32Array;
  /** A lone CR is a line end for an editor and none for an agent: lines are numbered differently. */
  readonly loneCr: boolean;
}

/** Reads a file, with pauses. Undefined where it cannot be read: that proves nothing either way. */
export async function readFileText(
  uri: Uri,
  encoding: string,
  hasher: LineHasher,
): Promise<FileText | undefined> {
  const bytes = await readBytes(uri);
  if (bytes === undefined) return undefined;
  const hash = createHash('sha256');
  const decoder = new TextDecoder(decoderFor(encoding));
  const scanner = new LineScanner(hasher);
  for (let at = 0; at < bytes.length; at += SLICE) {
    if (at > 0) await pause();
    const slice = bytes.subarray(at, at + SLICE);
    hash.update(slice);
    scanner.add(decoder.decode(slice, { stream: true }));
  }
  scanner.add(decoder.decode());
  return { contentHash: `sha256:${hash.digest('hex')}`, ...scanner.finish() };
}

async function readBytes(uri: Uri): Promise<Uint8Array | undefined> {
  try {
    return await workspace.fs.readFile(uri);
  } catch (error) {
    if (error instanceof FileSystemError) return undefined;
    throw error;
  }
}

/**
 * What decodes files of an encoding. Of those not listed, ASCII is all that matters here: line ends are found, and other
 * characters make lines that agree with nothing.
 */
function decoderFor(encoding: string): string {
  if (encoding === 'utf16le') return 'utf-16le';
  if (encoding === 'utf16be') return 'utf-16be';
  return encoding === 'utf8' || encoding === 'utf8bom' ? 'utf-8' : 'latin1';
}

/**
 * Content hash of what a save of the document would write, with pauses. Undefined where the document changed meanwhile.
 */
export async function savedContentHash(document: TextDocument): Promise<string | undefined> {
  const { version, encoding } = document;
  const hash = createHash('sha256');
  if (encoding === 'utf8' || encoding === 'utf8bom') {
    const lineEnd = document.eol === EndOfLine.CRLF ? '\r\n' : '\n';
    let piece = encoding === 'utf8bom' ? '\ufeff' : '';
    for (let line = 0; line < document.lineCount; line++) {
      piece += line === 0 ? document.lineAt(line).text : lineEnd + document.lineAt(line).text;
      if (piece.length < SLICE) continue;
      hash.update(piece, 'utf8');
      piece = '';
      await pause();
      if (document.version !== version) return undefined;
    }
    hash.update(piece, 'utf8');
  } else {
    hash.update(await workspace.encode(document.getText(), { encoding }));
    if (document.version !== version) return undefined;
  }
  return `sha256:${hash.digest('hex')}`;
}
