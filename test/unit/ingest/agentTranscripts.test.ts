import { mkdirSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claudeCodeTranscripts } from '../../../src/agents/claudeCode/transcripts';
import { codexTranscripts } from '../../../src/agents/codex/transcripts';
import { copilotCliTranscripts } from '../../../src/agents/copilotCli/transcripts';
import { cursorTranscripts } from '../../../src/agents/cursor/transcripts';
import { geminiTranscripts } from '../../../src/agents/gemini/transcripts';
import { kiloCodeTranscripts } from '../../../src/agents/kiloCode/transcripts';
import { opencodeTranscripts } from '../../../src/agents/opencode/transcripts';
import { piTranscripts } from '../../../src/agents/pi/transcripts';
import { qwenCodeTranscripts } from '../../../src/agents/qwenCode/transcripts';
import { rooCodeTranscripts } from '../../../src/agents/rooCode/transcripts';
import type { Transcripts } from '../../../src/agents/transcripts';
import { vscodeChatTranscripts } from '../../../src/agents/vscodeChat/transcripts';
import { AgentTranscripts } from '../../../src/ingest/agentTranscripts';
import { CanonicalPaths } from '../../../src/ingest/canonicalPath';
import { machineOf } from '../../../src/ingest/machine';
import type { RowSession, RowStore } from '../../../src/ingest/rowStore';
import { WorkspaceFolders } from '../../../src/ingest/workspaceFolders';
import { NOW, TestWorkspace } from './testWorkspace';

let ws: TestWorkspace;

beforeEach(() => {
  ws = new TestWorkspace();
});
afterEach(() => ws.dispose());

interface Options {
  readonly env?: NodeJS.ProcessEnv;
  readonly folders?: readonly string[];
  readonly editorFolder?: string;
  readonly rows?: RowStore;
}

async function location(description: Transcripts, options: Options = {}) {
  const { env = {}, folders = [ws.folder], editorFolder, rows } = options;
  const paths = new CanonicalPaths({ now: () => ws.now, lifetime: 0 });
  const open = await WorkspaceFolders.open(folders, paths);
  const machine = machineOf(env, ws.home, { editorFolder, platform: 'linux' });
  return new AgentTranscripts('agent', description, description.roots(machine), {
    folders: open,
    paths,
    rows,
  });
}

/** Sessions that are found, and their files below the root of the test. */
async function sessions(description: Transcripts, options?: Options) {
  const found = await location(description, options);
  const all: Record<string, readonly string[]> = {};
  for (const session of await found.scan()) {
    expect(session.cwd.startsWith(ws.root)).toBe(true);
    const files = await found.filesOf(session);
    all[session.id] = files.map((file) =>
      file.stored === 'rows'
        ? `${relative(ws.root, file.path)}#${file.session}`
        : relative(ws.root, file.path),
    );
  }
  return all;
}

const elsewhere = () => join(ws.root, 'elsewhere');

