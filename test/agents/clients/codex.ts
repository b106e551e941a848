import { join } from 'node:path';
import { openAiResponses } from '../model/openAiResponses';
import { type AgentClient, noting, ownSettings, textIn } from './client';
import { fileBelow } from './files';

const quoted = (path: string) => `'${path.replaceAll("'", "'\\''")}'`;

export const codex: AgentClient = {
  agent: 'codex',
  name: 'Codex',
  setting: 'agents.codex',
  api: openAiResponses,
  hooksTell: 'no reads',
  trustArgument: '--dangerously-bypass-hook-trust',
  ownHook: (log) => ({
    name: '.codex/hooks.json',
    text: ownSettings({
      hooks: { PostToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: noting(log) }] }] },
    }),
  }),
  tools: {
    // It has no tool for reading.
    read: (file, lines) => shell(lines ? `sed -n '${lines.join()}p' ${quoted(file)}` : `cat ${quoted(file)}`),
    edit: (file, before, after) => ({
      name: 'apply_patch',
      input: `*** Begin Patch\n*** Update File: ${file}\n@@\n-${before}\n+${after}\n*** End Patch\n`,
    }),
    shell,
  },
  environment: () => ({ SCRIPTED_KEY: 'scripted' }),
  commandLine: ({ model, folder }, prompt, resume) => {
    const provider = `{name="scripted",base_url="${model}/v1",wire_api="responses",env_key="SCRIPTED_KEY"}`;
    const settings = [
      'model="gpt-5.5"',
      'model_provider="scripted"',
      `model_providers.scripted=${provider}`,
      `projects={${JSON.stringify(folder)}={trust_level="trusted"}}`,
      'check_for_update_on_startup=false',
      'analytics.enabled=false',
    ];
    return [
      'exec',
      ...(resume === undefined ? [] : ['resume']),
      '--json',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      '--dangerously-bypass-hook-trust',
      ...settings.flatMap((setting) => ['-c', setting]),
      ...(resume === undefined ? [] : [resume]),
      prompt,
    ];
  },
  sessionIn: (row) => (textIn(row, 'type') === 'thread.started' ? textIn(row, 'thread_id') : undefined),
  transcript: (home, session) => fileBelow(join(home, '.codex', 'sessions'), `-${session}.jsonl`),
};

function shell(cmd: string) {
  return { name: 'exec_command', input: { cmd } };
}
