/** `major.minor.patch`, as agents number their releases. */
export interface Version {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

export function at(major: number, minor: number, patch: number): Version {
  return { major, minor, patch };
}

/** The first version in a text such as `2.1.332 (Claude Code)`; undefined where there is none. */
export function parseVersion(text: string): Version | undefined {
  const match = /(?<![\d.])(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?![\d.])/.exec(text);
  if (!match) return undefined;
  const [, major, minor, patch] = match.map(Number);
  return { major: major ?? 0, minor: minor ?? 0, patch: patch ?? 0 };
}

/** Less than 0 where `a` is older. */
export function compareVersions(a: Version, b: Version): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch;
}

export function isAtLeast(version: Version, minimum: Version): boolean {
  return compareVersions(version, minimum) >= 0;
}

export function formatVersion({ major, minor, patch }: Version): string {
  return `${major}.${minor}.${patch}`;
}
