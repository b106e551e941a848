/** Input that cannot be used at all. The message is one line, for people, without control characters. */
export class InputError extends Error {
  override readonly name = 'InputError';
}
