import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findSettings } from '../../../src/connect/settingsFile';
import { replaceSettings } from '../../../src/connect/settingsWrite';
import { removeStopFile, writeStopFile } from '../../../src/stop/stopFile';
import { sessionKey } from '../../../src/tracker/views';
import { runCompanion } from '../companion/companion';
import { TestWorkspace } from '../ingest/testWorkspace';
import { courseOf, expectSame, pieces, shownOfWhole, watch } from './course';
import { MAY_MOUNT, SmallDisk } from './disk';

const DISK = 1024 * 1024;
let ws: TestWorkspace;
let disk: SmallDisk | null = null;

beforeEach(() => {
  ws = new TestWorkspace();
});
afterEach(async () => {
  expect(ws.faults).toEqual([]);
  const mounted = disk;
  disk = null;
  mounted?.unmount();
  await ws.dispose();
});

function diskIn(folder: string): SmallDisk {
  disk = new SmallDisk(folder, DISK);
  return disk;
}

/** As one that writes without looking: what fits is written. Whether that was all. */
function appendWhatFits(path: string, bytes: Buffer): boolean {
  try {
    appendFileSync(path, bytes);
    return true;
  } catch {
    return false;
  }
}

const request = {
  id: 1,
  scope: {
    key: sessionKey('log:a', 's1'),
    source: 'log:a',
    session: 's1',
    agent: 'my-harness',
    actor: null,
    cwd: null,
  },
  reason: 'Six reads in a row brought nothing new.',
  requestedAt: Date.UTC(2026, 0, 1),
  state: 'requested',
  via: [],
  problems: [],
} as const;

const payload = () => ({
  session_id: 's1',
  transcript_path: join(ws.home, 't.jsonl'),
  cwd: ws.folder,
  hook_event_name: 'UserPromptSubmit',
  prompt: 'go on',
});

// Skipped: a small disk can be mounted by root on Linux only.
describe.skipIf(!MAY_MOUNT)('a disk that is full', () => {
  it.each([
    ['transcript', 'and the writer finishes its line once there is room'],
    ['log', 'and the writer finishes its line once there is room'],
    ['transcript', 'and the writer goes on behind half a line'],
    ['log', 'and the writer goes on behind half a line'],
  ])('(%s) stops its writer within a line, %s', async (kind, then) => {
    const { file, lines } = courseOf(ws, kind);
    const path = join(ws.root, file);
    const small = diskIn(dirname(path));
    const all = Buffer.concat(lines);
    small.fill(DISK - Math.floor(all.length / 2));
    const watcher = watch(ws);
    for (const piece of pieces(lines)) {
      if (!appendWhatFits(path, piece)) break;
      await watcher.poll();
    }
    await watcher.poll();
    const written = readFileSync(path).length;
    expect(written).toBeLessThan(all.length);
    small.empty();
    // The end of the line that was cut never comes where the writer goes on behind it.
    const next = then.includes('finishes') ? written : all.indexOf('\n', all.indexOf('\n', written) + 1) + 1;
    for (const piece of pieces([all.subarray(next)])) {
      ws.append(file, piece);
      await watcher.poll();
    }
    expectSame(await watcher.shown(), shownOfWhole(ws, [[readFileSync(path)]]));
  });

  it('takes no stop file: that is said, leaves nothing behind, and goes once there is room', async () => {
    const small = diskIn(ws.folder);
    small.fillUp();
    await expect(writeStopFile(ws.folder, request)).rejects.toThrow('ENOSPC');
    small.empty();
    const folder = join(ws.folder, '.read-coverage');
    expect(readdirSync(folder)).toEqual([]);
    await writeStopFile(ws.folder, request);
    expect(readdirSync(folder).sort()).toEqual(['.gitignore', 'stop.json']);
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n');
    await removeStopFile(ws.folder, request);
  });

  it('leaves an agent’s settings as they were', async () => {
    const small = diskIn(ws.home);
    const file = join(ws.home, 'settings.json');
    writeFileSync(file, '{"theme":"dark"}\n');
    small.fillUp();
    const found = await findSettings({ file, newMode: 0o600 });
    await expect(replaceSettings(found, `${'x'.repeat(128 * 1024)}\n`)).rejects.toThrow('ENOSPC');
    small.empty();
    expect(readFileSync(file, 'utf8')).toBe('{"theme":"dark"}\n');
    expect(readdirSync(ws.home)).toEqual(['settings.json']);
  });

  it('costs an agent nothing: its hooks succeed, and say nothing', async () => {
    const small = diskIn(ws.home);
    small.fillUp();
    const run = await runCompanion({ home: ws.home, cwd: ws.folder, input: JSON.stringify(payload()) });
    expect(run).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });
});

describe.skipIf(!MAY_MOUNT)('a disk that may only be read', () => {
  it.each(['transcript', 'log'])(
    '(%s) for a while: what was written before and after counts',
    async (kind) => {
      const { file, lines } = courseOf(ws, kind);
      const small = diskIn(dirname(join(ws.root, file)));
      const half = Math.floor(lines.length / 2);
      const watcher = watch(ws);
      ws.append(file, ...lines.slice(0, half));
      await watcher.poll();
      small.mayBeWritten(false);
      await watcher.poll();
      // One that opens only now reads as well.
      const late = watch(ws);
      await late.poll();
      small.mayBeWritten(true);
      ws.append(file, ...lines.slice(half));
      const whole = shownOfWhole(ws, [lines]);
      expectSame(await watcher.shown(), whole);
      expectSame(await late.shown(), whole);
    },
  );

  it('takes no stop file, which is said; and costs an agent nothing', async () => {
    const small = diskIn(ws.folder);
    small.mayBeWritten(false);
    await expect(writeStopFile(ws.folder, request)).rejects.toThrow('EROFS');
    const run = await runCompanion({
      home: join(ws.folder, 'home'),
      cwd: ws.folder,
      input: JSON.stringify(payload()),
    });
    expect(run).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });
});
