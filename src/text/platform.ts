/** What differs between the systems that an editor runs on, as far as this product depends on it. */
export interface Platform {
  readonly name: 'windows' | 'mac' | 'linux';
  /** Names of files that differ in case alone are commonly one: canonical paths and patterns fold them. */
  readonly ignoresCase: boolean;
  /** Permissions keep a file to its owner. Elsewhere the user's own folder is private by inheritance. */
  readonly hasModes: boolean;
  /** A file that another process has open cannot be replaced for that moment. */
  readonly holdsOpenFiles: boolean;
  /** Agents run their hooks in a POSIX shell; elsewhere in whatever shell they find. */
  readonly hasShell: boolean;
  /** Whom processes are asked of; `null`: no process is looked at, and none is interrupted. */
  readonly processes: '/proc' | 'ps' | null;
  /** A window hears of a new file in a folder quickly and surely enough to be called by files. */
  readonly takesLetters: boolean;
  /** What the names of programs, of programs that npm installs, and of scripts that agents call by their kind end in. */
  readonly program: string;
  readonly installed: readonly string[];
  readonly script: string;
  /** The window with this id listens at a pipe of this name, and not at a socket in a folder; null there. */
  pipe(id: string): string | null;
}

const POSIX = {
  hasModes: true,
  holdsOpenFiles: false,
  hasShell: true,
  program: '',
  installed: [''],
  script: '.sh',
  pipe: () => null,
} as const;

const WINDOWS: Platform = {
  name: 'windows',
  ignoresCase: true,
  hasModes: false,
  holdsOpenFiles: true,
  hasShell: false,
  processes: null,
  takesLetters: false,
  program: '.exe',
  installed: ['.exe', '.cmd'],
  script: '.ps1',
  pipe: (id) => `\\\\.\\pipe\\read-coverage-${id}`,
};
const MAC: Platform = { ...POSIX, name: 'mac', ignoresCase: true, processes: 'ps', takesLetters: false };
const LINUX: Platform = {
  ...POSIX,
  name: 'linux',
  ignoresCase: false,
  processes: '/proc',
  takesLetters: true,
};
/** As Linux, without what only Linux has. */
const OTHER: Platform = { ...LINUX, processes: 'ps', takesLetters: false };

/** @param system as Node names it */
export function platformOf(system: NodeJS.Platform): Platform {
  switch (system) {
    case 'win32':
      return WINDOWS;
    case 'darwin':
      return MAC;
    case 'linux':
      return LINUX;
    default:
      return OTHER;
  }
}
