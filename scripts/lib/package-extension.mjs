// Builds what ships and packs it into a .vsix, and looks into what it packed.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFaults } from './bundle-scan.mjs';
import { partsNamedBy } from './companion-parts.mjs';
import { Told } from './main.mjs';
import { root } from './paths.mjs';
import { recordedRows } from './recording.mjs';
import { runQuietly } from './run.mjs';
import { CHUNKS } from './shared-chunks.mjs';
import { temporaryFolder } from './temporary.mjs';
import { toolFile } from './tool-file.mjs';

/** Where the packaged extension is put. */
export const vsixFile = join(root, 'out', 'agent-read-coverage.vsix');

const chunks = join(root, 'dist', CHUNKS);

const LARGEST_BYTES = 1_000_000;

/** What may be in the package, and what must. */
const MAY_SHIP = [
  /^package(\.nls(\.[\w-]+)?)?\.json$/,
  /^(README|CHANGELOG|SECURITY)\.md$/,
  /^LICENSE(\.txt)?$/,
  /^dist\/(extension|ingest|rows|cli|companion(-[A-Za-z]+-[0-9A-Z]{8}|-opencode|-pi)?)\.cjs$/,
  /^dist\/chunks\/[\w-]+-[0-9A-Z]{8}\.cjs$/,
  /^dist\/map\.js$/,
  /^media\/[\w./-]+\.(svg|png|md|css|js)$/,
  /^l10n\/[\w.-]+\.json$/,
  /^schemas\/[\w.-]+\.json$/,
  /^samples\/acp\/[\w.-]+\.mjs$/,
  /^docs\/[\w-]+\.md$/,
  /^docs\/pictures\/[\w.-]+\.(png|svg)$/,
];
const MUST_SHIP = [
  'package.json',
  'README.md',
  'CHANGELOG.md',
  'media/icon.png',
  'dist/extension.cjs',
  'dist/ingest.cjs',
  'dist/rows.cjs',
  'dist/cli.cjs',
  'dist/map.js',
  'media/map.css',
  'dist/companion.cjs',
  'dist/companion-opencode.cjs',
  'dist/companion-pi.cjs',
];

/** @param {readonly string[]} args */
const vsce = (args) => runQuietly(process.execPath, [toolFile('vsce'), ...args], { cwd: root });

/** Production bundles, packed; throws where the packer has something to warn about. */
export async function packageExtension() {
  // Builds before may have left theirs.
  rmSync(chunks, { recursive: true, force: true });
  await runQuietly(process.execPath, [join(root, 'esbuild.mjs'), '--production'], { cwd: root });
  mkdirSync(join(root, 'out'), { recursive: true });
  const said = await vsce(['package', '--no-dependencies', '--no-rewrite-relative-links', '--out', vsixFile]);
  if (/warning/i.test(said)) throw new Told(`vsce package:\n${said}`);
  return vsixFile;
}

/** The command line loads chunks only where it is packed: whether it finds them. */
async function commandLineFault() {
  const session = join(temporaryFolder('package'), 'session.jsonl');
  writeFileSync(session, recordedRows('repeat').join('\n'));
  try {
    await runQuietly(process.execPath, [join(root, 'dist', 'cli.cjs'), 'report', session]);
    return [];
  } catch (error) {
    return [`the command line fails: ${error}`];
  }
}

/** Ways to the network, and text that is run as code, in what ships. @param {readonly string[]} files */
async function faultsOfBundles(files) {
  const bundles = files.filter((file) => /\.c?js$/.test(file));
  const faults = bundles.map((file) => bundleFaults(file, readFileSync(join(root, file), 'utf8')));
  return (await Promise.all(faults)).flat();
}

/** What the package holds, how many bytes it has, and what is wrong with either. */
export async function inspectPackage() {
  const files = (await vsce(['ls', '--no-dependencies'])).split('\n').filter(Boolean).sort();
  const bytes = statSync(vsixFile).size;
  const parts = partsNamedBy(readFileSync(join(root, 'dist', 'companion.cjs'), 'utf8'));
  const loaded = [...parts, ...readdirSync(chunks).map((name) => `${CHUNKS}/${name}`)];
  const needed = [...MUST_SHIP, ...loaded.map((name) => `dist/${name}`)];
  const faults = [
    ...(parts.length === 0 ? ['the companion has no parts'] : []),
    ...files
      .filter((file) => !MAY_SHIP.some((pattern) => pattern.test(file)))
      .map((file) => `unexpected: ${file}`),
    ...needed.filter((file) => !files.includes(file)).map((file) => `missing: ${file}`),
    ...(await faultsOfBundles(files)),
    ...(await commandLineFault()),
    ...(bytes > LARGEST_BYTES ? [`too large: ${bytes} bytes, over ${LARGEST_BYTES}`] : []),
  ];
  return { files, bytes, faults };
}
