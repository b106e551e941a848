/**
 * Whether programs that heed this environment would send what is for 127.0.0.1 to a proxy. The text of files must not
 * leave the machine that way.
 */
export function hasProxyForLoopback(env: NodeJS.ProcessEnv): boolean {
  const value = (name: string) => env[name] || env[name.toLowerCase()] || '';
  if (['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY'].every((name) => value(name) === '')) return false;
  const exceptions = value('NO_PROXY').split(/[\s,]+/);
  return !exceptions.some((each) => each === '*' || each === '127.0.0.1');
}
