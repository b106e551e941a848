// What the command line says of a session afterwards, from its transcript alone.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { agent, client } from './agentUnderTest';

interface ReportedRead {
  readonly outcome: string;
  readonly streak: number;
  readonly fileStreak: number;
  readonly fileRepeats: number;
}
interface Report {
  readonly sessions: readonly {
    readonly session: string;
    readonly actors: readonly { readonly actor: string; readonly reads: readonly ReportedRead[] }[];
  }[];
}

/** The largest counter after each read of the main actor that gave it anything, in order. */
export function reportedCounters(session: string): readonly number[] {
  const report = reportOf(session);
  const actors = report.sessions.find((each) => each.session === session)?.actors ?? [];
  const reads = actors.find(({ actor }) => actor === 'main')?.reads ?? [];
  return reads
    .filter(({ outcome }) => outcome !== 'failed')
    .map(({ streak, fileStreak, fileRepeats }) => Math.max(streak, fileStreak, fileRepeats));
}

function reportOf(session: string): Report {
  const extension = vscode.extensions.getExtension('read-coverage.agent-read-coverage');
  if (extension === undefined) throw new Error('The extension is not there.');
  const cli = join(extension.extensionPath, 'dist', 'cli.cjs');
  const transcript = client.transcript(agent.home, session);
  const printed = execFileSync(process.execPath, [cli, 'report', '--json', transcript], {
    encoding: 'utf8',
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
  return JSON.parse(printed);
}
