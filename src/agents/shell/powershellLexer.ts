/** A word of a PowerShell command. */
export interface PowerShellWord {
  /** Without quotes. */
  readonly text: string;
  readonly isQuoted: boolean;
}

/** Commands joined by `|`. */
export interface PowerShellStatement {
  readonly commands: readonly (readonly PowerShellWord[])[];
  /** It stands after `||`. */
  readonly isElse: boolean;
}

const LONGEST = 20_000;
const TOKEN = /[ \t]+|(\r?\n|;|&&|\|\||\|)|'((?:[^'\n]|'')*)'|"([^"$`\n]*)"|([^\s'"`$(){}@&|;<>,#%]+)/y;

/**
 * The statements of a PowerShell command; null for what is more than words, quotes, `|`, `;`, `&&` and `||`: variables,
 * expressions, blocks, lists, redirections.
 */
export function lexPowerShell(command: string): PowerShellStatement[] | null {
  if (command.length > LONGEST) return null;
  const statements: PowerShellStatement[] = [];
  let commands: PowerShellWord[][] = [];
  let words: PowerShellWord[] = [];
  let isElse = false;
  const endStatement = (separator: string): boolean => {
    if (words.length === 0) return commands.length === 0 && /^(?:\r?\n|;)$/.test(separator);
    statements.push({ commands: [...commands, words], isElse });
    commands = [];
    words = [];
    isElse = separator === '||';
    return true;
  };
  let at = 0;
  let isWord = false;
  while (at < command.length) {
    TOKEN.lastIndex = at;
    const [token, separator, single, double, plain] = TOKEN.exec(command) ?? [];
    if (token === undefined) return null;
    at += token.length;
    const text = single?.replaceAll("''", "'") ?? double ?? plain;
    if (text !== undefined) {
      // A word of several parts: `a'b'`.
      if (isWord) return null;
      words.push({ text, isQuoted: plain === undefined });
    } else if (separator === '|') {
      if (words.length === 0) return null;
      commands.push(words);
      words = [];
    } else if (separator !== undefined && !endStatement(separator)) return null;
    isWord = text !== undefined;
  }
  if (words.length === 0) return commands.length === 0 && !isElse ? statements : null;
  return endStatement(';') ? statements : null;
}
