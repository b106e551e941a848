import type { Result } from './call';

const CLASSES: readonly (readonly [name: string, text: RegExp])[] = [
  [
    'not-found',
    /^(?:<tool_use_error>)?(?:Error: )?(?:File|Path|Directory) does not exist|ENOENT|No such file/,
  ],
  ['directory', /EISDIR/],
  ['too-large', /exceeds maximum allowed/],
  ['permission', /EACCES|EPERM|[Pp]ermission denied/],
  ['invalid', /InputValidationError/],
];

/** A short class of a failed call's answer; never its text. */
export function errorClass({ text, isDenied }: Result): string {
  if (isDenied || /^PreToolUse:\w+ hook error|^The user doesn't want to/.test(text)) return 'denied';
  const start = text.slice(0, 1000);
  return CLASSES.find(([, pattern]) => pattern.test(start))?.[0] ?? 'other';
}
