import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/agents/adapter';
import { textField } from '../../../../src/agents/json';
import type { LineRange } from '../../../../src/tracker/event';
import { Tracker } from '../../../../src/tracker/tracker';
import { sessionKey } from '../../../../src/tracker/views';
import { events, ofKind, SessionFile } from './sessions';

const FILES = ['a.txt', 'b.txt'];
const LENGTH = 12;
const lineOf = (file: string, line: number) => `${file} ${line}`;

interface Step {
  readonly what: 'read' | 'back' | 'compact' | 'own';
  readonly file: string;
  readonly start: number;
  readonly limit: number;
  /** Which of the rows to go back to, or to keep from. */
  readonly row: number;
}

/** A row of the tree as the oracle sees it. */
interface Node {
  readonly id: string;
  readonly parent: Node | null;
  readonly lines: readonly string[];
  readonly keptFrom: string | null;
}

/** What pi would send for the last row: all on the way to it; from the last compaction on, and what that kept. */
function inContext(leaf: Node | null): Set<string> {
  const way: Node[] = [];
  for (let node = leaf; node !== null; node = node.parent) way.unshift(node);
  const compaction = way.findLastIndex(({ keptFrom }) => keptFrom !== null);
  const kept = way.slice(0, Math.max(compaction, 0));
  const first = kept.findIndex(({ id }) => id === way[compaction]?.keptFrom);
  const rows = [...(first === -1 ? [] : kept.slice(first)), ...way.slice(compaction + 1)];
  return new Set((compaction === -1 ? way : rows).flatMap(({ lines }) => lines));
}

function build(steps: readonly Step[]): { readonly rows: readonly JsonObject[]; readonly leaf: Node | null } {
  const file = new SessionFile();
  const nodes: Node[] = [];
  let leaf: Node | null = null;
  const grow = (id: string, lines: readonly string[] = [], keptFrom: string | null = null) => {
    leaf = { id, parent: leaf, lines, keptFrom };
    nodes.push(leaf);
  };
  grow(file.user());
  for (const [i, { what, file: name, start, limit, row }] of steps.entries()) {
    const end = Math.min(LENGTH, start + limit - 1);
    const numbers = Array.from({ length: end - start + 1 }, (_, k) => start + k);
    const lines = numbers.map((line) => lineOf(name, line));
    const target: Node | undefined = nodes[row % nodes.length];
    if (what === 'read') {
      const call = `call-${i}`;
      grow(file.calls([call, 'read', { path: name, offset: start, limit }]));
      const rest = LENGTH + 1 - end;
      const more =
        start + limit <= LENGTH + 1
          ? `\n\n[${rest} more lines in file. Use offset=${end + 1} to continue.]`
          : '\n';
      grow(file.result(call, 'read', lines.join('\n') + more), lines);
    } else if (what === 'own') {
      const output = `${lines.join('\n')}\n`;
      const command = `sed -n ${start},${end}p ${name}`;
      grow(
        file.say({ role: 'bashExecution', command, output, exitCode: 0, cancelled: false, truncated: false }),
        lines,
      );
    } else if (what === 'compact') grow(file.compaction(target?.id ?? ''), [], target?.id ?? '');
    else if (target !== undefined) {
      leaf = target;
      file.goTo(target.id);
      grow(file.user());
    }
  }
  return { rows: file.rows, leaf };
}

/** The lines that the tracker believes to be in the context. */
function tracked(rows: readonly JsonObject[]): Set<string> {
  const tracker = new Tracker();
  for (const event of events(rows)) tracker.apply(event);
  const lines = FILES.flatMap((file) => {
    const versions = tracker.coverage(sessionKey('pi', 'session-1'), `/ws/${file}`)?.versions ?? [];
    expect(versions.length).toBeLessThan(2);
    return versions.flatMap(({ actors }) =>
      (actors.get('main') ?? [])
        .filter(({ inContext: is, times }) => is && times > 0)
        .flatMap(({ start, end }): LineRange[] => [[start, end]])
        .flatMap(([start, end]) =>
          Array.from({ length: end - start + 1 }, (_, i) => lineOf(file, start + i)),
        ),
    );
  });
  return new Set(lines);
}

const step = fc.record<Step>({
  what: fc.constantFrom('read', 'read', 'own', 'back', 'compact'),
  file: fc.constantFrom(...FILES),
  start: fc.integer({ min: 1, max: LENGTH }),
  limit: fc.integer({ min: 1, max: LENGTH }),
  row: fc.nat(30),
});

