import { interpretShell } from '../../../src/agents/shell/interpret';
import { wholeOutput } from '../../../src/agents/shell/output';
import { shellCall } from '../../../src/agents/shell/shellCall';
import { withSoundNames } from '../../../src/agents/soundNames';
import { openWorkshop } from '../../../src/agents/workshop';
import type { AgentEvent } from '../../../src/tracker/event';
import type { Target } from '../engine/target';
import { checkEvents } from '../oracles/events';
import { KnownTexts } from '../oracles/knownTexts';
import { checkShown } from '../oracles/texts';

const SEEDS: readonly string[] = [
  'cat a.ts',
  "sed -n '10,20p;30,$p' a.ts | head -n 5",
  'nl -ba a.ts | sed -n "5,9p"',
  'cd src && head -n 30 b.ts; tail -n +4 c.ts',
  "awk 'NR>=3 && NR<=9' a.ts",
  'awk \'{print NR": "$0}\' a.ts',
  "cat <<'EOF' > x.ts\na\nb\nEOF\ncat x.ts",
  'bash -lc "cat a.ts && grep -n x b.ts"',
  'for f in a b; do cat $f; done',
  'git show HEAD:a.ts; git diff --stat; wc -l a.ts',
  'rg -n "x" src | head',
  "grep -n '' a.ts",
  'cat "a b.ts" \'c d.ts\' e\\ f.ts 2>/dev/null || true',
  "printf '%s\\n' a b; echo --- ; cat a.ts",
  '(cat a.ts) & wait; { cat b.ts; }',
  `cat \${x:-a.ts} $(echo b.ts) \`echo c.ts\` $((1+2))`,
  "sed -e '1,3d' -e 's/a/b/' a.ts",
  "sed -i 's/a/b/' a.ts; rm -f b.ts; mv c.ts d.ts; cp a.ts e.ts; > f.ts",
  'Get-Content a.ts -TotalCount 5 | Select-Object -First 3',
  '$x = Get-Content -Path "a.ts" -Tail 4; Select-String -Pattern x b.ts',
  'Get-Content a.ts | Select-Object -Skip 3 -First 5; Set-Location src',
  'cat a.ts\0b',
  '"',
  "'",
  '<<',
  '$(',
  '((',
  '{',
  '`',
  '\\',
  '| cat a',
  '; ; ;',
  'cat < a.ts >& b',
];
const OUTPUT = Array.from({ length: 30 }, (_, i) => `line ${i + 1} of a file`).join('\n');
const BETWEEN = Buffer.from('\n\0\n');

/** A command, and what it printed: in POSIX's language and in that of PowerShell. */
export const SHELL_TEXT: Target = {
  name: 'shell-text',
  checks: 'only lines credited whose text was printed; ranges, round trip, tracker',
  seeds: () => SEEDS.map((command) => Buffer.from(`${command}${BETWEEN}${OUTPUT}`)),
  open: async () => {
    const hasher = new KnownTexts([21, 22]);
    return {
      run: (input) => {
        hasher.forget();
        const at = input.indexOf(BETWEEN);
        const command = input.subarray(0, at === -1 ? input.length : at).toString('utf8');
        const text = at === -1 ? '' : input.subarray(at + BETWEEN.length).toString('utf8');
        interpretShell(command, null);
        for (const shell of ['posix', 'powershell'] as const) {
          const workshop = openWorkshop(hasher);
          const base = { source: 'x', session: 's', agent: 'x', actor: 'main', time: 1, call: 'c' };
          const events: AgentEvent[] = [];
          for (const hasFailed of [false, true]) {
            const call = {
              command,
              shell,
              cwd: '/ws',
              output: wholeOutput(text),
              hasFailed,
              isDenied: false,
              error: 'other',
            };
            events.push(...shellCall(call, { ...base, call: `c${hasFailed}` }, workshop).events);
          }
          checkEvents(withSoundNames(events), hasher, true);
          // What a command writes by itself is known too.
          checkShown(
            events.filter(({ kind }) => kind === 'read'),
            [text],
            hasher,
          );
        }
      },
      close: () => undefined,
    };
  },
};
