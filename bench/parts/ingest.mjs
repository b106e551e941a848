// A large transcript from the first byte to the report, as whole processes.
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../scripts/lib/temporary.mjs';
import { bundled } from '../lib/bundle.mjs';
import { installedOnce, madeOnce } from '../lib/cache.mjs';
import { race } from '../lib/measure.mjs';
import { writeTranscript } from '../lib/transcript.mjs';

const CCUSAGE = '18.0.11';

/** @param {string} name */
const contender = (name) => fileURLToPath(new URL(`../contenders/${name}.cjs`, import.meta.url));

/** @param {number} megabytes */
export function transcript(megabytes) {
  const options = { seed: 1, folder: '/home/dev/ws', files: 400 };
  return madeOnce(`transcript-${megabytes}.jsonl`, (path) => writeTranscript(path, megabytes * 1e6, options));
}

/**
 * @param {{ megabytes: number, rounds: number }} size
 * @returns {Promise<import('../lib/results.mjs').Part>}
 */
export async function ingest({ megabytes, rounds }) {
  const file = transcript(megabytes);
  const best = await race(
    [
      { name: 'report', args: [await bundled('src/cli/main.ts', 'cli'), 'report', file] },
      { name: 'floor', args: [contender('floor'), file] },
      { name: 'readline', args: [contender('readline'), file] },
      await ccusage(file),
    ],
    rounds,
  );
  /** @param {string} name */
  const of = (name) => best.get(name) ?? { wall: Number.NaN, cpu: Number.NaN, memory: Number.NaN };
  const [report, floor, readline, other] = ['report', 'floor', 'readline', 'ccusage'].map(of);
  if (!report || !floor || !readline || !other) throw new Error('nothing was measured');
  return {
    part: 'Ingest',
    about: `\`report\` on a transcript of ${megabytes} MB against the floor (find the line ends, look for the byte patterns that can matter, parse only those lines and do nothing with them), \`readline\` with \`JSON.parse\`, and ccusage ${CCUSAGE}: whole processes, in turns, the best of ${rounds}.`,
    results: [
      { name: 'report / floor (time)', value: report.wall / floor.wall, unit: '', most: 1.25 },
      { name: 'report / floor (processor)', value: report.cpu / floor.cpu, unit: '' },
      { name: 'readline / floor (time)', value: readline.wall / floor.wall, unit: '' },
      { name: 'ccusage / report (time)', value: other.wall / report.wall, unit: '', least: 2.5 },
      { name: 'ccusage / report (processor)', value: other.cpu / report.cpu, unit: '' },
      { name: 'report, time', value: report.wall, unit: 'ms' },
      { name: 'floor, time', value: floor.wall, unit: 'ms' },
      { name: 'report, memory', value: report.memory, unit: 'MiB' },
      { name: 'floor, memory', value: floor.memory, unit: 'MiB' },
    ],
  };
}

/**
 * It reads the sessions of a home folder of its own, which holds this one.
 * @param {string} file
 */
async function ccusage(file) {
  const installed = join(await installedOnce('ccusage', CCUSAGE), 'node_modules', 'ccusage');
  const { bin } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  const home = temporaryFolder('bench');
  const project = join(home, 'projects', '-home-dev-ws');
  mkdirSync(project, { recursive: true });
  symlinkSync(file, join(project, 'session.jsonl'));
  const program = join(installed, typeof bin === 'string' ? bin : bin.ccusage);
  return {
    name: 'ccusage',
    args: [program, 'session', '--offline', '--json'],
    env: { CLAUDE_CONFIG_DIR: home },
  };
}