describe('Claude Code', () => {
  it('is looked into as far as it takes: the first row may be a long prompt', async () => {
    const rows = (id: string, bytes: number) => {
      const path = `home/.claude/projects/-ws/${id}.jsonl`;
      ws.append(path, { filler: 'x'.repeat(bytes) }, { cwd: ws.folder, sessionId: id });
      ws.append(path, { filler: 'x'.repeat(2 * 1024 * 1024) });
      return path;
    };
    const wanted = [100, 20_000, 200_000].map((bytes) => rows(`s${bytes}`, bytes));
    rows('too-long', 1024 * 1024);
    const found = await sessions(claudeCodeTranscripts);
    expect(Object.values(found).flat().sort()).toEqual(wanted.sort());
  });

  it('keeps a session with its subagents, in folders and beside it', async () => {
    const project = 'home/.claude/projects/-any-name';
    ws.append(`${project}/s1.jsonl`, { type: 'summary' }, { cwd: ws.folder, sessionId: 's0' });
    ws.append(`${project}/s2.jsonl`, { cwd: elsewhere(), sessionId: 's2' });
    ws.append(`${project}/agent-old.jsonl`, { cwd: ws.folder, sessionId: 's1' });
    ws.append(`${project}/s1/subagents/workflows/w/agent-b.jsonl`, {});
    ws.append(`${project}/s1/subagents/agent-a.jsonl`, {});
    ws.append(`${project}/s1/subagents/notes.jsonl`, {});
    ws.append(`${project}/s2/subagents/agent-c.jsonl`, {});
    expect(await sessions(claudeCodeTranscripts)).toEqual({
      s1: [
        `${project}/s1.jsonl`,
        `${project}/agent-old.jsonl`,
        `${project}/s1/subagents/agent-a.jsonl`,
        `${project}/s1/subagents/workflows/w/agent-b.jsonl`,
      ],
    });
  });

  it('seems used where a name of a folder is like that of an open one: nothing is opened', async () => {
    ws.append(`home/.claude/projects/-other/s1.jsonl`, { cwd: ws.folder });
    expect(await (await location(claudeCodeTranscripts)).seemsUsed()).toBe(false);
    ws.append(`home/.claude/projects/${ws.folder.replace(/[^a-zA-Z0-9]/g, '-')}-sub/s1.jsonl`, 'not read');
    expect(await (await location(claudeCodeTranscripts)).seemsUsed()).toBe(true);
  });
});

describe('Codex', () => {
  const day = 'home/.codex/sessions/2026/01/02';
  const meta = (id: string, cwd: string, more: object = {}) => ({
    type: 'session_meta',
    payload: { id, session_id: id, cwd, source: 'cli', ...more },
  });
  const spawned = (parent: string) => ({
    source: { subagent: { thread_spawn: { parent_thread_id: parent, depth: 1 } } },
  });

  it('keeps threads by day; those of subagents go to the session they come from, wherever they ran', async () => {
    ws.append(`${day}/rollout-1-main.jsonl`, meta('main', ws.folder));
    ws.append(`${day}/rollout-2-child.jsonl`, meta('child', elsewhere(), spawned('main')));
    ws.append(`${day}/rollout-3-grandchild.jsonl`, meta('grandchild', ws.folder, spawned('child')));
    ws.append(`${day}/rollout-4-other.jsonl`, meta('other', elsewhere()));
    ws.append(`${day}/rollout-5-others.jsonl`, meta('others', elsewhere(), spawned('other')));
    ws.append(`${day}/rollout-6-fork.jsonl`, meta('fork', ws.folder, { forked_from_id: 'main' }));
    ws.append(`${day}/notes.jsonl`, meta('notes', ws.folder));
    expect(await sessions(codexTranscripts)).toEqual({
      main: ['rollout-1-main', 'rollout-2-child', 'rollout-3-grandchild'].map(
        (name) => `${day}/${name}.jsonl`,
      ),
      fork: [`${day}/rollout-6-fork.jsonl`],
    });
  });

  it('ends where parents go in a circle', async () => {
    ws.append(`${day}/rollout-1.jsonl`, meta('a', ws.folder, spawned('b')));
    ws.append(`${day}/rollout-2.jsonl`, meta('b', ws.folder, spawned('a')));
    const found = await sessions(codexTranscripts);
    expect(Object.values(found).flat()).toHaveLength(2);
  });

  it('is the same session when it was archived', async () => {
    ws.append('home/.codex/archived_sessions/rollout-1.jsonl', meta('a', ws.folder));
    ws.append(`${day}/rollout-1.jsonl`, meta('a', ws.folder));
    expect(Object.keys(await sessions(codexTranscripts))).toEqual(['a']);
  });

  it('tells its folder in the words of the prompt in old versions', async () => {
    const prompt = `<environment_context>\n  <cwd>${ws.folder}</cwd>\n</environment_context>`;
    ws.append(
      `${day}/rollout-1.jsonl`,
      { id: 'old', timestamp: '2025-06-01T00:00:00Z', instructions: null },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: prompt }] },
    );
    expect(Object.keys(await sessions(codexTranscripts))).toEqual(['old']);
  });

  it('seems used wherever there is a thread, since no name tells its folder', async () => {
    expect(await (await location(codexTranscripts)).seemsUsed()).toBe(false);
    ws.append(`${day}/rollout-1.jsonl`, 'not read');
    expect(await (await location(codexTranscripts)).seemsUsed()).toBe(true);
    expect(await (await location(codexTranscripts, { folders: [] })).seemsUsed()).toBe(false);
  });

  it('is found where CODEX_HOME says, and of many days in the newest', async () => {
    const env = { CODEX_HOME: join(ws.root, 'codex') };
    for (let at = 0; at < 100; at++) {
      const month = `${1 + Math.floor(at / 28)}`.padStart(2, '0');
      const name = `${1 + (at % 28)}`.padStart(2, '0');
      ws.append(`codex/sessions/2026/${month}/${name}/rollout-${at}.jsonl`, meta(`${at}`, ws.folder));
    }
    ws.append(`${day}/rollout-1.jsonl`, meta('at home', ws.folder));
    const found = Object.keys(await sessions(codexTranscripts, { env })).map(Number);
    expect(found.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, at) => at + 40));
  });
});

