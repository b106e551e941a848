import { describe, expect, it } from 'vitest';
import { interpretShell, type ShellItem } from '../../../../src/agents/shell/interpret';
import { shortCommand } from '../../../../src/agents/shell/shortCommand';

/** One item in short: `read src/a.ts 1-30`, `unclear src/a.ts`, `text --- `, `changed a`, … */
function short(item: ShellItem): string {
  switch (item.kind) {
    case 'read': {
      const { lines, path, prefix } = item.stream;
      const ranges =
        'last' in lines ? `last ${lines.last}` : lines.map(([a, b]) => `${a}-${b ?? ''}`).join(' ');
      return `read ${path} ${ranges}${prefix.kind === 'none' ? '' : ` ${prefix.kind}`}`;
    }
    case 'unclear':
      return `unclear ${item.read.path}`;
    case 'text':
      return `text ${item.lines.join('|')}${item.instead === true ? ' instead' : ''}`;
    case 'search':
      return `search ${item.search.tool}${item.search.file === undefined ? '' : ` ${item.search.file}`}`;
    case 'command':
      return `command ${item.short}`;
    case 'change':
      return item.change.kind === 'renamed'
        ? `renamed ${item.change.from} ${item.change.to}`
        : `${item.change.kind} ${item.change.file}`;
  }
}

const items = (command: string, cwd: string | null = '/ws') => interpretShell(command, cwd).items.map(short);

