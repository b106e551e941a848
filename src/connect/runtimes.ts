import { runBriefly } from './briefRun';
import { type Machine, programsOnPath } from './programs';
import { isAtLeast, parseVersion, type Version } from './version';

/** The companion's code is built for this Node. */
const OLDEST: Version = { major: 22, minor: 0, patch: 0 };
const WITHIN = 5000;
/** Programs on PATH named "node" beyond these are not asked. */
const MOST_ASKED = 4;

/** What can run the companion; absolute paths. */
export interface Runtimes {
  /**
   * Of PATH, best first. The binary that a version manager put there comes before its name: the name may be a script
   * that chooses by the folder it is called in, or be gone tomorrow.
   */
  readonly nodes: readonly string[];
  /**
   * The program that runs the extension host, a Node with `ELECTRON_RUN_AS_NODE` set. On servers it lies in a folder
   * that goes away with the next update.
   */
  readonly editor: string;
}

export async function companionRuntimes(machine: Machine, editor: string): Promise<Runtimes> {
  const nodes: string[] = [];
  for (const onPath of (await programsOnPath('node', machine)).slice(0, MOST_ASKED)) {
    const binary = await binaryOf(onPath, machine);
    if (binary !== undefined) nodes.push(binary, onPath);
  }
  return { nodes: [...new Set(nodes)], editor };
}

/** The real program behind a `node`; undefined where it is too old or does not say. */
async function binaryOf(onPath: string, { env, home }: Machine): Promise<string | undefined> {
  const { NODE_OPTIONS: _, ...plain } = env;
  const asked = await runBriefly(onPath, ['-p', 'process.version + " " + process.execPath'], {
    within: WITHIN,
    env: plain,
    cwd: home,
  });
  if (asked?.exitCode !== 0) return undefined;
  const [version = '', ...path] = asked.stdout.trimEnd().split(' ');
  const parsed = parseVersion(version);
  return parsed && isAtLeast(parsed, OLDEST) ? path.join(' ') : undefined;
}
