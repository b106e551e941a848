/** A file as a call names it. */
export interface NamedFile {
  readonly path: string;
  readonly written: string;
}
