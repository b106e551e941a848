import { resolvePath } from '../../text/path';
import type { DeliveredEvent, Envelope } from '../../tracker/event';
import { isObject, textField } from '../json';
import { credit } from '../shownLines';
import type { Workshop } from '../workshop';
import { readText } from './readText';

const CALLED = /^Called the Read tool with the following input: (\{.*\})$/;

/** Files that a person mentions: the agent says that it read one, and then what it read, in texts of its own. */
export class Mentions {
  #named: { readonly message: string; readonly file: string } | null = null;

  /** A text of the agent's own in a person's message; null where it holds no file. */
  read(
    text: string,
    message: string,
    base: Envelope,
    cwd: string,
    workshop: Workshop,
  ): DeliveredEvent | null {
    const named = this.#named?.message === message ? this.#named.file : null;
    const input = CALLED.exec(text)?.[1];
    const file = input === undefined ? null : fileOf(input);
    this.#named = file === null ? null : { message, file };
    if (named === null) return null;
    const shown = readText(text, undefined);
    if (shown === null) return null;
    const path = resolvePath(cwd, named);
    const { bytes: _, ...lines } = credit(shown, path, workshop);
    return { kind: 'delivered', ...base, path, written: named, ...lines };
  }
}

function fileOf(input: string): string | null {
  try {
    const value: unknown = JSON.parse(input);
    const file = isObject(value) ? textField(value, 'filePath') : undefined;
    return file === undefined || file === '' ? null : file;
  } catch {
    // Not the agent's words after all.
    return null;
  }
}