describe('Gemini CLI', () => {
  const header = { sessionId: 's1', projectHash: 'x', kind: 'main' };

  it('tells the folder beside its transcripts, and subagents by the id of the session', async () => {
    ws.write('home/.gemini/tmp/ws/.project_root', `${ws.folder}\n`);
    ws.append('home/.gemini/tmp/ws/chats/session-1.jsonl', header);
    ws.append('home/.gemini/tmp/ws/chats/s1/sub.jsonl', { sessionId: 'sub' });
    ws.append('home/.gemini/tmp/ws/chats/s2/sub.jsonl', { sessionId: 'sub' });
    ws.write('home/.gemini/tmp/other/.project_root', elsewhere());
    ws.append('home/.gemini/tmp/other/chats/session-1.jsonl', { ...header, sessionId: 's9' });
    ws.append('home/.gemini/tmp/ws2/chats/session-1.jsonl', { ...header, sessionId: 's8' });
    expect(await sessions(geminiTranscripts)).toEqual({
      s1: ['home/.gemini/tmp/ws/chats/session-1.jsonl', 'home/.gemini/tmp/ws/chats/s1/sub.jsonl'],
    });
  });

  it('belongs once the file beside it is there, however long the transcript is by then', async () => {
    const path = 'home/.gemini/tmp/ws/chats/session-1.jsonl';
    ws.append(path, header, { filler: 'x'.repeat(2 * 1024 * 1024) });
    const found = await location(geminiTranscripts);
    expect(await found.scan()).toEqual([]);
    ws.write('home/.gemini/tmp/ws/.project_root', ws.folder);
    ws.append(path, {});
    expect((await found.scan()).map(({ id }) => id)).toEqual(['s1']);
  });

  it('has a list of folders, which decides where a name is in it once', async () => {
    const projects = { [ws.folder]: 'one', [elsewhere()]: 'two', [join(ws.folder, 'sub')]: 'two' };
    ws.write('gemini/.gemini/projects.json', JSON.stringify({ projects }));
    ws.write(
      'gemini/.gemini/tmp/one/chats/session-1.json',
      JSON.stringify({ ...header, messages: [] }, null, 2),
    );
    ws.append('gemini/.gemini/tmp/two/chats/session-2.jsonl', { ...header, sessionId: 's2' });
    expect(await sessions(geminiTranscripts, { env: { GEMINI_CLI_HOME: join(ws.root, 'gemini') } })).toEqual({
      s1: ['gemini/.gemini/tmp/one/chats/session-1.json'],
    });
  });
});

