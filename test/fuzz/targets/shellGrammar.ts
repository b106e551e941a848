/** Numbers that the bytes of an input choose; 0 once there are no more. */
export class Choices {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isOver(): boolean {
    return this.#at >= this.#bytes.length;
  }

  below(end: number): number {
    return (this.#bytes[this.#at++] ?? 0) % end;
  }

  /** From 0 to `end`. */
  part(end: number): number {
    return Math.round((this.below(256) / 255) * end);
  }

  of<T>(items: readonly [T, ...T[]]): T {
    return items[this.below(items.length)] ?? items[0];
  }
}

/** What there is to read; `gone.ts` is not there. */
const FILES = [
  'a.ts',
  'b.ts',
  'src/c.ts',
  'empty.ts',
  'open.ts',
  'crlf.ts',
  './a.ts',
  '../ws/b.ts',
  "'a.ts'",
  'gone.ts',
  'new.ts',
  'moved.ts',
  'src/a.ts',
] as const;

export interface Command {
  readonly text: string;
  /** Whether it may change a file: once at most, so that all it prints of it is from before or from after. */
  readonly changes: boolean;
}

/** A shell command, of all the ways in which agents look at files and change them. */
export function commandOf(choices: Choices): Command {
  const statements = [statement(choices)];
  for (let more = choices.below(4); more > 0 && !choices.isOver; more--) statements.push(statement(choices));
  const changes = choices.below(4) === 0;
  if (changes) statements.splice(choices.below(statements.length + 1), 0, change(choices));
  const text = statements.reduce(
    (command, next) =>
      command + choices.of(['; ', ' && ', ' || ', '\n', ' ; echo --- ; ', ' && echo && ', '\n\n']) + next,
  );
  return { text, changes };
}

function change(choices: Choices): string {
  const name = choices.of(['a.ts', 'b.ts', 'src/c.ts', 'open.ts', 'new.ts']);
  const n = number(choices) + 1;
  return choices.of([
    `sed -i '${n}d' ${name}`,
    `sed -i 's/line_${n}_/changed_${n}_/' ${name}`,
    `sed -i '1i first_line_of_all' ${name}`,
    `rm -f ${name}`,
    `mv ${name} moved.ts`,
    `mv b.ts ${name}`,
    `cp b.ts ${name}`,
    `cp ${name} copy.ts`,
    `echo appended_line >> ${name}`,
    `echo the_only_line > ${name}`,
    `printf 'one_line\\nother_line\\n' > ${name}`,
    `cat <<'EOF' > ${name}\nwritten_1\nwritten_2\nEOF`,
    `cat b.ts | tee ${name}`,
    `head -n ${n} a.ts > ${name}`,
    `truncate -s 0 ${name}`,
    `ln -sf b.ts ${name}`,
    `git checkout -- ${name}`,
    `perl -pi -e 's/line/LINE/' ${name}`,
  ]);
}

function statement(choices: Choices): string {
  switch (choices.below(16)) {
    case 0:
      return `cd ${choices.of(['src', '..', '.', 'src && cd ..', '/nowhere'])}`;
    case 1:
      return `echo ${choices.of(['x', '---', "'a b'", '-n x', '"=== a.ts ==="', '', '-e "a\\nb"'])}`;
    case 2:
      return `(${pipeline(choices)})`;
    case 3:
      return `{ ${pipeline(choices)}; }`;
    case 4:
      return `for f in ${file(choices)} ${file(choices)}; do ${choices.of(['cat "$f"', 'head -n 2 $f', 'echo $f; tail -n 3 $f'])}; done`;
    case 5:
      return `if ${choices.of(['true', 'false', '[ -f a.ts ]', 'grep -q nothing a.ts'])}; then ${pipeline(choices)}; else ${pipeline(choices)}; fi`;
    case 6:
      return `bash -c ${quoted(pipeline(choices))}`;
    case 7:
      return `F=${file(choices)}; cat $F`;
    case 8:
      return `cat <<EOF\n${choices.of(['x', 'line', '$HOME'])}\nEOF`;
    case 9:
      return choices.of([
        'ls',
        'pwd',
        'wc -l a.ts',
        'true',
        'false',
        'printf "a\\nb"',
        'printf x',
        'cat -',
        ':',
      ]);
    case 10:
      return `${pipeline(choices)} ${choices.of(['2>/dev/null', '2>&1', '>/dev/null', '&', '|| true', '< a.ts', '1>&2'])}`;
    case 11:
      return `${choices.of(['!', 'time', 'command', 'nice', 'env', 'timeout 5'])} ${pipeline(choices)}`;
    default:
      return pipeline(choices);
  }
}

function pipeline(choices: Choices): string {
  let text = source(choices);
  for (let filters = choices.below(6) - 3; filters > 0; filters--) text += ` | ${filter(choices)}`;
  return text;
}

function source(choices: Choices): string {
  const name = file(choices);
  switch (choices.below(18)) {
    case 0:
      return `cat ${name} ${file(choices)}`;
    case 1:
      return `cat ${choices.of(['-n', '-A', '-b', '-s', '-E', '--', '-vet'])} ${name}`;
    case 2:
      return `nl ${choices.of(['-ba', '', '-b a -s: ', '-v 5 -ba', '-w1 -ba'])} ${name}`;
    case 3:
      return `head ${headTail(choices)} ${name}`;
    case 4:
      return `tail ${headTail(choices)} ${name}`;
    case 5:
      return `head ${headTail(choices)} ${name} ${file(choices)}`;
    case 6:
      return `sed ${choices.of(['-n ', '-n ', '', '-ne ', '-E -n '])}${script(choices)} ${name}`;
    case 7:
      return `awk ${awk(choices)} ${name}`;
    case 12:
      return `git ${choices.of(['grep -n line', 'diff', 'show HEAD:a.ts', 'log -p --', 'status -s'])} ${name}`;
    case 13:
      return `${choices.of(['less', 'more', 'bat', 'wc -l', 'od -c', 'strings', 'xxd'])} ${name}`;
    case 8:
      return `grep ${choices.of(['-n ', '', '-c ', '-v ', '-A2 ', '-nC1 ', '-o '])}${choices.of(["''", 'line', '_1', '"^"', 'nothing', '3'])} ${name}`;
    case 9:
      return `tac ${name}`;
    case 10:
      return `cut -c1-${1 + choices.below(30)} ${name}`;
    case 11:
      return `sort ${choices.of(['', '-r', '-u'])} ${name}`;
    default:
      return `cat ${name}`;
  }
}

function filter(choices: Choices): string {
  switch (choices.below(9)) {
    case 0:
      return `head ${headTail(choices)}`;
    case 1:
      return `tail ${headTail(choices)}`;
    case 2:
      return `sed -n ${script(choices)}`;
    case 3:
      return choices.of([
        'cat',
        'cat -n',
        'nl -ba',
        'tac',
        'wc -l',
        'sort',
        'uniq',
        'rev',
        'tr a-z A-Z',
        'fold -w 9',
      ]);
    case 4:
      return `grep ${choices.of(['', '-n ', '-v '])}${choices.of(['line', '_1', "''", '2'])}`;
    case 5:
      return `awk ${awk(choices)}`;
    case 6:
      return `sed ${choices.of(["'s/line/LINE/'", '1d', "'$d'", '/_3/d', 'G', "'='", "'s/^/> /'", 'p', '3q'])}`;
    case 7:
      return `cut -d_ -f1-${1 + choices.below(3)}`;
    default:
      return 'cat';
  }
}

function headTail(choices: Choices): string {
  const n = number(choices);
  return choices.of([
    `-n ${n}`,
    `-${n}`,
    `-n${n}`,
    `-n +${n}`,
    `-n -${n}`,
    '',
    `--lines=${n}`,
    `-q -n ${n}`,
    `-c ${n}`,
    `-v -n ${n}`,
  ]);
}

function script(choices: Choices): string {
  const [a, b] = [number(choices), number(choices)];
  const text = choices.of([
    `${a},${b}p`,
    `${a}p`,
    `${a},$p`,
    '$p',
    'p',
    `${a}p;${b}p`,
    `${a},+${b}p`,
    `${a}~2p`,
    `/_${a}_/,/_${b}_/p`,
    `${a},${b}!p`,
    `${a},${b}{p;p}`,
    `${a},${b}p;${b}q`,
    `${a}{p;q}`,
    `0,${a}p`,
    `${a},${b}l`,
    `${a}=`,
  ]);
  return choices.of([`'${text}'`, `"${text.replaceAll('$', '\\$')}"`]);
}

function awk(choices: Choices): string {
  const [a, b] = [number(choices), number(choices)];
  return `'${choices.of([
    `NR>=${a} && NR<=${b}`,
    `NR==${a},NR==${b}`,
    `NR==${a}{print}`,
    '{print NR": "$0}',
    `NR>${a}{exit} {print}`,
    '{print $0}',
    `FNR>=${a}`,
    '1',
    `NR%2==0`,
    `NR>=${a}{print NR, $0}`,
    'END{print}',
    '{printf "%d %s\\n", NR, $0}',
  ])}'`;
}

function number(choices: Choices): number {
  if (choices.below(40) === 0) return choices.of([99_999_999, 10_000_001, 123_456_789_012]);
  return choices.below(12) === 0 ? choices.below(60) : choices.below(14);
}

function file(choices: Choices): string {
  return choices.of(FILES);
}

/** For the shell, as one word. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