describe('the tree of a session', () => {
  it('has in its context what stands on the way to the last row', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
        const { rows, leaf } = build(steps);
        expect([...tracked(rows)].sort()).toEqual([...inContext(leaf)].sort());
      }),
      { numRuns: 300 },
    );
  });

  it('undoes what came after the row that is gone back to', () => {
    const file = new SessionFile();
    const asked = file.user();
    file.call('one', 'read', { path: 'a.txt' }, 'a\n');
    file.call('two', 'bash', { command: 'npm test' }, 'ok');
    file.goTo(asked);
    file.add('branch_summary', { fromId: 'x', summary: 'nothing came of it' });
    const lost = ofKind(events(file.rows), 'context-lost');
    expect(lost).toMatchObject([{ reason: 'rewind', toCall: 'one' }]);
  });

  it('takes nothing out where only marks were set, and nothing where rows are missing', () => {
    const file = new SessionFile();
    const asked = file.user();
    file.add('label', { targetId: asked, label: 'here' });
    file.goTo(asked);
    file.call('one', 'read', { path: 'a.txt' }, 'a\n');
    const rows = file.rows.filter(({ id }) => id !== asked);
    for (const some of [file.rows, rows]) expect(ofKind(events(some), 'context-lost')).toEqual([]);
  });

  it('gives back no lines of a file that has changed since', () => {
    const file = new SessionFile();
    file.user();
    const first = file.call('one', 'read', { path: 'a.txt' }, 'a\nb\n');
    const second = file.call('two', 'read', { path: 'b.txt' }, 'c\n');
    file.goTo(first);
    file.call('three', 'write', { path: 'b.txt', content: 'd\n' }, 'Successfully wrote to b.txt');
    file.goTo(second);
    file.user();
    const all = events(file.rows);
    expect(ofKind(all, 'context-lost')).toMatchObject([
      { reason: 'rewind', toCall: 'two' },
      { reason: 'rewind' },
    ]);
    expect(ofKind(all, 'delivered')).toMatchObject([{ path: '/ws/a.txt', returned: [[1, 2]], call: null }]);
  });

  it('keeps the calls that a compaction keeps', () => {
    const file = new SessionFile();
    file.user();
    file.call('one', 'read', { path: 'a.txt' }, 'a\n');
    const from = file.calls(['two', 'read', { path: 'b.txt' }]);
    file.result('two', 'read', 'b\n');
    file.compaction(from);
    expect(ofKind(events(file.rows), 'context-lost')).toMatchObject([
      { reason: 'compaction', kept: ['two'] },
    ]);
    file.compaction('nothing like it');
    expect(ofKind(events(file.rows), 'context-lost')[1]).toMatchObject({ kept: [] });
  });

  it('reads files of the first version, whose rows have no ids', () => {
    const file = new SessionFile({ version: undefined });
    file.user();
    file.call('one', 'read', { path: 'a.txt' }, 'a\n');
    file.call('two', 'read', { path: 'b.txt' }, 'b\n');
    file.add('compaction', { summary: 'so far', firstKeptEntryIndex: 4, tokensBefore: 1 });
    const rows = file.rows.map(({ id, parentId: _, ...row }) =>
      textField(row, 'type') === 'session' ? { ...row, id } : row,
    );
    const all = events(rows);
    expect(ofKind(all, 'read')).toMatchObject([{ returned: [[1, 1]] }, { returned: [[1, 1]] }]);
    expect(ofKind(all, 'context-lost')).toMatchObject([{ reason: 'compaction', kept: ['two'] }]);
  });

  it('leaves to the parent session what a fork copied of it, and counts a row once', () => {
    const file = new SessionFile();
    file.user();
    file.call('one', 'read', { path: 'a.txt' }, 'a\n');
    const last = file.rows.length;
    file.call('two', 'read', { path: 'a.txt' }, 'a\n');
    const timestamp = new Date(
      Date.parse(textField(file.rows[last] ?? {}, 'timestamp') ?? '') - 500,
    ).toISOString();
    const header = {
      ...file.rows[0],
      id: 'session-2',
      timestamp,
      parentSession: '/home/dev/.pi/agent/sessions/--ws--/2026-11-30T08-30-36-767Z_session-1.jsonl',
    };
    const all = events([header, ...file.rows.slice(1), ...file.rows.slice(1)]);
    expect(ofKind(all, 'session-start')).toMatchObject([
      { session: 'session-2', parent: 'session-1', cwd: '/ws' },
    ]);
    expect(all.map(({ kind }) => kind)).toEqual(['session-start', 'turn', 'read']);
    expect(ofKind(all, 'read')[0]?.call).toBe('two');
  });
});
