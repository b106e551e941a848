import { errorClass } from '../errorClass';
import type { Result } from './call';

/** A short class of a failed call's answer; never its text. */
export function resultError({ text, isDenied }: Result): string {
  if (isDenied) return 'denied';
  if (/^(?:Tool execution aborted|The operation was aborted)/.test(text)) return 'aborted';
  return errorClass(text);
}