describe('interpretShell', () => {
  it.each([
    ['cat f', ['read /ws/f 1-']],
    ["sed -n '10,20p' f", ['read /ws/f 10-20']],
    ['sed -n 10p f', ['read /ws/f 10-10']],
    ["sed -n '10,$p' f", ['read /ws/f 10-']],
    ["sed -n '$p' f", ['read /ws/f last 1']],
    ["sed -n '10,+5p' f", ['read /ws/f 10-15']],
    ["sed -n -e '1,3p' -e '7p' f", ['read /ws/f 1-3 7-7']],
    ["sed -n '1,5p;5q' f", ['read /ws/f 1-5']],
    ['sed 5q f', ['read /ws/f 1-5']],
    ["sed '4,$d' f", ['read /ws/f 1-3']],
    ["sed '4,6!d' f", ['read /ws/f 4-6']],
    ['sed -n p f', ['read /ws/f 1-']],
    ['head -n 30 f', ['read /ws/f 1-30']],
    ['head -30 f', ['read /ws/f 1-30']],
    ['head f', ['read /ws/f 1-10']],
    ['head --lines=7 f', ['read /ws/f 1-7']],
    ['tail -n 10 f', ['read /ws/f last 10']],
    ['tail f', ['read /ws/f last 10']],
    ['tail -n +522 f', ['read /ws/f 522-']],
    ['tail -n+10 f', ['read /ws/f 10-']],
    ["nl -ba f | sed -n '5,9p'", ['read /ws/f 5-9 numbers']],
    ['nl f', ['read /ws/f 1- nonblank']],
    ['cat -n f', ['read /ws/f 1- numbers']],
    ["sed -n '260,640p' f | nl -ba", ['read /ws/f 260-640 numbers']],
    ["cat f | sed -n '1,200p'", ['read /ws/f 1-200']],
    ['head -50 f | tail -20', ['read /ws/f 31-50']],
    ['tail -n +100 f | head -n 20', ['read /ws/f 100-119']],
    ["awk 'NR>=5 && NR<=9' f", ['read /ws/f 5-9']],
    ["awk 'NR==5, NR==9 {print}' f", ['read /ws/f 5-9']],
    ['less f', ['read /ws/f 1-']],
    ['head -5 f | more', ['read /ws/f 1-5']],
    ['bat --theme TwoDark -r 3:9 f', ['read /ws/f 3-9']],
    ['bat --style=numbers --line-range=:9 f', ['read /ws/f 1-9']],
    ['bat -pr 3: f', ['read /ws/f 3-']],
    ['bat -r 3:+4 f', ['read /ws/f 3-7']],
    ['bat -r 3 f', ['read /ws/f 3-3']],
    ['less -RFX f', ['read /ws/f 1-']],
    ["sh -c 'head -5 f'", ['read /ws/f 1-5']],
    ["cat 'it'\\''s' \"a b\" c\\ d", ["read /ws/it's 1-", 'read /ws/a b 1-', 'read /ws/c d 1-']],
    ['/bin/cat f', ['read /ws/f 1-']],
    ['cat -- -odd', ['read /ws/-odd 1-']],
    ['cat a b', ['read /ws/a 1-', 'read /ws/b 1-']],
    ['head -n 2 a b', ['text ==> a <==', 'read /ws/a 1-2', 'text |==> b <==', 'read /ws/b 1-2']],
    ['cat "two words.txt"', ['read /ws/two words.txt 1-']],
    ['cat f 2>/dev/null', ['read /ws/f 1-']],
    ['cd src && cat f', ['read /ws/src/f 1-']],
    ['cd -- dir1; cat ../f', ['read /ws/f 1-']],
    ['echo "== a =="; cat a', ['text == a ==', 'read /ws/a 1-']],
    ["printf '\\n== x ==\\n'; cat a", ['text |== x ==', 'read /ws/a 1-']],
    ['cat f || echo none', ['read /ws/f 1-', 'text none instead']],
    ["bash -lc 'cd src && cat f'", ['read /ws/src/f 1-']],
    ['/bin/zsh -c "cat f"', ['read /ws/f 1-']],
    ['cat f | tee copy', ['read /ws/f 1-', 'changed /ws/copy']],
  ])('finds what %j reads', (command, expected) => {
    expect(items(command)).toEqual(expected);
  });

  it.each([
    ['cat f | head -5 | grep x', ['unclear /ws/f']],
    ["sed 's/a/b/' f", ['unclear /ws/f']],
    ["sed -n '/re/p' f", ['unclear /ws/f']],
    ["sed -n '1,5p;3,7p' f", ['unclear /ws/f']],
    ['head -c 100 f', ['unclear /ws/f']],
    ['tail -c 100 f', ['unclear /ws/f']],
    ['tail -c +100 f', ['unclear /ws/f']],
    ['less +40 f', ['unclear /ws/f']],
    ['more f', ['unclear /ws/f']],
    ['more -s f', ['unclear /ws/f']],
    ['bat -A f', ['unclear /ws/f']],
    ['bat -n f', ['unclear /ws/f']],
    ['bat --decorations=always f', ['unclear /ws/f']],
    ['bat -r 1:2 -r 5:6 f', ['unclear /ws/f']],
    ['nl -ba -v 5 f', ['unclear /ws/f']],
    ['head -n -5 f', ['unclear /ws/f']],
    ['cat -A f', ['unclear /ws/f']],
    ["awk '{print $1}' f", ['unclear /ws/f']],
    ['tail -n 20 f | head -n 5', ['unclear /ws/f']],
  ])('knows the file of %j, not its lines', (command, expected) => {
    expect(items(command)).toEqual(expected);
  });

  it.each([
    'git show HEAD:f',
    "cat 'f",
    'cat $F',
    'cat *.ts',
    'cat ~/f',
    'cat < f',
    'cat <<EOF\ncat f\nEOF',
    'for f in a; do cat $f; done',
    '(cat f)',
    'cat f > out',
    'cat f &> out',
    'cat $(ls)',
    'cat f | wc -l',
    'sed -n 1,5p a b | head',
    'npm run build',
    'cat f | while read x; do echo $x; done',
    'cat -',
    'find . -exec cat {} +',
    'xargs cat f',
    'bash -c "cat $F"',
    "bash -c 'cat f' | head",
    "bash -c 'cat $0' f",
    "python3 -c 'cat f'",
  ])('claims nothing for %j', (command) => {
    expect(items(command).filter((item) => /^(?:read|unclear)/.test(item))).toEqual([]);
  });

  it.each([
    ["sed -i 's/a/b/' f g", ['command sed -i f g', 'changed /ws/f', 'changed /ws/g']],
    ['echo x >> f', ['changed /ws/f']],
    ["cat > f <<'EOF'\nx\nEOF", ['command cat', 'changed /ws/f']],
    ['mv a b', ['command mv a b', 'renamed /ws/a /ws/b', 'changed /ws/b/a']],
    ['mv a b c/', ['command mv a b c/', 'renamed /ws/a /ws/c/a', 'renamed /ws/b /ws/c/b']],
    ['mv a.ts b.ts', ['command mv a.ts b.ts', 'renamed /ws/a.ts /ws/b.ts']],
    ['cp a.ts src/b.ts', ['command cp a.ts src/b.ts', 'changed /ws/src/b.ts']],
    ['cp a.ts ..', ['command cp a.ts ..', 'changed /', 'changed /a.ts']],
    ['rm -f a', ['command rm -f a', 'deleted /ws/a']],
    ['cp a b', ['command cp a b', 'changed /ws/b', 'changed /ws/b/a']],
    ['git checkout -- f', ['command git checkout -- f', 'changed /ws/f']],
    ['git restore f', ['command git restore f', 'changed /ws/f']],
    ['git mv a b', ['command git mv a b', 'renamed /ws/a /ws/b', 'changed /ws/b/a']],
    ["perl -pi -e 's/a/b/' f", ['command perl -pi -e f', 'changed /ws/f']],
    ['npm test 2> /dev/null', ['command npm test']],
    ['npm test > log 2>&1', ['command npm test', 'changed /ws/log']],
  ])('finds what %j changes', (command, expected) => {
    expect(items(command)).toEqual(expected);
  });

  it.each([
    ["grep -n 'x' f", ['search grep f']],
    ["grep -rn 'x' src", ['search grep']],
    ['rg -n x src/a.ts | head', ['search rg src/a.ts']],
    ['git grep x', ['search grep']],
    ['ls -la src', ['search ls']],
    ["find . -name '*.ts'", ['search find']],
  ])('finds what %j asks', (command, expected) => {
    expect(items(command)).toEqual(expected);
  });

  it('follows the working directory', () => {
    expect(interpretShell('cd src/deep && ls; cd ..', '/ws').cwd).toBe('/ws/src');
    expect(interpretShell('cd', '/ws').cwd).toBeNull();
    expect(interpretShell('cd - && cat f', '/ws').items.map(short)).toEqual(['command ', 'command cat f']);
    expect(interpretShell('cd gone 2>/dev/null; cat f', '/ws').items.map(short)).toEqual(['command cat f']);
    expect(interpretShell('(cd src)', '/ws').cwd).toBeNull();
    expect(interpretShell("bash -c 'cd src'", '/ws').cwd).toBe('/ws');
    expect(interpretShell('cat f', null).items.map(short)).toEqual(['command cat f']);
    expect(interpretShell('cat /ws/f', null).items.map(short)).toEqual(['read /ws/f 1-']);
    expect(interpretShell('cat src\\\\a.ts', 'C:\\ws').items.map(short)).toEqual([
      'read C:\\ws\\src\\a.ts 1-',
    ]);
  });

  it('stops where the shell leaves', () => {
    expect(items('cat a; exit 0; cat b')).toEqual(['read /ws/a 1-']);
  });
});

describe('shortCommand', () => {
  it.each([
    ['npm test', 'npm test'],
    ['cd src && npm test -- --watch=false 2>&1 | tail -5', 'npm test -- --watch=false'],
    ["git commit -m 'secret line of a file'", 'git commit -m'],
    ["python3 - <<'EOF'\nsecret()\nEOF", 'python3 -'],
    ['FOO=1 make build', 'make build'],
    ['for f in a b; do secret; done', 'for f in a b'],
    ["node -e 'secret'", 'node -e'],
    ['FOO=1 prog -\r', 'prog -'],
    ['"$X" run', ''],
    ['', ''],
  ])('%j is %j', (command, expected) => {
    expect(shortCommand(command)).toBe(expected);
    expect(shortCommand(expected)).toBe(expected);
  });

  it('is never long', () => {
    expect(shortCommand(`prog ${'word '.repeat(100)}`).length).toBeLessThanOrEqual(80);
  });
});
