import { describe, expect, it } from 'vitest';
import { wholeOutput } from '../../../../src/agents/shell/output';
import { interpretPowerShell } from '../../../../src/agents/shell/powershell';
import { shellCall } from '../../../../src/agents/shell/shellCall';
import { openWorkshop } from '../../../../src/agents/workshop';
import { LineHasher } from '../../../../src/text/lineHash';

const CWD = 'C:\\ws';

function items(command: string): string[] | null {
  const reading = interpretPowerShell(command, CWD);
  if (reading === null) return null;
  return reading.items.map((item) => {
    if (item.kind === 'unclear') return `unclear ${item.read.path}`;
    if (item.kind === 'text') return `text ${item.lines.join('|')}`;
    if (item.kind !== 'read') return item.kind;
    const { lines, path } = item.stream;
    const ranges =
      'last' in lines ? `last ${lines.last}` : lines.map(([a, b]) => `${a}-${b ?? ''}`).join(' ');
    return `read ${path} ${ranges}`;
  });
}

describe('interpretPowerShell', () => {
  it.each([
    ['Get-Content f.ts', ['read C:\\ws\\f.ts 1-']],
    ['gc "pkg\\src\\main.rs"', ['read C:\\ws\\pkg\\src\\main.rs 1-']],
    ["cat 'it''s.ts'", ["read C:\\ws\\it's.ts 1-"]],
    ['type D:\\a\\b.ts', ['read D:\\a\\b.ts 1-']],
    ['Get-Content -Path f.ts -Raw', ['read C:\\ws\\f.ts 1-']],
    ['Get-Content -LiteralPath "a[1].ts" -Encoding utf8', ['read C:\\ws\\a[1].ts 1-']],
    ['Get-Content f.ts -TotalCount 40', ['read C:\\ws\\f.ts 1-40']],
    ['get-content f.ts -head 5', ['read C:\\ws\\f.ts 1-5']],
    ['Get-Content f.ts -Tail 20', ['read C:\\ws\\f.ts last 20']],
    ['Get-Content f.ts | Select-Object -First 30', ['read C:\\ws\\f.ts 1-30']],
    ['Get-Content f.ts | select -Last 3', ['read C:\\ws\\f.ts last 3']],
    ['Get-Content f.ts | Select-Object -Skip 9 -First 11', ['read C:\\ws\\f.ts 10-20']],
    ['Get-Content f.ts | Select-Object -Skip 100', ['read C:\\ws\\f.ts 101-']],
    ['gc f.ts -TotalCount 50 | select -Last 5', ['read C:\\ws\\f.ts 46-50']],
    ['(Get-Content f.ts)[9..19]', ['read C:\\ws\\f.ts 10-20']],
    ['cd src; Get-Content a.ts', ['read C:\\ws\\src\\a.ts 1-']],
    ["Write-Output '---'; Get-Content a.ts", ['text ---', 'read C:\\ws\\a.ts 1-']],
    ['Get-Content a.ts; Get-Content b.ts', ['read C:\\ws\\a.ts 1-', 'read C:\\ws\\b.ts 1-']],
  ])('finds what %j reads', (command, expected) => {
    expect(items(command)).toEqual(expected);
  });

  it.each([
    ['Get-Content f.ts | Select-String x', ['unclear C:\\ws\\f.ts']],
    ['Get-Content f.ts | Select-Object -First 3 -Last 3', ['unclear C:\\ws\\f.ts']],
    ['Get-Content f.ts | Select-Object -Skip 3 -Last 3', ['unclear C:\\ws\\f.ts']],
    ['Get-Content f.ts | Select-Object -Index 3', ['unclear C:\\ws\\f.ts']],
    ['Get-Content f.ts -Raw | Select-Object -First 3', ['unclear C:\\ws\\f.ts']],
    ['Get-Content f.ts -Tail -5', ['unclear C:\\ws\\f.ts']],
    ['Get-Content f.ts | Measure-Object -Line', ['unclear C:\\ws\\f.ts']],
  ])('knows the file of %j, not its lines', (command, expected) => {
    expect(items(command)).toEqual(expected);
  });

  it.each([
    'Get-Content *.ts',
    'Get-Content $f',
    'Get-Content a.ts,b.ts',
    'Get-Content "a$b.ts"',
    'Get-Content a.ts > b.ts',
    'Get-Content (Get-Item a.ts)',
    'Get-Content a.ts | ForEach-Object { $_ }',
    'Get-Content Env:PATH',
    'Get-Content a.ts -Wait',
    'Get-Content a.ts -Delimiter x',
    'Get-Content',
    "Get-Content 'a",
    'Get-Content a"b"',
    'Get-Content a.ts || Get-Content b.ts',
    '& Get-Content a.ts',
    'Get-ChildItem -Path src',
    'git show HEAD:a.ts',
    '(Get-Content a.ts)[-1]',
  ])('claims nothing for %j', (command) => {
    expect((items(command) ?? []).filter((item) => /^(?:read|unclear)/.test(item))).toEqual([]);
  });

  it('names a program as short as any command', () => {
    const names = (command: string) =>
      interpretPowerShell(command, CWD)?.items.map((item) => item.kind === 'command' && item.short);
    expect(names(`${'x'.repeat(80)} -a`)).toEqual(['x'.repeat(80)]);
    expect(names(`${'x'.repeat(81)} -a`)).toEqual(['']);
  });

  it('credits only what was printed', () => {
    const base = { source: 's', session: 's', agent: 'a', actor: 'main', time: 0, call: 'c' };
    const run = (command: string, printed: string) =>
      shellCall(
        {
          command,
          shell: 'powershell',
          cwd: CWD,
          output: wholeOutput(printed),
          hasFailed: false,
          isDenied: false,
          error: 'other',
        },
        base,
        openWorkshop(new LineHasher([1, 2])),
      ).events;
    expect(run('Get-Content f | select -Skip 2 -First 2', 'c\r\nd\r\n')).toMatchObject([
      { kind: 'read', returned: [[3, 4]], outcome: 'complete' },
    ]);
    expect(run('Get-Content f | select -First 2', 'a\nb\nc\n')).toMatchObject([
      { kind: 'read', returned: [], outcome: 'unknown-range' },
    ]);
    expect(run('$x = 1; Get-Content f', 'a\n').filter(({ kind }) => kind === 'read')).toEqual([]);
  });
});
