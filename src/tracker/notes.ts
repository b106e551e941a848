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
} as const;

/** After a read past the end of a file whose length is known. */
export function stayWithin(totalLines: number): string {
  return totalLines === 0 ? 'the file is empty' : `stay in 1-${totalLines}`;
}

/** After a read that a limit cut. */
export function wholeNeeds(totalLines: number): string {
  return `not the whole file: limit >= ${totalLines}`;
}
