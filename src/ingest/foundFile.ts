import type { RowLayout } from '../agents/transcripts';

/** A transcript that was found, and how it is stored. */
export type FoundFile =
  | { readonly path: string; readonly stored: 'lines' | 'document' }
  | {
      /** The database. */
      readonly path: string;
      readonly stored: 'rows';
      readonly layout: RowLayout;
      /** Which of its sessions; one of a subagent has its own. */
      readonly session: string;
      /** When that last changed, in milliseconds since the epoch. */
      readonly modified: number;
    };

/** Which file it is, or which session of a database. */
export function keyOf(file: FoundFile): string {
  return file.stored === 'rows' ? `${file.path}\u0000${file.session}` : file.path;
}
