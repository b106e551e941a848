// Looks into what ships for ways to the network, and for text that is run as code.
import { build } from 'esbuild';

/** Modules of Node that reach other machines, or run code in ways that nothing here needs; sub-paths too. */
const WATCHED = /^(?:node:)?(?:net|https?|http2|tls|dgram|dns|inspector|cluster|vm|repl|wasi|undici)(?:\/|$)/;
/** What the channel is made of: sockets of this user, pipes, and a port of this machine. */
const ALLOWED = /^(?:node:)?(?:net|http)$/;
/** Globals that reach other machines, or run text as code. */
const GLOBALS = [
  'fetch',
  'WebSocket',
  'WebSocketStream',
  'XMLHttpRequest',
  'EventSource',
  'RTCPeerConnection',
  'WebTransport',
  'importScripts',
  'Function',
  'eval',
  'navigator.sendBeacon',
  'process.binding',
];
const OWNERS = ['', 'globalThis.', 'window.', 'self.', 'global.'];
const MARK = '__watched_global_';

/**
 * What of a bundle is not as the product promises: one sentence each. A name counts where it stands for the global, as the
 * bundler resolves it, and not where it is a method or a name of the bundle's own.
 *
 * @param {string} name of the file, for the sentences
 * @param {string} text JavaScript
 * @returns {Promise<readonly string[]>}
 */
export async function bundleFaults(name, text) {
  const marks = GLOBALS.map((each, at) => /** @type {const} */ ([each, `${MARK}${at}_`]));
  const define = Object.fromEntries(
    marks.flatMap(([each, mark]) => OWNERS.map((owner) => [`${owner}${each}`, mark])),
  );
  const { metafile, outputFiles, warnings } = await build({
    stdin: { contents: text, sourcefile: name, loader: 'js' },
    bundle: true,
    // Everything stays outside, so that it is listed.
    plugins: [
      {
        name: 'outside',
        setup: ({ onResolve }) => onResolve({ filter: /.*/ }, ({ path }) => ({ path, external: true })),
      },
    ],
    platform: 'node',
    format: 'esm',
    define,
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  const [output] = Object.values(metafile.outputs);
  const modules = (output?.imports ?? []).map(({ path }) => path);
  const code = outputFiles.map((file) => file.text).join('\n');
  return [
    ...modules
      .filter((path) => WATCHED.test(path) && !ALLOWED.test(path))
      .map((path) => `${name} loads ${path}`),
    ...marks.filter(([, mark]) => code.includes(mark)).map(([each]) => `${name} uses ${each}`),
    ...warnings.filter(({ id }) => id === 'direct-eval').map(() => `${name} uses eval`),
    ...[...text.matchAll(/getBuiltinModule\(([^)]*)\)/g)]
      .filter(([, named = '']) => !/^["'`]node:sqlite["'`]$/.test(named))
      .map(([, named]) => `${name} loads ${named}`),
  ];
}
