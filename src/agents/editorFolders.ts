import type { Machine } from './transcripts';

const EDITORS = [
  'Code',
  'Code - Insiders',
  'Code - OSS',
  'VSCodium',
  'VSCodium - Insiders',
  'Cursor',
  'Windsurf',
];
const SERVERS = [
  '.vscode-server',
  '.vscode-server-insiders',
  '.vscode-server-oss',
  '.vscodium-server',
  '.cursor-server',
  '.windsurf-server',
  '.vscode-remote',
];

/**
 * Folders where VS Code and editors made of it keep what extensions store (`globalStorage`, `workspaceStorage`): the one
 * of the editor that asks first.
 */
export function editorFolders(machine: Machine): readonly string[] {
  const { home, editorFolder } = machine;
  const servers = SERVERS.map((server) => `${home}/${server}/data/User`);
  const codeServer = `${machine.folder('XDG_DATA_HOME') ?? `${home}/.local/share`}/code-server/User`;
  return [
    ...(editorFolder === null ? [] : [editorFolder]),
    ...EDITORS.map((editor) => `${applications(machine)}/${editor}/User`),
    codeServer,
    ...servers,
  ];
}

/** Where programs keep what they store for a user. */
function applications(machine: Machine): string {
  const { home, platform } = machine;
  switch (platform) {
    case 'windows':
      return machine.folder('APPDATA') ?? `${home}/AppData/Roaming`;
    case 'mac':
      return `${home}/Library/Application Support`;
    case 'linux':
      return machine.folder('XDG_CONFIG_HOME') ?? `${home}/.config`;
  }
}
