import { expect, it } from 'vitest';
import { hasProxyForLoopback } from '../../../src/connect/proxy';

it('a proxy is in the way unless it leaves 127.0.0.1 out', () => {
  const has = (env: NodeJS.ProcessEnv) => hasProxyForLoopback(env);
  expect(has({})).toBe(false);
  for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy']) {
    expect(has({ [name]: '' }), name).toBe(false);
    expect(has({ [name]: 'http://proxy:3128' }), name).toBe(true);
    expect(has({ [name]: 'http://proxy:3128', NO_PROXY: 'localhost' }), name).toBe(true);
    expect(has({ [name]: 'http://proxy:3128', NO_PROXY: 'localhost,127.0.0.1' }), name).toBe(false);
    expect(has({ [name]: 'http://proxy:3128', no_proxy: 'a, 127.0.0.1' }), name).toBe(false);
    expect(has({ [name]: 'http://proxy:3128', no_proxy: '*' }), name).toBe(false);
  }
});
