import { guarded, openFile, UnreadableFile } from './regularFile';

/** The text of a regular file of at most so many bytes; null where there is none that can be read. */
export async function smallText(path: string, largest: number): Promise<string | null> {
  try {
    const file = await openFile(path, 'refuse');
    try {
      return await guarded(async () => {
        const { size } = await file.stat();
        return size > largest ? null : await file.readFile('utf8');
      });
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof UnreadableFile) return null;
    throw error;
  }
}
