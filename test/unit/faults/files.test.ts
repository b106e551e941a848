import { copyFileSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'vitest';
import { eachInWorkspace, type TestWorkspace } from '../ingest/testWorkspace';
import { courseOf, expectSame, pieces, shownOfWhole, watch } from './course';

let ws: TestWorkspace;
eachInWorkspace((made) => {
  ws = made;
});

/** What happens to the file between two lines, and how what was there before counts afterwards. */
interface Fault {
  readonly name: string;
  /** @param before what was appended so far */
  happens(path: string, before: readonly Buffer[]): void;
  /** `gone`: what was there is not in the file any more. `kept`: it is. */
  readonly leaves: 'gone' | 'kept';
}

const FAULTS: readonly Fault[] = [
  {
    name: 'rotated: renamed, and another begun in its place',
    happens: (path) => renameSync(path, `${path}.1`),
    leaves: 'gone',
  },
  {
    name: 'rotated: copied, and emptied in place',
    happens: (path) => {
      copyFileSync(path, `${path}.1`);
      truncateSync(path, 0);
    },
    leaves: 'gone',
  },
  { name: 'truncated', happens: (path) => truncateSync(path, 0), leaves: 'gone' },
  { name: 'deleted', happens: (path) => rmSync(path), leaves: 'gone' },
  {
    name: 'deleted with its folder',
    happens: (path) => rmSync(dirname(path), { recursive: true }),
    leaves: 'gone',
  },
  {
    name: 'replaced by another file with the same lines',
    happens: (path) => {
      copyFileSync(path, `${path}.new`);
      renameSync(`${path}.new`, path);
    },
    leaves: 'kept',
  },
  {
    name: 'written anew in place with the same lines',
    happens: (path, before) => writeFileSync(path, Buffer.concat(before)),
    leaves: 'kept',
  },
  {
    name: 'renamed and brought back',
    happens: (path) => {
      renameSync(path, `${path}.away`);
      renameSync(`${path}.away`, path);
    },
    leaves: 'kept',
  },
  {
    name: 'deleted and brought back with the same lines',
    happens: (path, before) => {
      rmSync(path);
      writeFileSync(path, Buffer.concat(before));
    },
    leaves: 'kept',
  },
];

const CASES = FAULTS.flatMap((fault) =>
  ['transcript', 'log'].flatMap((kind) =>
    (['looked at before', 'looked at between', 'not looked at'] as const).map(
      (looks) => [kind, fault.name, looks, fault] as const,
    ),
  ),
);

/** Near the middle: what a call gave is not understood where the call is in lines that are gone. */
function betweenCalls(lines: readonly Buffer[]): number {
  const middle = Math.floor(lines.length / 2);
  const given = lines.findIndex((line, at) => at >= middle && line.includes('"tool_result"'));
  return given === -1 ? middle : given + 1;
}

describe('a file that is followed', () => {
  it.each(CASES)('(%s) is %s, %s: nothing is lost, nothing counts twice', async (kind, _, looks, fault) => {
    const { file, lines, restarts } = courseOf(ws, kind);
    const path = join(ws.root, file);
    const half = betweenCalls(lines);
    const [before, after] = [lines.slice(0, half), lines.slice(half)];
    const watcher = watch(ws);
    await watcher.poll();
    for (const piece of pieces(before)) {
      ws.append(file, piece);
      await watcher.poll();
    }
    fault.happens(path, before);
    if (looks === 'looked at between') {
      await watcher.poll();
      await watcher.poll();
    }
    mkdirSync(dirname(path), { recursive: true });
    for (const piece of pieces(after)) {
      ws.append(file, piece);
      if (looks !== 'not looked at') await watcher.poll();
    }
    const isApart = fault.leaves === 'gone' && restarts === 'new';
    expectSame(await watcher.shown(), shownOfWhole(ws, isApart ? [before, after] : [lines]));
  });
});
