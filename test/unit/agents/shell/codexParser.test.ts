import { describe, expect, it } from 'vitest';
import { interpretShell } from '../../../../src/agents/shell/interpret';

/**
 * The cases that Codex's own parser of commands is tested with: what it calls a read must be one here too, with its
 * lines; what it does not must be none.
 */

const reads = (command: string, cwd = '/ws') =>
  interpretShell(command, cwd).items.flatMap((item) => {
    if (item.kind === 'unclear') return [`${item.read.path} ?`];
    if (item.kind !== 'read') return [];
    const { lines, path } = item.stream;
    const ranges =
      'last' in lines ? `last ${lines.last}` : lines.map(([a, b]) => `${a}-${b ?? ''}`).join(' ');
    return [`${path} ${ranges}`];
  });

describe('what Codex calls a read', () => {
  it.each([
    ['bash -lc "cat webview/README.md"', '/ws/webview/README.md 1-'],
    ['zsh -lc "cat README.md"', '/ws/README.md 1-'],
    ['cat webview/README.md', '/ws/webview/README.md 1-'],
    ['bat --theme TwoDark README.md', '/ws/README.md 1-'],
    ['batcat README.md', '/ws/README.md 1-'],
    ['bat --line-range 10:20 --style plain README.md', '/ws/README.md 10-20'],
    ['less -p TODO README.md', '/ws/README.md 1-'],
    // Where nobody looks, it prints the name before the file, or not.
    ['more README.md', '/ws/README.md ?'],
    ['cd foo && cat foo.txt', '/ws/foo/foo.txt 1-'],
    ['cd -- -weird && cat foo.txt', '/ws/-weird/foo.txt 1-'],
    ["bash -lc 'cd foo && cat foo.txt'", '/ws/foo/foo.txt 1-'],
    ['head -n 50 Cargo.toml', '/ws/Cargo.toml 1-50'],
    ['head Cargo.toml', '/ws/Cargo.toml 1-10'],
    ['head -n50 Cargo.toml', '/ws/Cargo.toml 1-50'],
    ['bash -lc "head -n50 Cargo.toml"', '/ws/Cargo.toml 1-50'],
    ["cat tui/Cargo.toml | sed -n '1,200p'", '/ws/tui/Cargo.toml 1-200'],
    ['tail -n +522 README.md', '/ws/README.md 522-'],
    ['tail -n 30 README.md', '/ws/README.md last 30'],
    ['tail README.md', '/ws/README.md last 10'],
    ['tail -n+10 README.md', '/ws/README.md 10-'],
    ["nl -ba core/src/parse_command.rs | sed -n '1200,1720p'", '/ws/core/src/parse_command.rs 1200-1720'],
    ["sed -n '2000,2200p' tui/src/history_cell.rs", '/ws/tui/src/history_cell.rs 2000-2200'],
    ["sed -n '260,640p' exec/src/x.rs | nl -ba", '/ws/exec/src/x.rs 260-640'],
    ["awk '{print $1}' Cargo.toml", '/ws/Cargo.toml ?'],
    ['printf "\\n== x ==\\n"; cat -- ansi-escape/Cargo.toml', '/ws/ansi-escape/Cargo.toml 1-'],
    ['cat -- ./-strange-file-name', '/ws/-strange-file-name 1-'],
    ["sed -n '12,20p' Cargo.toml", '/ws/Cargo.toml 12-20'],
    ["sed -n -e '10p' -- Cargo.toml", '/ws/Cargo.toml 10-10'],
    ['/bin/bash -lc "sed -n \'1,10p\' Cargo.toml"', '/ws/Cargo.toml 1-10'],
    ['/bin/zsh -lc "sed -n \'1,10p\' Cargo.toml"', '/ws/Cargo.toml 1-10'],
    // It calls these formatting; they print lines of the file all the same.
    ['sed -n p Cargo.toml', '/ws/Cargo.toml 1-'],
  ])('%s', (command, expected) => {
    expect(reads(command)).toEqual([expected]);
  });

  it('cat "pkg\\src\\main.rs", on Windows', () => {
    expect(reads('cat "pkg\\src\\main.rs"', 'C:\\ws')).toEqual(['C:\\ws\\pkg\\src\\main.rs 1-']);
  });

  it('cd dir1 dir2 && cat foo.txt: but no shell goes to either folder', () => {
    expect(reads('cd dir1 dir2 && cat foo.txt')).toEqual([]);
  });
});

describe('what Codex does not call a read', () => {
  it.each([
    'git status',
    'git status | wc -l',
    'echo foo > bar',
    'cat a b | head -n 3',
    "for f in a b; do sed -n '1,5p' $f; done",
    "bash -lc 'cd foo && bar'",
    'npm run build',
    'rg -l X | xargs perl -pi -e s/a/b/',
    'rg --files | nl -ba | foo',
    'rg --files',
    'rg -n "navigate-to-route" -S',
    'git grep TODO src',
    'fd -t f src/',
    'find . -name "*.rs"',
    'ls -la | sed -n 1,120p',
    'grep -R TODO src',
    'sed -i s/a/b/ Cargo.toml',
    'python3 -c "import os; print(os.listdir())"',
    'git show HEAD:Cargo.toml',
    'diff a b',
  ])('%s', (command) => {
    expect(reads(command)).toEqual([]);
  });
});
