/** The code that the system gave to an error (`ENOENT`); undefined for any other value. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

/** What an error, or any other value that was thrown, says. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
