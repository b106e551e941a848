import type { FoundAgent } from '../../agents/agentNames';

/** How an agent is started from a shell: programs by their base names, packages by their names in a registry. */
interface Launch {
  readonly agent: FoundAgent;
  readonly programs: readonly string[];
  readonly packages: readonly string[];
}

const LAUNCHES: readonly Launch[] = [
  { agent: 'claude-code', programs: ['claude'], packages: ['@anthropic-ai/claude-code'] },
  { agent: 'codex', programs: ['codex'], packages: ['@openai/codex'] },
  { agent: 'gemini', programs: ['gemini'], packages: ['@google/gemini-cli'] },
  { agent: 'opencode', programs: ['opencode'], packages: ['opencode-ai'] },
  { agent: 'qwen-code', programs: ['qwen'], packages: ['@qwen-code/qwen-code'] },
  { agent: 'copilot-cli', programs: ['copilot'], packages: ['@github/copilot'] },
  { agent: 'cline', programs: ['cline'], packages: ['cline'] },
  {
    agent: 'pi',
    programs: ['pi'],
    packages: ['@mariozechner/pi-coding-agent', '@earendil-works/pi-coding-agent'],
  },
  { agent: 'kilo-code', programs: ['kilo', 'kilocode'], packages: ['@kilocode/cli'] },
  { agent: 'cursor', programs: ['cursor-agent'], packages: [] },
];

/** Programs that run the package, or the program of an installed package, named after them. */
const RUNNERS = new Set(['npx', 'pnpx', 'bunx']);
/** Programs that run the script named after them. */
const RUNTIMES = new Set(['node', 'bun', 'deno']);

/**
 * The kind of the agent that a command line runs, and runs alone: in a list such as `claude; deploy` the shell may be
 * at something else by now, so lists and pipelines give null. Shell words of POSIX shells, PowerShell and cmd.
 */
export function agentOfCommand(commandLine: string): string | null {
  const words = wordsOf(commandLine);
  if (!words) return null;
  while (/^[A-Za-z_]\w*=/.test(words[0] ?? '')) words.shift();
  const program = baseName(words[0] ?? '');
  if (RUNNERS.has(program)) return byPackage(words.slice(1).find((word) => !word.startsWith('-')) ?? '');
  if (RUNTIMES.has(program)) return byScript(words.slice(1).find((word) => !word.startsWith('-')) ?? '');
  return LAUNCHES.find(({ programs }) => programs.includes(program))?.agent ?? null;
}

/** Null where the line holds more than one command, or a quote that does not end. */
function wordsOf(commandLine: string): string[] | null {
  const words: string[] = [];
  const line = commandLine.trim().replace(/^&\s+/, ''); // PowerShell's call operator
  const token = /\s+|"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"';&|\n]+)|[\s\S]/gy;
  let joins = false;
  for (const match of line.matchAll(token)) {
    const piece = match[1] ?? match[2] ?? match[3];
    if (piece === undefined) {
      if (match[0].trim() !== '' || match[0].includes('\n')) return null;
      joins = false;
    } else {
      words.push((joins ? words.pop() : '') + piece);
      joins = true;
    }
  }
  return words;
}

function byPackage(specifier: string): string | null {
  const name = specifier.replace(/(?<=.)@[^/]*$/, '');
  const launch = LAUNCHES.find(
    ({ packages, programs }) => packages.includes(name) || programs.includes(name),
  );
  return launch?.agent ?? null;
}

function byScript(script: string): string | null {
  const path = script.replaceAll('\\', '/');
  const installed = LAUNCHES.find(({ packages }) =>
    packages.some((name) => path.includes(`/node_modules/${name}/`)),
  );
  const program = baseName(script);
  return (installed ?? LAUNCHES.find(({ programs }) => programs.includes(program)))?.agent ?? null;
}

function baseName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return name.toLowerCase().replace(/\.(exe|cmd|bat|ps1|[cm]?js)$/, '');
}
