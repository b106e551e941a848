import { resolvePath } from '../../text/path';
import type { DeliveredEvent, Envelope } from '../../tracker/event';
import type { JsonObject } from '../adapter';
import { isObject, listField, objectField, textField } from '../json';
import { credit } from '../shownLines';
import type { Workshop } from '../workshop';
import { recordedText } from './fileText';
import type { Row } from './row';

const RESULT = '<system-reminder>\nResult of calling the Read tool:\n';

/**
 * A file that the harness put into the context: mentioned by a person, or put back after a compaction. Null where the
 * row does not show that it got there, or which lines did.
 */
export function deliveredFile(
  row: Row,
  attachment: JsonObject,
  envelope: Envelope,
  cwd: string,
  workshop: Workshop,
): DeliveredEvent | null {
  const content = objectField(attachment, 'content');
  const file = content === undefined ? undefined : objectField(content, 'file');
  const written = textField(attachment, 'filename') ?? (file && textField(file, 'filePath'));
  const rendered = (listField(row.record, 'rendered') ?? [])
    .filter(isObject)
    .flatMap((part) => textField(part, 'content') ?? [])
    .find((text) => text.startsWith(RESULT));
  if (file === undefined || written === undefined || written === '' || rendered === undefined) return null;
  const shown = recordedText(file, rendered.slice(RESULT.length));
  if (shown === null) return null;
  const path = resolvePath(cwd, written);
  const { bytes: _, ...lines } = credit(shown, path, workshop);
  return { kind: 'delivered', ...envelope, path, written, ...lines };
}
