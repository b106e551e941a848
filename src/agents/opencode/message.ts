import { field, objectField, textField } from '../json';
import { folderOf } from '../recordedFolder';
import { parseTime } from '../time';
import type { MessageRow } from './record';

/** What is known of a message. */
export interface Message {
  readonly id: string;
  readonly isUser: boolean;
  /** Place in the conversation. */
  readonly place: number;
  /** Nothing more comes to it. */
  readonly isDone: boolean;
  /** It was cut short by a person, or by another program on a person's behalf. */
  readonly isAborted: boolean;
  /** It ended in an error, so that it is never sent to the model again, nor are the results in it. */
  readonly isLost: boolean;
  /** The summary that stands for what was said before; done without error, it takes that from the context. */
  readonly isSummary: boolean;
  /** The user's message that it answers. */
  readonly parent: string | undefined;
  readonly cwd: string | undefined;
  readonly created: number | null;
  readonly ended: number | null;
}

export function messageOf({ id, data, created }: MessageRow, place: number): Message {
  const times = objectField(data, 'time') ?? {};
  const error = objectField(data, 'error');
  const ended = parseTime(field(times, 'completed'));
  const isAborted = error !== undefined && textField(error, 'name') === 'MessageAbortedError';
  const path = objectField(data, 'path');
  return {
    id,
    isUser: textField(data, 'role') === 'user',
    place,
    isDone: ended !== null || error !== undefined,
    isAborted,
    isLost: error !== undefined && !isAborted,
    isSummary: field(data, 'summary') === true,
    parent: textField(data, 'parentID'),
    cwd: path && folderOf(textField(path, 'cwd')),
    created: parseTime(field(times, 'created')) ?? created,
    ended,
  };
}
