import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openWorkshop } from '../../../../src/agents/workshop';
import { splitLines } from '../../../../src/text/lines';
import type { AgentEvent } from '../../../../src/tracker/event';
import { diffAnswer, hasher, ofKind, readOf, told } from './server';

const EDIT = 'mcp__filesystem__edit_file';
const edits = [{ oldText: 'x', newText: 'y' }];

const line = fc.constantFrom('', 'a', ' b', '-c', '+d', '@@ -1,2 +1,2 @@', '```', '\\ No newline', 'e', 'f');
const text = fc
  .tuple(fc.array(line, { maxLength: 20 }), fc.boolean())
  .map(([lines, hasEnd]) => (lines.length === 0 ? '' : lines.join('\n') + (hasEnd ? '\n' : '')));

/** Every credited line with its hash. */
function shown(events: readonly AgentEvent[] | null): [number, number | undefined][] {
  return ofKind(events, 'delivered').flatMap(({ returned, lineHashes }) => {
    const numbers = returned.flatMap(([start, end]) =>
      Array.from({ length: end - start + 1 }, (_, i) => start + i),
    );
    return numbers.map((number, i): [number, number | undefined] => [number, lineHashes?.[i]]);
  });
}

describe('an edit', () => {
  it('shows lines as they are after it, and says which were replaced', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const workshop = openWorkshop(hasher);
        told('mcp__filesystem__read_text_file', { path: '/ws/a.ts' }, before, {}, workshop);
        const events = told(
          EDIT,
          { path: '/ws/a.ts', edits },
          diffAnswer('/ws/a.ts', before, after),
          {},
          workshop,
        );
        const lines = splitLines(after);
        for (const [number, hash] of shown(events))
          expect(hash).toBe(hasher.line(lines[number - 1] ?? '\u0001'));
        const [edit] = ofKind(events, 'edit');
        const written = (edit?.lines ?? []).flatMap(([start, end]) => lines.slice(start - 1, end));
        expect(edit?.lineHashes).toEqual(hasher.each(written));
        // What is known of the file afterwards is so.
        const known = workshop.memory.get('/ws/a.ts');
        if (before !== '' && lines.length > 0) expect(known?.total).toBe(lines.length);
        for (let n = 1; n <= lines.length; n++) {
          const hash = known?.at(n);
          if (hash !== undefined) expect(hash).toBe(hasher.line(lines[n - 1] ?? ''));
        }
      }),
    );
  });

  it('that is only tried shows lines as they are, and changes nothing', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const answer = diffAnswer('/ws/a.ts', before, after);
        const events = told(EDIT, { path: '/ws/a.ts', edits, dryRun: true }, answer);
        const lines = splitLines(before);
        expect(ofKind(events, 'edit')).toEqual([]);
        for (const [number, hash] of shown(events))
          expect(hash).toBe(hasher.line(lines[number - 1] ?? '\u0001'));
      }),
    );
  });

  it('of which nothing is told changed something', () => {
    expect(told(EDIT, { path: '/ws/a.ts', edits }, null)).toEqual([
      expect.objectContaining({ kind: 'edit', outcome: 'ok' }),
    ]);
    expect(told(EDIT, { path: '/ws/a.ts', edits, dryRun: true }, null)).toEqual([]);
  });

  it('may fail', () => {
    const answer = 'Error: Could not find exact match for edit:\nx';
    expect(told(EDIT, { path: '/ws/a.ts', edits }, answer, { isError: true })).toMatchObject([
      { kind: 'edit', outcome: 'failed' },
    ]);
  });
});

describe('a write', () => {
  const WRITE = 'fs_write_file';

  it('gives the whole content', () => {
    const events = told(WRITE, { path: 'a.ts', content: 'a\nb\n' }, 'Successfully wrote to a.ts');
    expect(events).toMatchObject([{ kind: 'write', path: '/ws/a.ts', outcome: 'ok', totalLines: 2 }]);
  });

  it('of another server changes the file in ways that nobody tells', () => {
    const events = told(WRITE, { path: 'a.ts', content: 'a\n' }, 'Appended 1 line');
    expect(events).toMatchObject([{ kind: 'document-changed', path: '/ws/a.ts' }]);
  });

  it('may fail', () => {
    const events = told(WRITE, { path: 'a.ts', content: 'a\n' }, 'Access denied - path outside', {
      isError: true,
    });
    expect(events).toMatchObject([{ kind: 'write', outcome: 'failed' }]);
  });
});

describe('a move', () => {
  const args = { source: 'a.ts', destination: 'b.ts' };

  it('gives the file another name', () => {
    const workshop = openWorkshop(hasher);
    told('fs_read_text_file', { path: 'a.ts' }, 'a\nb\n', {}, workshop);
    const events = told('fs_move_file', args, 'Successfully moved a.ts to b.ts', {}, workshop);
    expect(events).toMatchObject([{ kind: 'rename', from: '/ws/a.ts', to: '/ws/b.ts' }]);
    // Nothing is known of what is there now.
    expect(readOf('fs_read_text_file', { path: 'a.ts', tail: 1 }, 'b', {}, workshop).returned).toEqual([]);
  });

  it('that is told in other words makes both uncertain', () => {
    expect(told('fs_move_file', args, 'done')).toMatchObject([
      { kind: 'document-changed', path: '/ws/a.ts' },
      { kind: 'document-changed', path: '/ws/b.ts' },
    ]);
  });
});
