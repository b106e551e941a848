import { field, objectField, textField } from '../json';
import { blocksOf } from './call';
import type { Row } from './row';

/** How rows begin that the agent or its harness wrote in a person's place. */
const NOT_A_PERSON = [
  '<task-notification>',
  '<command-name>',
  '<command-message>',
  '<local-command-stdout>',
  '<local-command-stderr>',
  '<local-command-caveat>',
  '<bash-input>',
  '<bash-stdout>',
  '<bash-stderr>',
  '<system-reminder>',
];

const CLEAR = '<command-name>/clear</command-name>';
const INTERRUPTED = '[Request interrupted by user';

/** What a user row without tool results says: a person spoke, interrupted or cleared; or the harness wrote it. */
export function speaker(row: Row): 'person' | 'interrupted' | 'clear' | 'harness' {
  for (const name of ['isMeta', 'isCompactSummary', 'isVisibleInTranscriptOnly']) {
    if (field(row.record, name) === true) return 'harness';
  }
  const message = objectField(row.record, 'message');
  const texts = blocksOf(row).flatMap((block) => textField(block, 'text') ?? []);
  const text = (message === undefined ? undefined : textField(message, 'content')) ?? texts.join('\n');
  if (text.startsWith(INTERRUPTED)) return 'interrupted';
  // What a subagent is told comes from the agent that started it.
  if (row.isSidechain) return 'harness';
  if (text.trimStart().startsWith(CLEAR)) return 'clear';
  const hasImage = blocksOf(row).some((block) => field(block, 'type') === 'image');
  if (text.trimStart() === '') return hasImage ? 'person' : 'harness';
  return isPersonsText(text) ? 'person' : 'harness';
}

/** Whether a prompt was written by a person, and not by the agent or its harness in a person's place. */
export function isPersonsText(text: string): boolean {
  const start = text.trimStart();
  return !NOT_A_PERSON.some((mark) => start.startsWith(mark));
}