describe('Copilot CLI', () => {
  const start = (id: string, cwd: string) => ({
    type: 'session.start',
    data: { sessionId: id, context: { cwd } },
  });

  it('keeps a folder a session, or a file in older versions', async () => {
    ws.append('home/.copilot/session-state/a/events.jsonl', start('a', ws.folder));
    ws.append('home/.copilot/session-state/b/events.jsonl', start('b', elsewhere()));
    ws.append('home/.copilot/session-state/c.jsonl', start('c', ws.folder));
    ws.append('home/.copilot/history-session-state/d.jsonl', start('d', join(ws.folder, 'sub')));
    mkdirSync(join(ws.home, '.copilot/session-state/e'));
    expect(Object.keys(await sessions(copilotCliTranscripts)).sort()).toEqual(['a', 'c', 'd']);
  });

  it.each([
    ['plain', (cwd: string) => `id: a\ncwd: ${cwd}\nname: x`],
    ['quoted', (cwd: string) => `cwd: ${JSON.stringify(cwd)}`],
    ['in single quotes', (cwd: string) => `git_root: /\ncwd: '${cwd}' \n`],
    ['with a comment', (cwd: string) => `cwd: ${cwd} # here`],
  ])('tells the folder beside the events: %s', async (_, yaml) => {
    ws.write('home/.copilot/session-state/a/workspace.yaml', yaml(ws.folder));
    ws.append('home/.copilot/session-state/a/events.jsonl', { type: 'session.resume', data: {} });
    expect(Object.keys(await sessions(copilotCliTranscripts))).toEqual(['a']);
  });
});

describe('the chat of VS Code', () => {
  const storage = 'home/.config/Code/User/workspaceStorage';
  const transcript = (hash: string, id: string) =>
    `${storage}/${hash}/GitHub.copilot-chat/transcripts/${id}.jsonl`;

  it('keeps transcripts with what it stores for the open folder', async () => {
    ws.write(`${storage}/h1/workspace.json`, JSON.stringify({ folder: `file://${encodeURI(ws.folder)}` }));
    ws.append(transcript('h1', 's1'), { type: 'user.message' });
    ws.write(`${storage}/h2/workspace.json`, JSON.stringify({ folder: 'file:///other' }));
    ws.append(transcript('h2', 's2'), { type: 'session.start', data: { context: { cwd: ws.folder } } });
    ws.write(`${storage}/h3/workspace.json`, JSON.stringify({ workspace: 'file:///a.code-workspace' }));
    ws.append(transcript('h3', 's3'), { type: 'session.start', data: { context: { cwd: ws.folder } } });
    expect(Object.keys(await sessions(vscodeChatTranscripts)).sort()).toEqual(['s1', 's3']);
  });

  it.each([
    ['of this editor', 'own/User', {}],
    ['of a server', 'home/.vscode-server/data/User', {}],
    ['of code-server', 'data/code-server/User', { XDG_DATA_HOME: 'data' }],
    ['of another editor', 'config/VSCodium/User', { XDG_CONFIG_HOME: 'config' }],
  ])('is found in the folder %s', async (_, folder, variables) => {
    const env = Object.fromEntries(
      Object.entries(variables).map(([name, path]) => [name, join(ws.root, path)]),
    );
    ws.append(`${folder}/workspaceStorage/h/GitHub.copilot-chat/transcripts/s.jsonl`, {
      type: 'session.start',
      data: { context: { cwd: ws.folder } },
    });
    const options = { env, editorFolder: join(ws.root, 'own/User') };
    expect(Object.keys(await sessions(vscodeChatTranscripts, options))).toEqual(['s']);
  });
});

describe('Qwen Code', () => {
  it('keeps subagents in a folder of theirs', async () => {
    const project = 'qwen/projects/-ws';
    ws.append(`${project}/chats/s1.jsonl`, { sessionId: 's1', cwd: ws.folder });
    ws.append(`${project}/subagents/s1/agent-a.jsonl`, { sessionId: 's1', cwd: ws.folder });
    ws.append(`${project}/subagents/s2/agent-b.jsonl`, { sessionId: 's2', cwd: ws.folder });
    for (const variable of ['QWEN_HOME', 'QWEN_RUNTIME_DIR']) {
      expect(await sessions(qwenCodeTranscripts, { env: { [variable]: join(ws.root, 'qwen') } })).toEqual({
        s1: [`${project}/chats/s1.jsonl`, `${project}/subagents/s1/agent-a.jsonl`],
      });
    }
  });
});

