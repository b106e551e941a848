import { errorClass } from '../errorClass';
import type { Result } from './call';

/** A short class of a failed call's answer; never its text. */
export function resultError({ text, isDenied }: Result): string {
  const isRefused = isDenied || /^PreToolUse:\w+ hook error|^The user doesn't want to/.test(text);
  return isRefused ? 'denied' : errorClass(text);
}
