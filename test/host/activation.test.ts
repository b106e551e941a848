import { equal, ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import { describe, it } from './runner';
import { activeExtension, workspaceFile } from './support';

describe('the extension in a real host', () => {
  it('activates', async () => {
    const extension = await activeExtension();
    ok(extension.isActive);
  });

  it('has every command that its manifest names', async () => {
    const extension = await activeExtension();
    const known = new Set(await vscode.commands.getCommands(true));
    const named: readonly { command: string }[] = extension.packageJSON.contributes.commands;
    const missing = named.map(({ command }) => command).filter((command) => !known.has(command));
    equal(missing.join(', '), '');
  });

  it('is given the sample workspace', async () => {
    const document = await vscode.workspace.openTextDocument(workspaceFile('src/mid.ts'));
    equal(document.lineCount, 401);
  });
});
