import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  removeAcknowledged,
  removeStopFile,
  StopFileWay,
  sweepStopFile,
  writeStopFile,
} from '../../../src/stop/stopFile';
import type { StopRequest, StopScope } from '../../../src/stop/stopRequest';
import { sessionKey } from '../../../src/tracker/views';

const scope: StopScope = {
  key: sessionKey('log:a', 's1'),
  source: 'log:a',
  session: 's1',
  agent: 'my-harness',
  actor: null,
  cwd: null,
};
const request: StopRequest = {
  id: 1,
  scope,
  reason: 'Six reads in a row brought nothing new.',
  requestedAt: Date.parse('2026-11-30T10:00:00.000Z'),
  state: 'requested',
  via: [],
  problems: [],
};

describe('the stop file', () => {
  let folder: string;
  let shared: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'stop-file-'));
    shared = path.join(folder, '.read-coverage');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('says who, when and why, and keeps its folder out of version control', async () => {
    await writeStopFile(folder, request);
    expect(JSON.parse(await readFile(path.join(shared, 'stop.json'), 'utf8'))).toEqual({
      v: 1,
      session: 's1',
      actor: null,
      requestedAt: '2026-11-30T10:00:00.000Z',
      reason: 'Six reads in a row brought nothing new.',
    });
    expect(await readFile(path.join(shared, '.gitignore'), 'utf8')).toBe('*\n');
    expect((await readdir(shared)).sort()).toEqual(['.gitignore', 'stop.json']);
  });

  it('leaves a .gitignore that is there as it is', async () => {
    await mkdir(shared);
    await writeFile(path.join(shared, '.gitignore'), 'mine\n');
    await writeStopFile(folder, request);
    expect(await readFile(path.join(shared, '.gitignore'), 'utf8')).toBe('mine\n');
  });

  it('is never written through a symbolic link', async () => {
    const elsewhere = await mkdtemp(path.join(tmpdir(), 'elsewhere-'));
    await symlink(elsewhere, shared);
    await expect(writeStopFile(folder, request)).rejects.toThrow('not a plain folder');
    await rm(shared);
    await mkdir(shared);
    await writeFile(path.join(elsewhere, 'victim'), 'kept');
    await symlink(path.join(elsewhere, 'victim'), path.join(shared, 'stop.json'));
    await expect(writeStopFile(folder, request)).rejects.toThrow('not a plain file');
    expect(await readFile(path.join(elsewhere, 'victim'), 'utf8')).toBe('kept');
    expect(await readdir(elsewhere)).toEqual(['victim']);
    await rm(elsewhere, { recursive: true });
  });

  it('is removed only while it holds the same request', async () => {
    await writeStopFile(folder, request);
    await removeStopFile(folder, { ...request, requestedAt: request.requestedAt + 1 });
    expect(await readdir(shared)).toContain('stop.json');
    await removeStopFile(folder, request);
    expect(await readdir(shared)).not.toContain('stop.json');
    await removeStopFile(folder, request);
  });

  it('is taken away for the session that acknowledged it', async () => {
    await writeStopFile(folder, request);
    await removeAcknowledged(folder, 's2');
    expect(await readdir(shared)).toContain('stop.json');
    await removeAcknowledged(folder, 's1');
    expect(await readdir(shared)).not.toContain('stop.json');
  });

  it('is swept after a day, and what is not of its form is left alone', async () => {
    await writeStopFile(folder, request);
    await sweepStopFile(folder, request.requestedAt + 1000);
    expect(await readdir(shared)).toContain('stop.json');
    await sweepStopFile(folder, request.requestedAt + 24 * 3600 * 1000);
    expect(await readdir(shared)).not.toContain('stop.json');
    await writeFile(path.join(shared, 'stop.json'), '{"theirs":true}');
    await sweepStopFile(folder, Number.MAX_SAFE_INTEGER);
    expect(await readdir(shared)).toContain('stop.json');
  });

  it('is offered to harnesses with a workspace log, to others only where the folder stands', async () => {
    const way = new StopFileWay(() => folder);
    const transcript = { ...scope, source: 'claude-code' };
    expect(await way.offer(scope)).toMatchObject({
      kind: 'stop-file',
      label: 'stop file .read-coverage/stop.json',
    });
    expect(await way.offer(transcript)).toBeUndefined();
    await mkdir(shared);
    expect(await way.offer(transcript)).toBeDefined();
    expect(await new StopFileWay(() => undefined).offer(scope)).toBeUndefined();
  });
});
