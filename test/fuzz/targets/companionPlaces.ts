import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { LARGEST_SPOOL_FILE, MOST_SPOOL_FILES } from '../../../src/channel/limits';
import { writeWindow } from '../../../src/channel/registry';
import { demand } from '../engine/target';
import type { Choices } from './shellGrammar';

const NOBODY = 65_534;
const WINDOW = 'ab'.repeat(8);
const PROJECTS = [
  undefined,
  undefined,
  '/',
  '',
  'relative',
  '/nowhere/../..',
  `/${'x'.repeat(100_000)}`,
  '/\u202e\n"',
  '/proc/self/fd',
  '//server/share',
] as const;

/** What the companion finds. */
export interface Surroundings {
  readonly home: string;
  /** A project that its environment names. */
  readonly project: string | undefined;
  /** Whether it can keep a report, and whether it can find a window. */
  readonly canSpool: boolean;
  readonly canAsk: boolean;
}

/** The folders around a companion: whatever may stand in them, what is outside of the product's own stays as it is. */
export class CompanionPlaces {
  readonly #root: string;
  readonly #outside: string;
  readonly #pipe: string;
  readonly #kept: string;

  /** @param root absolute, this one's alone */
  constructor(root: string) {
    this.#root = root;
    this.#outside = join(root, 'outside');
    this.#pipe = join(root, 'pipe');
    mkdirSync(this.#outside, { mode: 0o755 });
    for (let i = 0; i < MOST_SPOOL_FILES + 5; i++) {
      writeFileSync(join(this.#outside, `${i}.jsonl`), 'mine\n');
      mkdirSync(join(this.#outside, `folder${i}`));
    }
    writeFileSync(join(this.#outside, 'line-key'), 'f00df00df00df00d\n');
    execFileSync('mkfifo', [this.#pipe]);
    this.#kept = this.#stateOutside();
  }

  /** @param session of the payload; null where it has none */
  make(choices: Choices, session: string | null, socket: string | null): Surroundings {
    const home = join(this.#root, 'home');
    rmSync(home, { recursive: true, force: true });
    const project = choices.of(PROJECTS);
    const around = { project, canSpool: false, canAsk: false };
    switch (choices.below(16)) {
      case 1:
        writeFileSync(home, 'a file');
        return { ...around, home };
      case 2:
        linkSync(this.#pipe, home);
        return { ...around, home };
      case 3:
        symlinkSync(join(this.#root, 'nowhere', 'at all'), home);
        return { ...around, home };
      case 4:
        return { ...around, home: '/proc/self/nowhere' };
      case 5:
        return { ...around, home: `${home}/${'x'.repeat(5000)}` };
      default:
    }
    mkdirSync(home, { mode: choices.of([0o700, 0o755, 0o777]) });
    const canAsk = this.#windows(join(home, 'windows'), choices, socket, home);
    this.#hostile(join(home, 'line-key'), choices.below(24), 'not a key');
    return { home, project, canAsk, canSpool: this.#spool(join(home, 'spool'), choices, session) };
  }

  /** @throws Fault where anything has changed that is not the product's own */
  check(): void {
    const kept = this.#stateOutside();
    demand(kept === this.#kept, () => `outside of its folder: ${kept}`);
  }

  #stateOutside(): string {
    const names = readdirSync(this.#outside).sort();
    const files = names.filter((name) => name.endsWith('.jsonl'));
    const texts = new Set(files.map((name) => readFileSync(join(this.#outside, name), 'utf8')));
    return JSON.stringify([lstatSync(this.#outside).mode, names, [...texts]]);
  }

  /** Something else in the place of a file or a folder; returns whether it is. */
  #hostile(path: string, kind: number, text: string): boolean {
    switch (kind) {
      case 1:
        symlinkSync(this.#outside, path);
        return true;
      case 2:
        linkSync(this.#pipe, path);
        return true;
      case 3:
        writeFileSync(path, text);
        return true;
      case 4:
        symlinkSync(path, path);
        return true;
      case 5:
        mkdirSync(join(path, 'deep'), { recursive: true });
        return true;
      case 6:
        symlinkSync(join(dirname(path), 'nothing'), path);
        return true;
      default:
        return false;
    }
  }

  #windows(folder: string, choices: Choices, socket: string | null, home: string): boolean {
    const kind = choices.below(24);
    if (kind === 5 || this.#hostile(folder, kind, 'no folder')) return false;
    if (socket === null) return false;
    const entry = { id: WINDOW, pid: process.pid, host: 'here', folders: ['/'], roots: [] };
    writeWindow(home, { ...entry, endpoint: socket, token: 'TOKEN', startedAt: 0 });
    if (kind === 7) chmodSync(folder, 0o777);
    if (kind === 8 && process.getuid?.() === 0) chownSync(folder, NOBODY, NOBODY);
    if (kind >= 9 && kind < 16) {
      const beside = join(folder, `${'cd'.repeat(8)}.json`);
      this.#hostile(beside, kind - 8, choices.of(['{', '{"v":1}', '[]', '{"v":1,"id":"__proto__"}']));
    }
    return kind !== 7 && (kind !== 8 || process.getuid?.() !== 0);
  }

  #spool(folder: string, choices: Choices, session: string | null): boolean {
    const kind = choices.below(24);
    if (kind !== 5 && this.#hostile(folder, kind, 'no folder')) return false;
    mkdirSync(folder, { mode: 0o700, recursive: true });
    if (kind === 5) for (let i = 0; i < 60; i++) mkdirSync(join(folder, `${i}.jsonl`));
    if (kind === 7) for (let i = 0; i < 60; i++) writeFileSync(join(folder, `${i}.jsonl`), '{"v":1}\n');
    if (kind === 8) for (let i = 0; i < 60; i++) symlinkSync(this.#outside, join(folder, `${i}.jsonl.full`));
    if (kind === 9 && process.getuid?.() === 0) chownSync(folder, NOBODY, NOBODY);
    if (session === null || !/^[\w-]{1,100}$/.test(session)) return true;
    const file = join(folder, `${session}.jsonl`);
    const own = choices.below(24);
    if (own < 7) this.#hostile(file, own, '{"v":1,"agent":"x","places":["/"],"ho');
    else if (own === 7) {
      writeFileSync(file, ' '.repeat(LARGEST_SPOOL_FILE));
      this.#hostile(`${file}.full`, choices.below(7), '{}\n');
    } else if (own === 8) writeFileSync(file, Buffer.from([0xff, 0, 0xef, 0xbb, 0xbf, 0xc3]));
    return true;
  }
}
