import type { SimpleCommand } from './parse';
import { lineProgram } from './readers';
import { shellSearch } from './searches';

/** Programs that write no file, or only those that their words name. */
const HARMLESS: ReadonlySet<string> = new Set(
  (
    'cd pwd true false : test [ echo printf export unset set exit sleep wait date whoami hostname id uname env printenv ' +
    'which type command file stat du df wc sort uniq cut tr column diff cmp comm md5sum sha1sum sha256sum cksum ' +
    'basename dirname realpath readlink seq jq strings xxd od hexdump tac rev fold tee cp mv rm mkdir rmdir touch chmod'
  ).split(' '),
);

const HARMLESS_GIT: ReadonlySet<string> = new Set(
  'status log diff show branch rev-parse ls-files ls-tree blame remote describe shortlog reflog cat-file config'.split(
    ' ',
  ),
);

/** Whether a command writes no file but those it names. In doubt, it may. */
export function changesNothing(command: SimpleCommand): boolean {
  const [name, ...rest] = command.words;
  if (name === undefined) return true;
  if (name.dynamic) return false;
  if (HARMLESS.has(name.text) || shellSearch(command) !== null) return !rest.some(isAction);
  if (name.text === 'git') return rest[0] !== undefined && !rest[0].dynamic && HARMLESS_GIT.has(rest[0].text);
  if (rest.some((word) => word.dynamic)) return false;
  return (
    lineProgram(
      name.text,
      rest.map((word) => word.text),
    ) !== null
  );
}

/** `find … -delete`, `-exec`; `sort -o`. */
function isAction({ text }: { readonly text: string }): boolean {
  return /^-(?:delete|exec|execdir|ok|okdir|fprint|fprintf|fls|x|X|o)$/.test(text);
}