describe('pi', () => {
  it('keeps folders named after paths, or one folder for all', async () => {
    const header = (id: string, cwd: string) => ({ type: 'session', version: 3, id, cwd });
    ws.append('home/.pi/agent/sessions/--lie--/2026_a.jsonl', header('a', ws.folder));
    ws.append('home/.pi/agent/sessions/--ws--/2026_b.jsonl', header('b', elsewhere()));
    ws.append('pi/2026-01-02_c.jsonl', header('c', ws.folder));
    const env = { PI_CODING_AGENT_SESSION_DIR: join(ws.root, 'pi') };
    expect(Object.keys(await sessions(piTranscripts, { env })).sort()).toEqual(['a', 'c']);
    expect(Object.keys(await sessions(piTranscripts))).toEqual(['a']);
  });
});

describe('Cursor', () => {
  const call = (path: string) => ({
    role: 'assistant',
    message: { content: [{ type: 'tool_use', name: 'Read', input: { path } }] },
  });
  const said = (text: string) => ({ role: 'user', message: { content: [{ type: 'text', text }] } });

  it('is told by the files that its calls name, and by nothing else', async () => {
    const chats = 'home/.cursor/projects/any/agent-transcripts';
    ws.append(`${chats}/a/a.jsonl`, said('hello'), call('src/x.ts'), call(join(ws.folder, 'x.ts')));
    ws.append(`${chats}/a/subagents/child.jsonl`, call('x.ts'));
    ws.append(
      `${chats}/b/b.jsonl`,
      said(join(ws.folder, 'x.ts')),
      call(join(elsewhere(), 'x.ts')),
      call('x.ts'),
    );
    ws.append(`${chats}/c.jsonl`, call(join(ws.folder, 'sub/y.ts')));
    const slug = ws.folder.replace(/[^a-zA-Z0-9]+/g, '-').replace(/^-|-$/g, '');
    ws.append(`home/.cursor/projects/${slug}/agent-transcripts/d/d.jsonl`, call('x.ts'));
    expect(await sessions(cursorTranscripts)).toEqual({
      a: [`${chats}/a/a.jsonl`, `${chats}/a/subagents/child.jsonl`],
      c: [`${chats}/c.jsonl`],
    });
  });

  it('belongs as soon as a call tells', async () => {
    const path = 'home/.cursor/projects/any/agent-transcripts/a/a.jsonl';
    ws.append(path, call('x.ts'));
    const found = await location(cursorTranscripts);
    expect(await found.scan()).toEqual([]);
    ws.append(path, call(join(ws.folder, 'x.ts')));
    expect((await found.scan()).map(({ id, cwd }) => [id, cwd])).toEqual([['a', ws.folder]]);
  });
});

describe('Roo Code and Kilo Code', () => {
  it.each([
    ['rooveterinaryinc.roo-cline', rooCodeTranscripts],
    ['kilocode.kilo-code', kiloCodeTranscripts],
  ])('keep tasks in the storage of %s', async (extension, description) => {
    const tasks = `home/.config/Cursor/User/globalStorage/${extension}/tasks`;
    const history = (folder: string) => [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'do it' },
          {
            type: 'text',
            text: `<environment_details>\n# Current Workspace Directory (${folder}) Files\nx.ts`,
          },
        ],
      },
    ];
    const file = (task: string) => `${tasks}/${task}/api_conversation_history.json`;
    ws.write(`${tasks}/t1/history_item.json`, JSON.stringify({ id: 't1', workspace: ws.folder }));
    ws.write(file('t1'), '[]');
    ws.write(file('t2'), JSON.stringify(history(ws.folder)));
    ws.write(file('t3'), JSON.stringify(history(elsewhere())));
    ws.write(
      file('t4'),
      JSON.stringify([{ role: 'user', content: `# Current Workspace Directory (${ws.folder}) Files` }]),
    );
    expect(await sessions(description)).toEqual({ t1: [file('t1')], t2: [file('t2')] });
  });
});

