import { readAPart } from './readHints';

/** What a verdict may say beside its numbers: fixed phrases, and line numbers. */
export const NOTES = {
  returned: 'returned to an earlier version',
  rereadAfterCompaction: 're-read after compaction',
  stubWithoutLines: 'points at lines it no longer has',
  requiredByEditTool: 'required by an edit tool',
  rangeOnly: 'range evidence only',
  suspect: 'the file may have changed',
  unseenRestore: 'files restored after the compaction cannot be seen',
  silentClearing: 'old results may have been cleared',
  touched: 'touched, not changed',
  late: 'read before the file changed',
  unordered: 'made beside other calls',
  largerRead: 'one larger read would do',
  behindBack: "changed behind the agent's back",
  perhapsByCommand: 'changed since, perhaps by a command of the agent',
  failedBefore: 'failed the same way before',
  quiet: 'of a quiet file, not counted',
} as const;

/** After a read past the end of a file whose length is known. */
export function stayWithin(totalLines: number): string {
  return totalLines === 0 ? 'the file is empty' : `stay in 1-${totalLines}`;
}

/** What would help after a failed read, by the class of its error; null: nothing that is known. */
export function errorHint(error: string, agent: string, isRepeated: boolean): string | null {
  switch (error) {
    case 'too-large':
      return readAPart(agent);
    case 'permission':
      return 'the system does not let the agent read it: check the permissions of the file';
    case 'denied':
      return 'a person or a rule refused it: to ask again changes nothing';
    case 'directory':
      return 'it is a folder: list it';
    case 'not-found':
      // A file may be looked for where it might be; to look again is another matter.
      return isRepeated ? 'there is no such file: search for its name' : null;
    default:
      return null;
  }
}
