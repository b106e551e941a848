import { chmodSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestWorkspace } from '../ingest/testWorkspace';
import { courseOf, expectSame, shownOfWhole } from './course';
import { Window } from './window';

/** A user without rights of its own: modes say nothing to root. */
const NOBODY = process.getuid?.() === 0 ? 65_534 : undefined;

let ws: TestWorkspace;

beforeEach(() => {
  ws = new TestWorkspace();
  chmodSync(ws.root, 0o755);
});
afterEach(() => ws.dispose());

// Skipped on Windows, where files have no modes.
describe.skipIf(process.platform === 'win32')('the right to read', () => {
  it.each([
    ['transcript', 'the file'],
    ['transcript', 'its folder'],
    ['log', 'the file'],
    ['log', 'its folder'],
  ])('(%s) %s is lost in mid-stream and regained: nothing is lost', async (kind, what) => {
    const { file, lines } = courseOf(ws, kind);
    const path = join(ws.root, file);
    const half = Math.floor(lines.length / 2);
    mkdirSync(dirname(path), { recursive: true });
    const window = new Window(ws, NOBODY);
    ws.append(file, ...lines.slice(0, half));
    await window.hasTold(3);
    const target = what === 'the file' ? path : dirname(path);
    chmodSync(target, 0);
    // What an owner writes meanwhile.
    if (NOBODY !== undefined) ws.append(file, ...lines.slice(half, half + 2));
    // A file that is open stays readable.
    expect(await window.ask('states')).toEqual([what === 'the file' ? 'following' : 'no-permission']);
    chmodSync(target, 0o755);
    ws.append(file, ...lines.slice(NOBODY === undefined ? half : half + 2));
    expect(await window.ask('states')).toEqual(['following']);
    expectSame(await window.ask('shown'), shownOfWhole(ws, [lines]));
  });
});