describe('OpenCode', () => {
  const store = (known: readonly RowSession[]): RowStore => ({
    sessions: async () => known,
    changes: async () => ({ records: [], mark: '', hasMore: false }),
    dispose: async () => undefined,
  });

  it('keeps the sessions of all folders in one database', async () => {
    const database = 'data/opencode/opencode.db';
    ws.write(database, 'SQLite format 3\0');
    const env = { XDG_DATA_HOME: join(ws.root, 'data') };
    const session = (id: string, cwd: string, parent: string | null = null) => ({
      id,
      parent,
      cwd,
      modified: NOW,
    });
    const rows = store([
      session('a', ws.folder),
      session('b', elsewhere()),
      session('c', ws.folder, 'a'),
      session('d', elsewhere(), 'b'),
    ]);
    expect(await sessions(opencodeTranscripts, { env, rows })).toEqual({
      a: [`${database}#a`, `${database}#c`],
    });
    const found = await location(opencodeTranscripts, { env, rows });
    await found.scan();
    expect(found.places).toMatchObject([{ state: null, transcripts: 4, own: 2 }]);
    const without = await location(opencodeTranscripts, { env });
    expect(await without.scan()).toEqual([]);
    expect(without.places).toMatchObject([{ state: 'no-sqlite' }]);
  });
});

describe('any agent', () => {
  const session = (id: string) => `home/.claude/projects/p/${id}.jsonl`;

  it('is found in each of several folders, by their real paths, and what changed last comes first', async () => {
    const second = join(ws.root, 'second');
    mkdirSync(second);
    symlinkSync(second, join(ws.root, 'link'));
    ws.append(session('old'), { cwd: join(second, 'deep/er') });
    ws.now += 1000;
    ws.append(session('new'), { cwd: join(ws.root, 'link') });
    ws.append(session('sibling'), { cwd: `${ws.folder}-2` });
    ws.now -= 500;
    ws.append(session('middle'), { cwd: ws.folder });
    const found = await location(claudeCodeTranscripts, { folders: [ws.folder, join(ws.root, 'link')] });
    expect((await found.scan()).map(({ id, cwd }) => [id, cwd])).toEqual([
      ['new', second],
      ['middle', ws.folder],
      ['old', join(second, 'deep/er')],
    ]);
  });

  it('is at the root of the repository around a folder, and not in another worktree of it', async () => {
    mkdirSync(join(ws.root, 'repo/packages/a'), { recursive: true });
    mkdirSync(join(ws.root, 'repo/.git'));
    mkdirSync(join(ws.root, 'tree'));
    ws.write('tree/.git', `gitdir: ${join(ws.root, 'repo/.git/worktrees/tree')}`);
    ws.append(session('root'), { cwd: join(ws.root, 'repo') });
    ws.append(session('between'), { cwd: join(ws.root, 'repo/packages') });
    ws.append(session('tree'), { cwd: join(ws.root, 'tree') });
    const found = await location(claudeCodeTranscripts, { folders: [join(ws.root, 'repo/packages/a')] });
    expect((await found.scan()).map(({ id }) => id)).toEqual(['root']);
  });

  it('tells of a folder that is not there, or holds nothing of these folders', async () => {
    const nothing = await location(claudeCodeTranscripts);
    expect(await nothing.scan()).toEqual([]);
    expect(nothing.places).toEqual([
      { path: join(ws.home, '.claude/projects'), state: 'missing', transcripts: 0, own: 0 },
    ]);
    ws.append(session('a'), { cwd: elsewhere() });
    await nothing.scan();
    expect(nothing.places).toMatchObject([{ state: null, transcripts: 1, own: 0 }]);
    expect(nothing.watched).toEqual([join(ws.home, '.claude/projects')]);
  });
});
