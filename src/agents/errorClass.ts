/** How the agents' answers begin that say why a call failed. */
const CLASSES: readonly (readonly [name: string, text: RegExp])[] = [
  [
    'not-found',
    /^(?:<tool_use_error>)?(?:Error: )?(?:File|Path|Directory) (?:does not exist|not found)|ENOENT|No such file/,
  ],
  ['directory', /EISDIR|Is a directory/],
  ['too-large', /exceeds maximum allowed|too large/],
  ['permission', /EACCES|EPERM|[Pp]ermission denied/],
  ['invalid', /InputValidationError/],
];

/** A short class of a failed call's answer; never its text. */
export function errorClass(text: string): string {
  const start = text.slice(0, 1000);
  return CLASSES.find(([, pattern]) => pattern.test(start))?.[0] ?? 'other';
}
