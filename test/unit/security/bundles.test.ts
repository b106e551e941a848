import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundleFaults } from '../../../scripts/lib/bundle-scan.mjs';

/** The only sources that open a connection or listen: the channel of the windows, and what tries it. */
const CONNECTING = [
  'channel/client.ts',
  'channel/http.ts',
  'channel/httpPlace.ts',
  'channel/server.ts',
  'channel/sweep.ts',
  'connect/hookTest.ts',
];

// That the bundles themselves hold nothing of the kind is part of `npm run package`.
describe('the look into what ships', () => {
  it.each([
    ['fetch("x")', 'uses fetch'],
    ['const send = globalThis.fetch; send("x")', 'uses fetch'],
    ['new WebSocket(url)', 'uses WebSocket'],
    ['new XMLHttpRequest()', 'uses XMLHttpRequest'],
    ['navigator.sendBeacon("x")', 'uses navigator.sendBeacon'],
    ['require("https").get("x")', 'loads https'],
    ['require("node:tls")', 'loads node:tls'],
    ['import("node:dns/promises").then((dns) => dns.lookup("x"))', 'loads node:dns/promises'],
    ['import { request } from "undici"; request("x")', 'loads undici'],
    ['process.getBuiltinModule("node:http")', 'loads "node:http"'],
    ['eval("1")', 'uses eval'],
    ['new Function("return 1")', 'uses Function'],
  ])('finds %s', async (code, fault) => {
    expect(await bundleFaults('a.js', code)).toContain(`a.js ${fault}`);
  });

  it('passes over names that only look like it', async () => {
    const code = `
      class Rows { fetch() {} eval() {} }
      new Rows().fetch();
      function fetch() {}
      fetch();
      require('node:net').createServer();
      process.getBuiltinModule('node:sqlite');`;
    expect(await bundleFaults('a.js', code)).toEqual([]);
  });
});

describe('the sources', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.ts$/.test(name),
  );
  const texts = new Map(
    files.map((name) => [name.replaceAll('\\', '/'), readFileSync(join('src', name), 'utf8')]),
  );

  it('connect nowhere but in the channel, and listen nowhere but on this machine', () => {
    const opening = [...texts].filter(([, text]) =>
      /\b(?:createConnection|createServer|request)\b[^;]*\bfrom 'node:(?:net|http)'/.test(text),
    );
    expect(opening.map(([name]) => name).sort()).toEqual(CONNECTING);
    const listening = [...texts].flatMap(([, text]) => [...text.matchAll(/\.listen\(([^)]*)\)/g)]);
    expect(listening.length).toBeGreaterThan(0);
    // A path, or a port of 127.0.0.1.
    for (const [, given = ''] of listening) expect(given).toMatch(/path$|^endpoint,|^[^,]+, '127\.0\.0\.1'/);
  });

  it('name no address of another machine that they could send anything to', () => {
    for (const [name, text] of texts) {
      const addresses = [...text.matchAll(/['"`](?:https?|wss?):\/\/([^'"`\s/]*)/g)].map(([, host]) => host);
      for (const host of addresses)
        expect(host, name).toMatch(/^(?:127\.0\.0\.1|localhost|\$\{|json-schema\.org)/);
    }
  });
});
