// Another extension tells what its agent reads, and hears what is found.
import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import * as vscode from 'vscode';
import { sessionKey } from '../../src/tracker/views';
import { HarnessLog } from './harnessLog';
import { afterEach, describe, it } from './runner';
import { eventually, testAccess, workspaceFile } from './support';

type Sample = ReturnType<typeof import('./sample-extension/extension.cjs').activate>;

async function sample(): Promise<Sample> {
  const extension = vscode.extensions.getExtension<Sample>('read-coverage-tests.sample-harness');
  ok(extension, 'The sample extension is not there.');
  return extension.activate();
}

const keyOf = (session: string) => sessionKey('extension', session);

function onDisk(name: string): { contentHash: string; totalLines: number } {
  const bytes = readFileSync(workspaceFile(name).fsPath);
  return {
    contentHash: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
    totalLines: bytes.toString('utf8').split('\n').length - 1,
  };
}

afterEach(async () => {
  await vscode.commands.executeCommand('notifications.clearAll');
});

describe('another extension', () => {
  it('tells of reads that count as those of a log do, and hears what is found', async () => {
    const access = await testAccess();
    const { read, findings, version } = await sample();
    equal(version, vscode.extensions.getExtension('read-coverage.agent-read-coverage')?.packageJSON.version);
    for (let times = 0; times < 7; times++)
      await read('told', 'src/small.ts', [1, 10], onDisk('src/small.ts'));
    const session = access.sessions().find(({ key }) => key === keyOf('told'));
    equal(session?.agent, 'sample-harness');
    equal(session?.actors[0]?.redundantReads, 6);
    await eventually(() => equal(access.notifications.length, 1));
    const own = findings.filter((finding) => finding.session === 'told');
    deepEqual(
      own.map(({ level, source }) => [level, source]),
      [
        ['notice', 'extension'],
        ['warning', 'extension'],
        ['stop', 'extension'],
      ],
    );
    const [first] = own;
    equal(first?.path, realpathSync.native(workspaceFile('src/small.ts').fsPath));
    ok(Object.isExtensible(first), 'a copy, whose change is nobody’s business');
  });

  it('hears of the sessions of agents and logs too', async () => {
    const access = await testAccess();
    await eventually(() => equal(access.followed()?.caughtUp, true));
    const { findings } = await sample();
    const log = new HarnessLog('heard-by-others');
    log.repeat('src/mid.ts', 1, 20, 5);
    await eventually(() => {
      const own = findings.filter(({ session }) => session === 'heard-by-others');
      deepEqual(
        own.map(({ level }) => level),
        ['notice', 'warning'],
      );
    });
  });

  it('is told what is wrong with an event, and nothing of it counts', async () => {
    const access = await testAccess();
    const { tell } = await sample();
    const read = { v: 1, kind: 'read', session: 'bad', agent: 'a', path: 'src/small.ts' };
    await rejects(tell({ ...read, returned: [[9, 3]] }), /field "returned"/);
    await rejects(tell({ ...read, v: 2 }), /field "v"/);
    await rejects(tell({ ...read, kind: 'think' }), /field "kind"/);
    await rejects(tell({ ...read, path: undefined }), /field "path"/);
    await rejects(tell(undefined), /no object/);
    await rejects(tell('{"v":1}'), /no object/);
    await rejects(tell({ ...read, session: 10n }), /no JSON/);
    await rejects(tell({ ...read, written: 'x'.repeat(9_000_000) }), /too long/);
    equal(
      access.sessions().some(({ session }) => session === 'bad'),
      false,
    );
  });

  it('cannot speak for an agent, and keeps its sessions when everything is read back', async () => {
    const access = await testAccess();
    const { read, tell } = await sample();
    await tell({
      v: 1,
      kind: 'prompt',
      session: 'kept',
      agent: 'claude-code',
      source: 'claude-code',
      actor: 'main',
    });
    await read('kept', 'src/small.ts', [1, 10], onDisk('src/small.ts'));
    const kept = () => access.sessions().find(({ session }) => session === 'kept');
    equal(kept()?.source, 'extension');
    await vscode.workspace
      .getConfiguration('readCoverage')
      .update('log.files', ['.read-coverage/*.jsonl', 'x'], true);
    try {
      await eventually(() => equal(access.followed()?.caughtUp, true));
      await eventually(() => equal(kept()?.actors[0]?.reads, 1));
    } finally {
      await vscode.workspace.getConfiguration('readCoverage').update('log.files', undefined, true);
    }
  });
});
