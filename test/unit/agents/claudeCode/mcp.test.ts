import { describe, expect, it } from 'vitest';
import { events, failure, message, ofKind, result } from './rows';

const TOOL = 'mcp__my-files__read_text_file';
const call = (input: object, name = TOOL) => message('m1', [{ id: 'c1', name, input }]);
const readsOf = (rows: Parameters<typeof events>[0]) => ofKind(events(rows), 'read');
const blocks = (text: string) => [{ type: 'text', text }];

describe('tools of the filesystem server', () => {
  it('are given as structured content, a text, in newer versions', () => {
    const answer = JSON.stringify({ content: 'a\nb\n' });
    const rows = [...call({ path: '/ws/a.ts' }), result('c1', answer, answer)];
    expect(readsOf(rows)).toMatchObject([
      { call: 'c1', path: '/ws/a.ts', returned: [[1, 2]], totalLines: 2, outcome: 'complete' },
    ]);
  });

  it('are given as the server’s blocks in older ones, and where there is no structured content', () => {
    const rows = [...call({ path: 'a.ts', head: 2 }), result('c1', blocks('a\nb'), blocks('a\nb'))];
    expect(readsOf(rows)).toMatchObject([{ path: '/ws/a.ts', returned: [[1, 2]], outcome: 'complete' }]);
    const json = '{"content":"a\\nb"}';
    expect(readsOf([...call({ path: 'a.json' }), result('c1', blocks(json))])).toMatchObject([
      { returned: [[1, 1]] },
    ]);
  });

  it('credit nothing that was cut, put aside, or may have lost its first blanks', () => {
    for (const answer of [
      'Error: result (153,000 characters) exceeds maximum allowed tokens. Output has been saved to /x',
      '<persisted-output>\nOutput too large (90KB). …\n\nPreview (first 2KB):\na\n...\n</persisted-output>',
      '{"content":"a\\nb',
      blocks('a\nb\n\n[OUTPUT TRUNCATED - exceeded 25000 token limit]'),
      blocks('  a\nb'),
      [...blocks('a'), { type: 'image' }],
    ]) {
      expect(readsOf([...call({ path: 'a.ts' }), result('c1', answer)])).toMatchObject([
        { returned: [], outcome: 'unknown-range' },
      ]);
    }
  });

  it('may fail or be refused', () => {
    const denied = { toolDenialKind: 'user' };
    expect(readsOf([...call({ path: 'a.ts' }), failure('c1', 'ENOENT: no such file')])).toMatchObject([
      { outcome: 'failed', error: 'not-found' },
    ]);
    expect(readsOf([...call({ path: 'a.ts' }), failure('c1', 'no', denied)])).toMatchObject([
      { outcome: 'failed' },
    ]);
  });

  it('are told from tools of other servers', () => {
    const rows = [...call({ path: 'a.ts', offset: 1 }, 'mcp__x__read_text_file'), result('c1', blocks('a'))];
    expect(readsOf(rows)).toEqual([]);
  });
});
