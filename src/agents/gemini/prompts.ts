import { partsOf, responsesOf, textsOf } from '../geminiFamily/response';
import { field, listField, textField } from '../json';
import type { Message } from './record';

/** What the agent tells the model before anything else. */
const SETTING = ['<session_context>', 'This is the Gemini CLI. We are setting up the context'];

/** What the agent says in a person's place. */
const NOT_A_PERSON = [...SETTING, '<state_snapshot>', '<hook_context>', 'System: ', 'Please continue.'];

/** Whether a message was written by a person. */
export function isPrompt({ type, record }: Message): boolean {
  const parts = partsOf(field(record, 'content'));
  if (type !== 'user' || responsesOf(parts).length > 0) return false;
  return isPersonsText(textsOf(parts).join(''));
}

/** Whether a person may have said this, and not the agent in a person's place. */
export function isPersonsText(text: string): boolean {
  const words = text.trimStart();
  return words !== '' && !NOT_A_PERSON.some((mark) => words.startsWith(mark));
}

/** Whether the model wrote a message: those that only repeat the conversation name no model and make no calls. */
export function isModels({ type, record }: Message): boolean {
  const hasCalls = (listField(record, 'toolCalls') ?? []).length > 0;
  return type === 'gemini' && (hasCalls || textField(record, 'model') !== undefined);
}

const FOLDERS = [
  /\n- \*\*Workspace Directories:\*\*\n {2}- ([^\n]+)\n/,
  /(?:^|\n)I'm currently working in the directory: ([^\n]+)(?:\n|$)/,
];

/** The folder that the agent tells the model in its first message; undefined where it tells none. */
export function workspaceFolder({ type, record }: Message): string | undefined {
  if (type !== 'user') return undefined;
  const [text = ''] = textsOf(partsOf(field(record, 'content')));
  if (!SETTING.some((mark) => text.startsWith(mark))) return undefined;
  return FOLDERS.map((pattern) => pattern.exec(text)?.[1]).find((path) => path !== undefined);
}
