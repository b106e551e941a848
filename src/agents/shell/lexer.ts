import { skipBackquoted, skipBraced, skipSubstitution } from './skip';

/** A word of a command as the shell would hand it over. */
export interface Word {
  /** Without quotes. Means nothing where the word is `dynamic`. */
  readonly text: string;
  /** The shell would replace a part of it: a variable, a command's output, a pattern, a home folder. */
  readonly dynamic: boolean;
  /** Written without any quotes. */
  readonly plain: boolean;
  /** Sets a variable, where it stands before a program's name. */
  readonly assigns: boolean;
}

export type Operator = '&&' | '||' | ';' | '|' | '|&' | '&' | 'newline';

export type Token =
  | { readonly type: 'word'; readonly word: Word }
  | { readonly type: 'operator'; readonly operator: Operator }
  /** `fd` is null where none is written; `operator` is what follows it: `>`, `>>`, `<`, `>&`, `&>`, … */
  | {
      readonly type: 'redirect';
      readonly fd: number | null;
      readonly operator: string;
      readonly target: Word;
    };

/** Longer commands are not looked at. */
const LONGEST_COMMAND = 100_000;

/** White space, and line ends that a backslash takes away. */
const BLANKS = /(?:[ \t]|\\\n)+/y;
const REDIRECT = /(\d*)(<<<|<<-|<<|<>|<&|<|>>|>\||>&|>)|(&>>|&>)/y;
const OPERATOR = /&&|\|\||\|&|\||;(?![;&])|&/y;

/**
 * The tokens of a shell command. Null for what is more than words, quotes, redirections and `&&`, `||`, `;`, `|`, `&`
 * (subshells, functions, unclosed quotes, …): whoever reads the tokens would misunderstand it.
 */
export function lex(command: string): Token[] | null {
  return command.length > LONGEST_COMMAND ? null : new Lexer(command).tokens();
}

class Lexer {
  readonly #text: string;
  readonly #tokens: Token[] = [];
  /** Here-documents whose text starts after the end of this line. */
  #hereDocuments: { readonly delimiter: string; readonly tabs: boolean }[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  tokens(): Token[] | null {
    while (this.#at < this.#text.length) if (!this.#step()) return null;
    return this.#hereDocuments.length > 0 ? null : this.#tokens;
  }

