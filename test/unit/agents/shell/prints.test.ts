import { describe, expect, it } from 'vitest';
import { parseShell } from '../../../../src/agents/shell/parse';
import { printedLines } from '../../../../src/agents/shell/prints';

function printed(command: string): number | null | undefined {
  const [pipeline] = parseShell(command) ?? [];
  return pipeline && printedLines(pipeline);
}

describe('what a command prints', () => {
  it.each([
    'cd src',
    'cp a b',
    'sleep 1 &',
    'export A=1',
    'set -euo pipefail',
    "sed -i 's/a/b/' f",
    'cat > f <<EOF\nx\nEOF',
    'cat a b > c',
    'echo x >> f',
    'make > log 2>&1',
    'make &> log',
    'make >& log',
    'make > log 2> /dev/null',
    'make 2> errors > log',
    'make > log 2>&1 &',
    'make 2>&1 | cat > log',
    'make 3>&1 > log 2>&1',
    'cat a | tee b > /dev/null',
  ])('is nothing: %j', (command) => {
    expect(printed(command)).toBe(0);
  });

  it.each([
    'pwd',
    'pwd 2>/dev/null',
    'date +%F',
    'date -u',
    'wc -l a',
    'wc -l < a',
    'cat a | wc -l',
    'grep x a | wc -c',
    'make 2>/dev/null | wc -l',
  ])('is one line: %j', (command) => {
    expect(printed(command)).toBe(1);
  });

  it.each([
    // What is given to a program says nothing about what it prints.
    "python3 - <<'EOF'\nprint(1)\nEOF",
    'cat <<EOF\nx\nEOF',
    'cat <<< x',
    'node < script.js',
    'tee copy <<EOF\nx\nEOF',
    // In the background, it is printed all the same.
    'make &',
    // These are seen.
    'make >&2',
    'make > /dev/stderr',
    'make > /dev/stdout',
    'make > /proc/self/fd/1',
    'make > $LOG 2>&1',
    'make 3> log',
    'make 1<&2',
    'make 3>&1 1>&2 2>&3',
    // And so are errors that nobody knows by their looks.
    'make > log',
    'make 2>&1 > log',
    'make | cat > log',
    'make | wc -l',
    // Only the last one's output is anywhere.
    'make > log 2>&1 | ls',
    'cp -v a b',
    'chmod -c +x a',
    'cp a /dev/stdout',
    'dd of=/dev/stdout',
    'cp --help',
    'cd -',
    'export',
    'export -p',
    'set',
    'set -x',
    'set -ex',
    'date +%n%n',
    'wc a b',
    'wc --files0-from=list',
    'npm test',
  ])('is not known: %j', (command) => {
    expect(printed(command)).toBeNull();
  });
});
