import { extensions, type Uri } from 'vscode';

/** The part of VS Code's own Git extension, version 1, that is used. */
interface GitExtension {
  getAPI(version: 1): {
    getRepository(uri: Uri): { show(ref: string, path: string): Promise<string> } | null;
  };
}

/** The file as it was committed last, and as it is staged; as far as there is a repository that has it. */
export async function gitTexts(file: Uri): Promise<readonly string[]> {
  const git = extensions.getExtension<GitExtension>('vscode.git');
  if (git === undefined) return [];
  let repository: { show(ref: string, path: string): Promise<string> } | null;
  try {
    repository = (await git.activate()).getAPI(1).getRepository(file);
  } catch {
    // A person may have switched Git off: then there is no text of it.
    return [];
  }
  const texts: string[] = [];
  for (const ref of ['', 'HEAD']) {
    try {
      const text = await repository?.show(ref, file.fsPath);
      if (text !== undefined) texts.push(text);
    } catch {
      // Neither staged nor committed.
    }
  }
  return texts;
}
