import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { platformOf } from '../text/platform';

/** What tells a process from all others that have had its number: by Linux in ticks, elsewhere as a date. */
export interface ProcessMark {
  readonly pid: number;
  readonly born: string;
}

/** A process that runs. */
export interface ProcessInfo extends ProcessMark {
  readonly parent: number;
  /** What it was started with, or what it calls itself. */
  readonly commandLine: string;
}

/** Milliseconds that `ps` may take. */
const WITHIN = 5000;
const LARGEST_LIST = 16 * 1024 * 1024;
/** After a program's name, which may hold anything: fields of a process's status on Linux. */
const [STATE, PARENT, STARTED] = [0, 1, 19] as const;
/** A date as `lstart` writes it in the C locale: `Mon Nov 30 17:00:00 2026`. None of what only waits to be buried. */
const ROW = /^\s*(\d+)\s+(\d+)\s+[^Z\s]\S*\s+([A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4})\s(.*)$/;

/** Null where there is none, or it only waits to be buried. */
export async function processInfo(
  pid: number,
  system: NodeJS.Platform = process.platform,
): Promise<ProcessInfo | null> {
  switch (platformOf(system).processes) {
    case '/proc':
      return fromProc(pid);
    case 'ps': {
      const [row = ''] = await rowsOf(['-p', String(pid)]);
      return fromRow(row);
    }
    case null:
      return null;
  }
}

/** Whether this very process still runs. */
export async function stillRuns({ pid, born }: ProcessMark): Promise<boolean> {
  return (await processInfo(pid))?.born === born;
}

/** What a process has started, and what that has. */
export async function descendantsOf(
  ancestor: number,
  system: NodeJS.Platform = process.platform,
): Promise<readonly ProcessInfo[]> {
  const all = await allProcesses(system);
  const found: ProcessInfo[] = [];
  const of = new Set([ancestor]);
  // A child may stand before its parent in the list: looked through until nothing is added.
  for (let before = -1; before !== found.length; ) {
    before = found.length;
    for (const each of all) {
      if (!of.has(each.parent) || of.has(each.pid)) continue;
      of.add(each.pid);
      found.push(each);
    }
  }
  return found;
}

async function allProcesses(system: NodeJS.Platform): Promise<readonly ProcessInfo[]> {
  switch (platformOf(system).processes) {
    case '/proc': {
      const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
      return (await Promise.all(pids.map(fromProc))).filter((each) => each !== null);
    }
    case 'ps':
      return (await rowsOf(['-A'])).flatMap((row) => fromRow(row) ?? []);
    case null:
      return [];
  }
}

async function fromProc(pid: number): Promise<ProcessInfo | null> {
  try {
    const [stat, words] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'latin1'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ]);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const born = fields[STARTED];
    if (born === undefined || fields[STATE] === 'Z') return null;
    return { pid, parent: Number(fields[PARENT]), born, commandLine: quoted(words) };
  } catch {
    return null; // There is none, or it is none of ours to look at.
  }
}

/** Words that end with NUL, as a shell would take them. A process that names itself has only one. */
function quoted(words: string): string {
  const list = words.replace(/\0+$/, '').split('\0');
  const [only = ''] = list;
  if (list.length === 1) return only.trim();
  return list
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", '')}'`))
    .join(' ');
}

function fromRow(row: string): ProcessInfo | null {
  const [, pid, parent, born, commandLine] = ROW.exec(row) ?? [];
  if (pid === undefined || born === undefined || commandLine === undefined) return null;
  return { pid: Number(pid), parent: Number(parent), born, commandLine };
}

function rowsOf(which: readonly string[]): Promise<readonly string[]> {
  const columns = ['-ww', '-o', 'pid=', '-o', 'ppid=', '-o', 'stat=', '-o', 'lstart=', '-o', 'command='];
  const options = {
    timeout: WITHIN,
    maxBuffer: LARGEST_LIST,
    env: { ...process.env, LC_ALL: 'C' },
  };
  return new Promise((resolve) => {
    execFile('ps', [...which, ...columns], options, (_, stdout) => resolve(stdout.split('\n')));
  });
}
