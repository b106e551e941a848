// Real coding agents of npm, one folder of the cache for each version. They are large, so they are installed only when
// somebody asks for it.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installOnce } from './install-once.mjs';
import { Told } from './main.mjs';
import { npm } from './npm.mjs';
import { cacheFolder } from './paths.mjs';

/** The versions that are tested: the newest known one, and one from before much of what the hooks can do today. */
export const CLAUDE_CODE_VERSIONS = /** @type {const} */ (['2.1.332', '2.1.100']);
const CLAUDE_CODE = '@anthropic-ai/claude-code';

/**
 * The folder that holds the program `claude` of this version, absolute.
 * @param {string} version
 * @param {string} node path of the Node binary that runs npm
 * @param {boolean} install whether it may be installed
 */
export async function claudeCodeFolder(version, node, install) {
  const folder = join(cacheFolder(), `claude-code-${version}-${process.platform}-${process.arch}`);
  const programs = join('node_modules', '.bin');
  if (!existsSync(folder) && !install) {
    throw new Told(`Claude Code ${version} is not installed here: npm run test:agents -- --install`);
  }
  if (!existsSync(folder)) process.stderr.write(`Installing Claude Code ${version} (once)…\n`);
  await installOnce(
    folder,
    [join(programs, process.platform === 'win32' ? 'claude.cmd' : 'claude')],
    (partial) => {
      writeFileSync(join(partial, 'package.json'), '{"private":true}\n');
      // Its install script puts the program in place.
      const args = [
        'install',
        `${CLAUDE_CODE}@${version}`,
        '--no-save',
        '--no-package-lock',
        '--ignore-scripts=false',
      ];
      return npm(node, partial, args).then(() => undefined);
    },
  );
  return join(folder, programs);
}
