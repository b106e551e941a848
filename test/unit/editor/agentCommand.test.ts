import { describe, expect, it } from 'vitest';
import { agentOfCommand } from '../../../src/editor/stopping/agentCommand';

describe('the agent of a command line', () => {
  it.each([
    ['claude', 'claude-code'],
    ['  claude --continue "fix the build; then rest"', 'claude-code'],
    ['/usr/local/bin/claude -p hello', 'claude-code'],
    ['ANTHROPIC_LOG=debug CI=1 claude', 'claude-code'],
    ['npx claude', 'claude-code'],
    ['npx -y @anthropic-ai/claude-code@2.1.332 --resume', 'claude-code'],
    ['node /usr/lib/node_modules/@anthropic-ai/claude-code/cli.js', 'claude-code'],
    ['node C:\\npm\\node_modules\\@openai\\codex\\bin\\codex.js', 'codex'],
    ['& "C:\\Program Files\\nodejs\\claude.ps1" --resume', 'claude-code'],
    ['"/opt/my tools/codex" exec', 'codex'],
    ["'/opt/it/gemini'", 'gemini'],
    ['node --no-warnings=x --max-old-space-size=4096 /opt/bin/gemini.js -p x', 'gemini'],
    ['qwen', 'qwen-code'],
    ['npx @earendil-works/pi-coding-agent', 'pi'],
    ['cursor-agent -p "look"', 'cursor'],
    ['kilocode', 'kilo-code'],
  ])('%s', (line, agent) => {
    expect(agentOfCommand(line)).toBe(agent);
  });

  it.each([
    '',
    'vim claude',
    'cat claude.md',
    'claude.sh',
    'claudette',
    'npm test && claude',
    'claude; deploy',
    'claude | tee log',
    'claude &',
    'claude\ndeploy',
    'echo "claude',
    'node server.js',
    'npx vitest',
    'npx @anthropic-ai/claude-code-not',
    'cd claude',
    'cat x=claude',
  ])('is none in: %s', (line) => {
    expect(agentOfCommand(line)).toBeNull();
  });
});
