/**
 * Why settings are left as they are:
 * - `not-utf8`, `unparseable`, `too-large`: their text cannot be edited safely
 * - `shape`: a value on the way to the hooks is of another kind than the agent's format says
 * - `duplicate-keys`: a key on the way stands there twice, and programs differ in which one counts
 * - `symlink`, `not-a-file`, `linked-twice`, `other-owner`, `read-only`: a file that replacing would spoil
 * - `changed`: somebody else wrote meanwhile
 * - `occupied`: a file of another's stands where one that is wholly ours would
 */
export type RefusalReason =
  | 'not-utf8'
  | 'unparseable'
  | 'too-large'
  | 'shape'
  | 'duplicate-keys'
  | 'symlink'
  | 'not-a-file'
  | 'linked-twice'
  | 'other-owner'
  | 'read-only'
  | 'changed'
  | 'occupied';

/** Settings are not touched, for a reason that a person can do something about. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly reason: RefusalReason;
  /** Which file, absolute. */
  readonly file: string;
  /** More of it for people: a JSON path, a place in the text. Holds no values of the file. */
  readonly detail: string;

  constructor(reason: RefusalReason, file: string, detail = '') {
    super(`${reason}: ${file}${detail === '' ? '' : ` (${detail})`}`);
    this.reason = reason;
    this.file = file;
    this.detail = detail;
  }
}
