import { MOST_TEST_COMMANDS } from './limits';

/**
 * Commands that check a change, of the common ecosystems. A pattern is a list of words that the command must begin with;
 * `|` separates alternatives of one word, `*` stands for any characters of it. Options that stand between the words of a
 * command, the program's folder, and programs that only start others (`npx`, `python -m`) are passed over.
 */
export const DEFAULT_TEST_COMMANDS: readonly string[] = [
  'npm|pnpm|yarn|bun test*|build*|check*|lint*|typecheck*|type-check*|verify*',
  'npm|pnpm|yarn|bun run test*|build*|check*|lint*|typecheck*|type-check*|verify*|compile*',
  'turbo|nx|lerna test*|build*|lint*|run|run-many|affected',
  'vitest|jest|mocha|ava|tap|tsc|vue-tsc|eslint|oxlint|biome|stylelint',
  'playwright|cypress test|run',
  'node --test*',
  'deno test|check|lint',
  'pytest|py.test|unittest|tox|nox|mypy|pyright|flake8|pylint|ruff',
  'manage.py test|check',
  'go test|build|vet',
  'golangci-lint|staticcheck',
  'cargo test|t|build|b|check|c|clippy|nextest|bench',
  'mvn|mvnw|mvnd|gradle|gradlew|sbt|mill|ant|bazel|bazelisk|buck|buck2|pants',
  'lein|clj|clojure test*|check*',
  'dotnet test|build|vstest',
  'msbuild|xcodebuild',
  'make|gmake|ninja|ctest',
  'cmake --build',
  'meson test|compile',
  'just|task|mage test*|build*|check*|lint*|ci',
  'gcc|g++|clang|clang++|javac|kotlinc|rustc|swiftc',
  'rspec|rake|rubocop|minitest',
  'rails test*',
  'phpunit|pest|phpstan|psalm',
  'composer test*|check*|lint*',
  'artisan test',
  'mix test|compile|credo|dialyzer',
  'rebar3 ct|eunit|compile|dialyzer',
  'gleam|zig|dune test|build|check|runtest',
  'swift test|build',
  'flutter|dart test|analyze|build',
  'stack|cabal test|build',
  'terraform|tofu validate|plan',
  'pre-commit run',
  'bats|shellcheck',
];

/** Programs that start the one named next. */
const STARTERS: ReadonlySet<string> = new Set(
  'npx pnpx bunx npm pnpm yarn bun exec dlx run python python3 py php ruby bundle poetry uv pipenv pdm hatch rye bin time env sudo nice timeout xvfb-run'.split(
    ' ',
  ),
);

/** A command is looked at so far, in characters and in words. */
const LONGEST_COMMAND = 400;
const MOST_WORDS = 40;
/** Longest pattern, in characters: a longer one matches nothing. */
export const LONGEST_TEST_COMMAND = 200;

/** Tells which commands are tests or builds. Takes time in proportion to the patterns' length and the command's. */
export class TestCommands {
  /** Words of each pattern, each with its alternatives. */
  readonly #patterns: readonly (readonly (readonly string[])[])[];

  constructor(patterns: readonly string[]) {
    this.#patterns = patterns
      .slice(0, MOST_TEST_COMMANDS)
      .filter((pattern) => pattern.length <= LONGEST_TEST_COMMAND)
      .map((pattern) => wordsOf(pattern).map((word) => word.split('|')))
      .filter((words) => words.length > 0);
  }

  /** @param command in short: program and plain words */
  has(command: string): boolean {
    let words = wordsOf(command.slice(0, LONGEST_COMMAND)).slice(0, MOST_WORDS);
    while (words.length > 0) {
      const [first = '', ...rest] = words;
      const program = first.slice(first.lastIndexOf('/') + 1);
      if (this.#patterns.some((pattern) => begins([program, ...rest], pattern))) return true;
      const isPassedOver = STARTERS.has(program) || isOption(first) || /^\w+=|^\d+[smh]?$/.test(first);
      if (!isPassedOver) return false;
      words = rest;
    }
    return false;
  }
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

function isOption(word: string): boolean {
  return word.startsWith('-') || word.startsWith('+');
}

/** Whether the words are those of the pattern, in order, with nothing but options between them. */
function begins(words: readonly string[], pattern: readonly (readonly string[])[]): boolean {
  let at = 0;
  for (const word of words) {
    const wanted = pattern[at];
    if (wanted === undefined) return true;
    if (wanted.some((alternative) => isLike(word, alternative))) at++;
    else if (!isOption(word)) return false;
  }
  return at === pattern.length;
}

/** Whether a word fits a pattern in which `*` stands for any characters. */
function isLike(word: string, pattern: string): boolean {
  const [start = '', ...parts] = pattern.split('*');
  if (parts.length === 0) return word === pattern;
  const end = parts.pop() ?? '';
  if (word.length < start.length + end.length || !word.startsWith(start) || !word.endsWith(end)) return false;
  let from = start.length;
  for (const part of parts) {
    const found = word.indexOf(part, from);
    if (found === -1) return false;
    from = found + part.length;
  }
  return from <= word.length - end.length;
}
