import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findingRow } from '../../src/editor/findingRow';
import { Ingest } from '../../src/ingest/ingest';
import { installationKey } from '../../src/ingest/installationKey';
import { KNOWN_FORMATS } from '../../src/ingest/knownFormats';
import { Courses } from '../../src/report/courses';
import { LineHasher } from '../../src/text/lineHash';
import type { AgentEvent } from '../../src/tracker/event';
import { LiveTracker } from '../../src/tracker/liveTracker';
import { runCompanion } from '../unit/companion/companion';
import { hookPayloads, transcripts, workspaceLines } from './support/capture';

/** Captures of agents whose hooks run the companion, and the kind that their settings name. */
const HOOKED = [
  ['claude-code', 'claude-code'],
  ['gemini', 'gemini'],
  ['qwen-code', 'qwen-code'],
  ['cline', 'cline'],
] as const;
/** Of each capture, the payloads that hold most: each starts a process. */
const LARGEST = 5;

const LINES = workspaceLines();
let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'privacy-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function textsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => `${file}\n${readFileSync(file, 'utf8')}`);
}

/** The lines of files of the workspace that stand in a text. */
const given = (text: string) => LINES.filter((line) => text.includes(line));

describe('what is kept of a run', () => {
  it.each(HOOKED)('(%s) holds no line of a file where no window heard its hooks', async (capture, agent) => {
    const home = join(root, capture);
    const payloads = hookPayloads(capture)
      .map((payload) => JSON.stringify(payload))
      .sort((a, b) => b.length - a.length)
      .slice(0, LARGEST);
    // They do hold text: else this would show nothing.
    expect(given(payloads.join('\n')).length).toBeGreaterThan(20);
    for (const input of payloads) {
      const { code, stderr } = await runCompanion({ home, agent, input, cwd: root });
      expect([code, stderr]).toEqual([0, '']);
    }
    const texts = textsIn(home);
    expect(texts.some((text) => text.includes('"hook":'))).toBe(true);
    for (const text of texts) expect(given(text)).toEqual([]);
  });

  it.each(['claude-code', 'claude-code-repeat'])(
    '(%s) holds none in the log, on the map, and in what is told to other extensions',
    async (capture) => {
      const folder = join(root, `${capture}-window`);
      const log = join(folder, '.read-coverage');
      mkdirSync(log, { recursive: true });
      const rows = [...transcripts(capture).values()].flat();
      writeFileSync(join(log, 'log.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
      const tracker = new LiveTracker({ levels: { notice: 1, warning: 2, stop: 3 } });
      const courses = new Courses();
      const kept: string[] = [];
      const home = join(folder, 'home');
      mkdirSync(home);
      const ingest = new Ingest({
        folders: [folder],
        hasher: new LineHasher(installationKey(home)),
        formats: KNOWN_FORMATS,
        logPatterns: ['.read-coverage/*.jsonl'],
        agents: [],
        env: {},
        home,
        onEvents: (events) => {
          for (const { event } of events) kept.push(...told(event));
        },
        onFault: (fault) => {
          throw fault;
        },
      });
      const told = (event: AgentEvent): string[] => {
        const applied = tracker.apply(event);
        courses.add(event, applied);
        return applied.findings.flatMap((finding) => [
          findingRow(finding, true, null),
          JSON.stringify(finding),
        ]);
      };
      await ingest.poll();
      await ingest.dispose();
      expect(kept.length).toBeGreaterThan(2);
      for (const session of tracker.sessions()) kept.push(JSON.stringify(courses.of(session.key)?.entries));
      for (const text of [...kept, JSON.stringify(ingest.state()), ...textsIn(home)]) {
        expect(given(text)).toEqual([]);
      }
    },
  );

  it('holds none in what is remembered of the starts of transcripts', async () => {
    const home = join(root, 'heads-home');
    const project = join(home, '.claude', 'projects', '-ws');
    mkdirSync(project, { recursive: true });
    for (const [number, rows] of [...transcripts('claude-code').values()].entries()) {
      const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
      writeFileSync(join(project, `${number}.jsonl`), text);
    }
    const heads = { file: join(root, 'heads', 'heads.json'), version: '1' };
    const ingest = new Ingest({
      folders: [],
      hasher: new LineHasher([1, 2]),
      formats: KNOWN_FORMATS,
      logPatterns: [],
      agents: ['claude-code'],
      env: {},
      home,
      heads,
      onEvents: () => undefined,
      onFault: (fault) => {
        throw fault;
      },
    });
    await ingest.poll();
    await ingest.dispose();
    const [text = '', ...more] = textsIn(join(root, 'heads'));
    expect(more).toEqual([]);
    expect(text).toContain('"heads":[\n["');
    expect(given(text)).toEqual([]);
  });
});