  #step(): boolean {
    const char = this.#text[this.#at] ?? '';
    if (this.#match(BLANKS) !== null) this.#take(BLANKS);
    else if (char === '\n') return this.#endLine();
    else if (char === '#') this.#at = endOfLine(this.#text, this.#at);
    else if (char === '(' || char === ')' || char === '\r') return false;
    else if (this.#match(REDIRECT) !== null) return this.#redirect();
    else if (this.#match(OPERATOR) !== null) {
      const operator = this.#take(OPERATOR)[0] as Operator;
      this.#tokens.push({ type: 'operator', operator });
    } else if (char === ';') return false;
    else {
      const word = this.#word();
      if (word === null) return false;
      this.#tokens.push({ type: 'word', word });
    }
    return true;
  }

  #endLine(): boolean {
    this.#at++;
    this.#tokens.push({ type: 'operator', operator: 'newline' });
    for (const { delimiter, tabs } of this.#hereDocuments) {
      for (let closed = false; !closed; ) {
        if (this.#at >= this.#text.length) return false;
        const end = endOfLine(this.#text, this.#at);
        const line = this.#text.slice(this.#at, end);
        closed = (tabs ? line.replace(/^\t+/, '') : line) === delimiter;
        this.#at = end + 1;
      }
    }
    this.#hereDocuments = [];
    return true;
  }

  #redirect(): boolean {
    const [, fd = '', input, both] = this.#take(REDIRECT);
    const operator = input ?? both ?? '';
    this.#take(BLANKS);
    const target = this.#text[this.#at] === '#' ? null : this.#word();
    if (target === null) return false;
    if (operator === '<<' || operator === '<<-') {
      if (target.dynamic || target.text.includes('\n')) return false;
      this.#hereDocuments.push({ delimiter: target.text, tabs: operator === '<<-' });
    }
    this.#tokens.push({ type: 'redirect', fd: fd === '' ? null : Number(fd), operator, target });
    return true;
  }

  /** The word that starts here; null where there is none, or it does not end. */
  #word(): Word | null {
    const start = this.#at;
    let text = '';
    let dynamic = false;
    let plain = true;
    let isQuoted = false;
    for (;;) {
      const char = this.#text[this.#at];
      if (char === undefined || ' \t\n;&|<>'.includes(char)) break;
      if (char === '(' || char === ')' || char === '\r') return null;
      if (char === "'" || char === '"') {
        plain = false;
        isQuoted = true;
        const quoted = char === "'" ? this.#singleQuoted() : this.#doubleQuoted();
        if (quoted === null) return null;
        text += quoted.text;
        dynamic ||= quoted.dynamic;
      } else if (char === '\\') {
        const next = this.#text[this.#at + 1];
        if (next === undefined) return null;
        this.#at += 2;
        if (next !== '\n') {
          plain = false;
          text += next;
        } else if ('<>&|'.includes(this.#text[this.#at] ?? ' ')) {
          // The line goes on within an operator.
          return null;
        }
      } else if (char === '$' || char === '`') {
        const end = this.#expansionEnd();
        if (end === null) return null;
        dynamic ||= end > this.#at + 1;
        text += this.#text.slice(this.#at, end);
        this.#at = end;
      } else {
        // Braces may be alternatives: `{a,b}`.
        const isOpen = char === '{' && this.#text[this.#at + 1] !== '}';
        dynamic ||= '*?['.includes(char) || isOpen || (char === '~' && text === '' && !isQuoted);
        text += char;
        this.#at++;
      }
    }
    if (text === '' && !isQuoted) return null;
    const raw = this.#text.slice(start, this.#at).replaceAll('\\\n', '');
    const assigns = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/.test(raw);
    return { text, dynamic, plain, assigns };
  }

  #singleQuoted(): { text: string; dynamic: boolean } | null {
    const end = this.#text.indexOf("'", this.#at + 1);
    if (end === -1) return null;
    const text = this.#text.slice(this.#at + 1, end);
    this.#at = end + 1;
    return { text, dynamic: false };
  }

  #doubleQuoted(): { text: string; dynamic: boolean } | null {
    let text = '';
    let dynamic = false;
    this.#at++;
    for (;;) {
      const char = this.#text[this.#at];
      const next = this.#text[this.#at + 1];
      if (char === undefined) return null;
      if (char === '"') break;
      if (char === '\\' && next !== undefined && '$`"\\\n'.includes(next)) {
        if (next !== '\n') text += next;
        this.#at += 2;
      } else if (char === '$' || char === '`') {
        const end = this.#expansionEnd(true);
        if (end === null) return null;
        dynamic ||= end > this.#at + 1;
        text += this.#text.slice(this.#at, end);
        this.#at = end;
      } else {
        text += char;
        this.#at++;
      }
    }
    this.#at++;
    return { text, dynamic };
  }

  /** Where the expansion that starts here ends; just after the `$` where it is only a `$`. */
  #expansionEnd(quoted = false): number | null {
    const text = this.#text;
    const at = this.#at;
    if (text[at] === '`') return skipBackquoted(text, at);
    const next = text[at + 1];
    if (next === '(') return skipSubstitution(text, at + 1);
    if (next === '{') return skipBraced(text, at + 1);
    if (!quoted && (next === "'" || next === '"')) return null;
    const name = /[A-Za-z_]\w*|[0-9@*#?$!-]/y;
    name.lastIndex = at + 1;
    return at + 1 + (name.exec(text)?.[0].length ?? 0);
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text);
  }

  #take(pattern: RegExp): readonly (string | undefined)[] {
    const match = this.#match(pattern);
    this.#at += match?.[0].length ?? 0;
    return match ?? [];
  }
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}
