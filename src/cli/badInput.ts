/** Input or arguments that cannot be used; the message is one line that says what to do. Exit code 2. */
export class BadInput extends Error {
  override readonly name = 'BadInput';
}
