import { lex, type Operator, type Word } from './lexer';

export interface Redirect {
  readonly fd: number | null;
  readonly operator: string;
  readonly target: Word;
}

/** A program with its words. */
export interface SimpleCommand {
  /** The program's name first; empty for a bare assignment or redirection. */
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
}

/** Commands joined by `|`, and how the first is reached. */
export interface Pipeline {
  readonly commands: readonly SimpleCommand[];
  /** `&&`: only if what is before succeeded; `||`: only if it failed. */
  readonly after: ';' | '&&' | '||';
  readonly background: boolean;
  /** Errors are mixed into the next command's input (`|&`), or the exit code is turned round (`!`). */
  readonly unusual: boolean;
}

const COMPOUND: ReadonlySet<string> = new Set(
  'if then elif else fi for while until do done case esac select function { } [[ ]] time coproc'.split(' '),
);

/**
 * The pipelines of a shell command in their order. Null for what is not a plain sequence of them: loops, conditions,
 * subshells, unclosed quotes.
 */
export function parseShell(command: string): Pipeline[] | null {
  const tokens = lex(command);
  if (tokens === null) return null;
  const pipelines: Pipeline[] = [];
  let after: Pipeline['after'] = ';';
  let commands: SimpleCommand[] = [];
  let unusual = false;
  let words: Word[] = [];
  let redirects: Redirect[] = [];
  let isStarted = false;

  const endCommand = (): boolean => {
    if (!isStarted) return false;
    commands.push({ words, redirects });
    words = [];
    redirects = [];
    isStarted = false;
    return true;
  };
  const endPipeline = (next: Operator): boolean => {
    // A line may end after an operator, and may be empty. Nothing may be missing between other operators.
    if (!endCommand()) return next === 'newline' && !unusual;
    pipelines.push({ commands, after, background: next === '&', unusual });
    commands = [];
    unusual = false;
    after = next === '&&' || next === '||' ? next : ';';
    return true;
  };

  for (const token of tokens) {
    if (token.type === 'operator') {
      const isPipe = token.operator === '|' || token.operator === '|&';
      unusual ||= token.operator === '|&';
      if (isPipe ? !endCommand() : !endPipeline(token.operator)) return null;
    } else if (token.type === 'redirect') {
      redirects.push(token);
      isStarted = true;
    } else {
      const { word } = token;
      if (words.length === 0 && word.plain && COMPOUND.has(word.text)) return null;
      if (words.length === 0 && word.plain && word.text === '!') {
        if (isStarted || unusual || commands.length > 0) return null;
        unusual = true;
        continue;
      }
      isStarted = true;
      if (words.length > 0 || !word.assigns) words.push(word);
    }
  }
  const isWhole = endPipeline(';') || (commands.length === 0 && after === ';' && !unusual);
  return isWhole ? pipelines : null;
}
