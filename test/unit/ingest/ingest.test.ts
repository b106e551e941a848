import {
  appendFileSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../../src/tracker/event';
import { sessionKey } from '../../../src/tracker/views';
import { claudeRow, read, transcriptRow } from './testFormats';
import { eachInWorkspace, MINUTE, NOW, type TestWorkspace } from './testWorkspace';

let ws: TestWorkspace;
eachInWorkspace((made) => {
  ws = made;
});

const LOG = 'ws/.read-coverage/log.jsonl';
const project = (name: string) => `home/.claude/projects/${name}`;
const row = (call: string, time: number, session = 's1', cwd = ws.folder) =>
  claudeRow(call, time, cwd, session);

describe('what is told in another way', () => {
  const event = (path: string): AgentEvent => {
    const envelope = {
      source: 'extension',
      session: 's',
      agent: 'a',
      actor: 'main',
      time: NOW,
      call: 'told',
    };
    const range = { requested: null, returned: [[1, 1]], totalLines: 1, outcome: 'complete' } as const;
    return { kind: 'read', ...envelope, path, written: 'a.ts', form: 'tool', ...range };
  };

  it('goes the way of what is found: by its real path, as present or as past, in its turn', async () => {
    ws.append(LOG, read('old', 'a.ts', NOW - 20 * MINUTE));
    const file = ws.write('ws/real.ts', 'one\n');
    symlinkSync(file, join(ws.folder, 'link.ts'));
    ws.touch('ws/real.ts', NOW - MINUTE);
    const { ingest, told, calls } = ws.ingest();
    await ingest.poll();
    await ingest.tell([event(join(ws.folder, 'link.ts'))], true);
    await ingest.tell([event(join(ws.folder, 'real.ts'))], false);
    expect(calls()).toEqual(['old', 'told!', 'told']);
    expect(told.slice(1).map(({ event: each, origin }) => ['path' in each && each.path, origin])).toEqual([
      [file, null],
      [file, null],
    ]);
  });

  it('is nobody’s any more once following has ended', async () => {
    const { ingest, calls } = ws.ingest();
    await ingest.dispose();
    await ingest.tell([event(join(ws.folder, 'a.ts'))], true);
    expect(calls()).toEqual([]);
  });
});

describe('following a workspace log', () => {
  it('tells what is there as past, and what is appended as present', async () => {
    ws.append(LOG, read('old', 'a.ts', NOW - 20 * MINUTE), read('untimed', 'a.ts'));
    const { ingest, told, calls } = ws.ingest();
    await ingest.poll();
    expect(calls()).toEqual(['old', 'untimed']);
    const path = ws.append(LOG, read('new', 'a.ts', NOW), read('virtual time', 'a.ts', 5));
    await ingest.poll();
    expect(calls()).toEqual(['new!', 'virtual time!']);
    expect(told.at(-1)?.origin).toEqual({ file: path, line: 4 });
    expect(told.at(-1)?.event.source).toBe('log:.read-coverage/log.jsonl');
    await ingest.poll();
    expect(calls()).toEqual([]);
  });

  it('tells each event once, however the bytes come', async () => {
    const { ingest, told } = ws.ingest();
    const path = ws.append(LOG, '');
    await ingest.poll();
    for (const byte of Buffer.from(
      `${JSON.stringify(read('ü', 'a.ts'))}\r\n\n${JSON.stringify(read('b', 'a.ts'))}\n`,
    )) {
      appendFileSync(path, Buffer.from([byte]));
      ws.touch(LOG);
      await ingest.poll();
    }
    expect(told.map(({ event, live, origin }) => [event.call, live, origin?.line])).toEqual([
      ['ü', true, 1],
      ['b', true, 3],
    ]);
  });

  it('never takes half a line, and counts what it cannot use', async () => {
    const { ingest, calls } = ws.ingest();
    ws.append(LOG, JSON.stringify(read('half', 'a.ts')));
    await ingest.poll();
    expect(calls()).toEqual([]);
    ws.append(LOG, '\nbroken\n{"unknown":1}\n');
    await ingest.poll();
    expect(calls()).toEqual(['half!']);
    const [file] = ingest.state().files;
    expect(file).toMatchObject({
      records: 2,
      skipped: 2,
      firstSkipped: [2, 3],
      unread: 0,
      state: 'following',
    });
  });

  it('takes no log that is older than ten minutes of silence for the present', async () => {
    ws.append(LOG, read('a', 'a.ts', NOW));
    const { ingest, calls } = ws.ingest();
    await ingest.poll();
    ws.append(LOG, read('b', 'a.ts', NOW));
    ws.now += 11 * MINUTE;
    await ingest.poll();
    expect(calls()).toEqual(['a', 'b']);
    ws.append(LOG, read('c', 'a.ts', ws.now));
    await ingest.poll();
    expect(calls()).toEqual(['c!']);
  });

  it('notices new logs, and those of every folder', async () => {
    mkdirSync(join(ws.root, 'other', 'ws'), { recursive: true });
    const { ingest, told } = ws.ingest({ folders: [ws.folder, join(ws.root, 'other/ws')] });
    await ingest.poll();
    expect(told).toEqual([]);
    ws.append(LOG, read('one', 'a.ts'));
    ws.append('other/ws/.read-coverage/log.jsonl', read('two', 'a.ts'));
    await ingest.poll();
    expect(told.map(({ event }) => [event.source, event.kind === 'read' && event.path])).toEqual(
      expect.arrayContaining([
        ['log:ws/.read-coverage/log.jsonl', join(ws.folder, 'a.ts')],
        ['log:ws (2)/.read-coverage/log.jsonl', join(ws.root, 'other/ws/a.ts')],
      ]),
    );
  });

  it('gives a log that starts again sessions of its own', async () => {
    const path = ws.append(LOG, read('a', 'a.ts', NOW), read('b', 'a.ts', NOW + 1));
    const { ingest, told, calls } = ws.ingest();
    await ingest.poll();
    truncateSync(path, 0);
    ws.append(LOG, read('again', 'a.ts', NOW));
    await ingest.poll();
    expect(calls()).toEqual(['a', 'b']);
    ws.now += MINUTE;
    await ingest.poll();
    ws.append(LOG, read('next', 'a.ts', ws.now));
    await ingest.poll();
    expect(calls()).toEqual(['again', 'next!']);
    const keys = told.map(({ event }) => sessionKey(event.source, event.session));
    expect(new Set(keys).size).toBe(2);
    expect(keys[2]).not.toBe(keys[0]);
    expect(keys[3]).toBe(keys[2]);
  });

  it('does not tell a rotated log again under its new name', async () => {
    const path = ws.append(LOG, read('a', 'a.ts', NOW));
    const { ingest, calls } = ws.ingest();
    await ingest.poll();
    renameSync(path, join(ws.folder, '.read-coverage', 'log.1.jsonl'));
    ws.append(LOG, read('b', 'a.ts', NOW + 1));
    await ingest.poll();
    await ingest.poll();
    expect(calls()).toEqual(['a', 'b!']);
    expect(ingest.state().refusedLogs).toHaveLength(1);
  });

  it('tells a log that was given the number of a deleted one', async () => {
    const path = ws.append(LOG, read('a', 'a.ts', NOW), read('b', 'a.ts', NOW + 1));
    const { ingest, calls } = ws.ingest();
    await ingest.poll();
    // Not every system gives the number to the very next file, so the file itself comes back, with nothing in it.
    const away = join(ws.root, 'away');
    renameSync(path, away);
    await ingest.poll();
    truncateSync(away);
    renameSync(away, join(ws.folder, '.read-coverage', 'log.2.jsonl'));
    const later = ['c', 'd', 'e'].map((call, at) => read(call, 'a.ts', NOW + 2 + at));
    ws.append('ws/.read-coverage/log.2.jsonl', ...later);
    await ingest.poll();
    expect(calls()).toEqual(['a', 'b', 'c!', 'd!', 'e!']);
    expect(ingest.state().refusedLogs).toEqual([]);
  });

  it('tells a log once that has two names from the start', async () => {
    const path = ws.append(LOG, read('a', 'a.ts', NOW));
    linkSync(path, join(ws.folder, '.read-coverage', 'other.jsonl'));
    const { ingest, calls } = ws.ingest();
    await ingest.poll();
    expect(calls()).toEqual(['a']);
    expect(ingest.state().refusedLogs).toHaveLength(1);
  });

  it('tells a log once that has two names and is made shorter', async () => {
    const path = ws.append(LOG, read('a', 'a.ts', NOW), read('b', 'a.ts', NOW + 1));
    linkSync(path, join(ws.folder, '.read-coverage', 'other.jsonl'));
    const { ingest, calls } = ws.ingest();
    await ingest.poll();
    truncateSync(path);
    ws.append(LOG, read('c', 'a.ts', NOW + 2));
    for (let i = 0; i < 3; i++) await ingest.poll();
    expect(calls()).toEqual(['a', 'b', 'c!']);
  });

  it('tells no log again that was rotated, however often another one was since', async () => {
    const path = ws.append(LOG, read('a', 'a.ts', NOW));
    const { ingest, calls } = ws.ingest();
    await ingest.poll();
    for (const [at, call] of ['b', 'c', 'd'].entries()) {
      renameSync(path, join(ws.folder, '.read-coverage', `log.${at}.jsonl`));
      ws.append(LOG, read(call, 'a.ts', NOW + 1 + at));
      for (let i = 0; i < 3; i++) await ingest.poll();
    }
    expect(calls()).toEqual(['a', 'b!', 'c!', 'd!']);
  });

  it('goes on where a log is deleted and comes back', async () => {
    const path = ws.append(LOG, read('a', 'a.ts', NOW));
    const { ingest, calls } = ws.ingest();
    await ingest.poll();
    rmSync(path);
    await ingest.poll();
    expect(ingest.state().files[0]?.state).toBe('missing');
    ws.append(LOG, read('a', 'a.ts', NOW), read('b', 'a.ts', NOW + 1));
    await ingest.poll();
    expect(calls()).toEqual(['a', 'b!']);
  });

  it('never leaves the folder', async () => {
    ws.append('outside/secret.jsonl', read('secret', 'a.ts'));
    mkdirSync(join(ws.folder, '.read-coverage'));
    symlinkSync(join(ws.root, 'outside/secret.jsonl'), join(ws.folder, '.read-coverage/link.jsonl'));
    symlinkSync(join(ws.root, 'outside'), join(ws.folder, 'folder'));
    const { ingest, calls } = ws.ingest({
      logPatterns: [
        '.read-coverage/*.jsonl',
        '../outside/*.jsonl',
        'folder/*.jsonl',
        join(ws.root, 'outside/*.jsonl'),
      ],
    });
    await ingest.poll();
    expect(calls()).toEqual([]);
    expect(ingest.state().refusedLogs.map(({ name, reason }) => `${name} ${reason}`)).toEqual([
      '../outside/*.jsonl leads out of the folder',
      `${join(ws.root, 'outside/*.jsonl')} is not relative to the folder`,
      '.read-coverage/link.jsonl leads out of the folder',
      'folder/secret.jsonl leads out of the folder',
    ]);
  });

  it('follows links within the folder once', async () => {
    const path = ws.append('ws/logs/log.jsonl', read('a', 'a.ts'));
    mkdirSync(join(ws.folder, '.read-coverage'));
    symlinkSync(path, join(ws.folder, '.read-coverage/link.jsonl'));
    const { ingest, calls } = ws.ingest({ logPatterns: ['**/*.jsonl'] });
    await ingest.poll();
    expect(calls()).toEqual(['a']);
  });

  it('resolves symlinks in the names of files', async () => {
    ws.write('ws/src/a.ts', 'a\n');
    symlinkSync('src', join(ws.folder, 'alias'));
    ws.append(LOG, read('a', 'alias/a.ts'));
    const { ingest, told } = ws.ingest();
    await ingest.poll();
    expect(told[0]?.event).toMatchObject({ path: join(ws.folder, 'src/a.ts'), written: 'alias/a.ts' });
  });

  it('gives what a reader holds after two seconds of silence', async () => {
    ws.append(LOG, read('a', 'a.ts'));
    const { ingest, calls } = ws.ingest();
    await ingest.poll();
    ws.append(LOG, { ...read('held', 'a.ts'), held: true });
    await ingest.poll();
    ws.now += 1999;
    await ingest.poll();
    expect(calls()).toEqual(['a']);
    ws.now += 1;
    await ingest.poll();
    expect(calls()).toEqual(['held!']);
  });

  it('is not disturbed by another that follows the same', async () => {
    ws.append(LOG, read('a', 'a.ts'));
    const one = ws.ingest();
    await one.ingest.poll();
    ws.append(LOG, read('b', 'a.ts'));
    const other = ws.ingest();
    await other.ingest.poll();
    await one.ingest.poll();
    expect(one.calls()).toEqual(['a', 'b!']);
    expect(other.calls()).toEqual(['a', 'b']);
  });
});

describe('following the transcripts of an agent', () => {
  it('reads those of sessions in the folder, below it, or at the root of its repository', async () => {
    mkdirSync(join(ws.root, '.git'));
    ws.append(`${project('anything')}/in.jsonl`, row('in', NOW, 'in'));
    ws.append(`${project('anything')}/below.jsonl`, row('below', NOW, 'below', join(ws.folder, 'sub')));
    ws.append(`${project('x')}/root.jsonl`, row('root', NOW, 'root', ws.root));
    ws.append(`${project('x')}/beside.jsonl`, row('beside', NOW, 'beside', `${ws.folder}-worktree`));
    ws.append(`${project('x')}/above.jsonl`, row('above', NOW, 'above', join(ws.root, '..')));
    const { ingest, calls } = ws.ingest();
    await ingest.poll();
    expect(calls().sort()).toEqual(['below', 'in', 'root']);
    expect(ingest.state().places).toEqual([
      { path: join(ws.home, '.claude/projects'), state: null, transcripts: 5, own: 3 },
    ]);
  });

  it('finds a folder that is named through a symlink', async () => {
    symlinkSync(ws.folder, join(ws.root, 'link'));
    ws.append(`${project('x')}/s1.jsonl`, row('a', NOW, 's1', join(ws.root, 'link')));
    const { ingest, calls } = ws.ingest();
    await ingest.poll();
    expect(calls()).toEqual(['a']);
  });

  it('opens none of an agent that was not allowed', async () => {
    ws.append(`${project('x')}/s1.jsonl`, row('a', NOW));
    const { ingest, calls } = ws.ingest({ agents: [] });
    await ingest.poll();
    expect(calls()).toEqual([]);
    expect(ingest.state().sessions).toEqual([]);
  });

  it('looks again at a transcript that did not tell its folder yet', async () => {
    const path = `${project('x')}/s1.jsonl`;
    ws.append(path, { type: 'summary' });
    const { ingest, calls } = ws.ingest();
    await ingest.poll();
    expect(ingest.state().sessions).toEqual([]);
    ws.append(path, row('a', NOW));
    await ingest.poll();
    expect(calls()).toEqual(['a!']);
  });

  it('merges a session with its subagents by time, wherever these are kept', async () => {
    const base = project('x');
    ws.append(`${base}/s1.jsonl`, row('m1', NOW - 9), row('m2', NOW - 5), row('m3', NOW - 1));
    ws.append(`${base}/s1/subagents/agent-a.jsonl`, row('a1', NOW - 8), row('a2', NOW - 4));
    ws.append(`${base}/s1/subagents/workflows/w/agent-b.jsonl`, row('b1', NOW - 7));
    ws.append(`${base}/agent-c.jsonl`, row('c1', NOW - 6), row('c2', NOW - 3));
    ws.append(`${base}/s1/subagents/agent-a.meta.json`, '{}');
    const { ingest, calls } = ws.ingest();
    await ingest.poll();
    expect(calls()).toEqual(['m1', 'a1', 'b1', 'c1', 'm2', 'a2', 'c2', 'm3']);
    ws.append(`${base}/s1/subagents/agent-d.jsonl`, row('d1', NOW + 1));
    await ingest.poll();
    expect(calls()).toEqual(['d1!']);
    expect(ingest.state().sessions.map(({ session }) => session)).toEqual(['s1']);
  });

  it('takes copies of old records for the past, also in a new or a growing transcript', async () => {
    const { ingest, calls } = ws.ingest();
    await ingest.poll();
    ws.append(`${project('x')}/fork.jsonl`, row('old', NOW - MINUTE), row('new', NOW));
    await ingest.poll();
    ws.append(`${project('x')}/fork.jsonl`, row('old2', NOW - MINUTE), row('new2', NOW));
    await ingest.poll();
    expect(calls()).toEqual(['old', 'new!', 'old2', 'new2!']);
  });

  it('takes what a new transcript tells of longer ago than ten minutes for the past', async () => {
    const { ingest, calls } = ws.ingest();
    await ingest.poll();
    ws.now += 30 * MINUTE;
    ws.append(`${project('x')}/s1.jsonl`, row('a', NOW + 5 * MINUTE), row('b', NOW + 25 * MINUTE));
    await ingest.poll();
    expect(calls()).toEqual(['a', 'b!']);
  });

  it('passes on only calls, and what is new, of a transcript that starts again', async () => {
    const path = ws.append(
      `${project('x')}/s1.jsonl`,
      row('a', NOW - 9),
      row('', NOW - 8),
      row('b', NOW - 7),
    );
    const { ingest, calls } = ws.ingest();
    await ingest.poll();
    expect(calls()).toEqual(['a', 'read', 'b']);
    writeFileSync(path, '');
    ws.append(`${project('x')}/s1.jsonl`, row('a', NOW - 9), row('', NOW - 8), row('', NOW + 1));
    await ingest.poll();
    await ingest.poll();
    expect(calls()).toEqual(['a', 'read!']);
  });

  it('reads the newest sessions first, and the old ones only when asked, or when they grow', async () => {
    for (let i = 0; i < 30; i++) {
      const path = `${project('x')}/s${i}.jsonl`;
      ws.append(path, row(`c${i}`, NOW - (i + 20) * MINUTE, `s${i}`));
      ws.touch(path, NOW - (i + 20) * MINUTE);
    }
    const { ingest, calls } = ws.ingest();
    await ingest.poll();
    expect(calls()).toEqual(Array.from({ length: 20 }, (_, i) => `c${i}`));
    const { sessions } = ingest.state();
    expect(sessions.map(({ session }) => session)).toEqual(Array.from({ length: 30 }, (_, i) => `s${i}`));
    expect(sessions.filter(({ followed }) => !followed)).toHaveLength(10);
    await ingest.openSession('claude-code', 's25');
    await ingest.poll();
    expect(calls()).toEqual(['c25']);
    ws.append(`${project('x')}/s27.jsonl`, row('grown', NOW, 's27'));
    await ingest.poll();
    expect(calls()).toEqual(['c27', 'grown!']);
  });

  it('keeps a workspace log apart that claims the session of a transcript', async () => {
    ws.append(`${project('x')}/s1.jsonl`, row('a', NOW));
    ws.append(
      LOG,
      { ...read('b', 'x.ts'), session: 's1', source: 'claude-code' },
      transcriptRow('c', NOW, 's1'),
    );
    const { ingest, told } = ws.ingest();
    await ingest.poll();
    const keys = new Map(told.map(({ event }) => [event.call, sessionKey(event.source, event.session)]));
    expect(keys.get('b')).toBe(keys.get('c'));
    expect(keys.get('a')).not.toBe(keys.get('b'));
  });

  it('honours the folders that the environment names', async () => {
    ws.append('one/projects/x/s1.jsonl', row('a', NOW));
    ws.append('two/projects/x/s2.jsonl', row('b', NOW, 's2'));
    const env = { CLAUDE_CONFIG_DIR: `${join(ws.root, 'one')}, ${join(ws.root, 'two')},relative` };
    const { ingest, calls } = ws.ingest({ env });
    await ingest.poll();
    expect(calls().sort()).toEqual(['a', 'b']);
  });
});
