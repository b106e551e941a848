// What the suites share: the workspace they were given, the extension, and patience.
import * as vscode from 'vscode';
import type { TestAccess } from '../../src/editor/testAccess';
import type { Activated } from '../../src/extension';

const EXTENSION = 'read-coverage.agent-read-coverage';

/** The folder that is open: a fresh copy of samples/workspace. */
export function workspaceFolder(): vscode.WorkspaceFolder {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) throw new Error('No folder is open.');
  return folder;
}

/** A file of that folder. */
export function workspaceFile(name: string): vscode.Uri {
  return vscode.Uri.joinPath(workspaceFolder().uri, name);
}

/** The extension under test, activated. */
export async function activeExtension(): Promise<vscode.Extension<unknown>> {
  const extension = vscode.extensions.getExtension<unknown>(EXTENSION);
  if (extension === undefined) throw new Error(`${EXTENSION} is not there.`);
  await extension.activate();
  return extension;
}

/** Asks until `check` no longer throws and gives what it gave; after `withinMs` its last error is thrown. */
export async function eventually<T>(check: () => T | Promise<T>, withinMs = 30_000): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** What the extension shows its tests. */
export async function testAccess(): Promise<TestAccess> {
  const extension = await activeExtension();
  const { forTests } = extension.exports as Activated;
  if (forTests === undefined) throw new Error('The extension does not know that it is tested.');
  return forTests;
}
