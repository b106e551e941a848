import { basename } from 'node:path';
import type { FileContent, HookCall } from './agentConnector';
import { wholeContent } from './wholeContent';

/** Stands in a template for the path of the module that the plugin loads, as a JSON string. */
const MODULE = '"MODULE"';

/**
 * A file of ours that an agent loads into its own process: it does nothing but load the module beside the companion,
 * which is brought up to date with the extension, and nothing where that is gone.
 *
 * @param agent the agent's kind
 * @param lines of the file; one of them has {@link MODULE} in it
 */
export function pluginFile(agent: string, lines: readonly string[]): FileContent {
  const [before = '', after = ''] = `${lines.join('\n')}\n`.split(MODULE);
  return wholeContent({
    text: ({ module }: HookCall) => before + JSON.stringify(module) + after,
    isOurs(text) {
      if (!text.startsWith(before) || !text.endsWith(after)) return false;
      const file = stringIn(text.slice(before.length, text.length - after.length));
      return file !== undefined && basename(file.replaceAll('\\', '/')) === `companion-${agent}.cjs`;
    },
  });
}

function stringIn(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined; // Somebody changed it.
  }
}

/** The text of a module that loads this one as an agent would, from wherever it stands. */
export function loading(file: string): readonly string[] {
  return [
    `import { readFileSync } from 'node:fs';`,
    `const text = readFileSync(${JSON.stringify(file)}, 'utf8');`,
    "const plugin = await import('data:text/javascript,' + encodeURIComponent(text));",
  ];
}
