import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { httpPlace } from '../../../src/channel/httpPlace';
import { listWindows, windowsFor, writeWindow } from '../../../src/channel/registry';
import { mutateJsonText } from '../engine/mutateJsonText';
import { demand, type Target } from '../engine/target';
import { temporaryFolder } from './temporaryFolder';

const ID = '0123456789abcdef';
const ENTRY = {
  v: 1,
  id: ID,
  pid: 77,
  host: 'here',
  folders: ['/ws', '/ws/sub'],
  roots: ['/'],
  endpoint: '/tmp/s.sock',
  token: 'x'.repeat(64),
  startedAt: 5,
  born: '12',
};

/** The files by which windows and agents' hooks find each other. */
export const REGISTRY: Target = {
  name: 'registry',
  checks:
    'an entry is one window with an absolute endpoint, a process and a secret, or none; a port is one that may be listened on, with a secret that is long enough',
  seeds: () =>
    [ENTRY, { v: 1, port: 5000, token: 'y'.repeat(64) }].map((entry) => Buffer.from(JSON.stringify(entry))),
  mutate: mutateJsonText,
  open: async () => {
    const home = temporaryFolder();
    const folder = join(home.path, 'windows');
    mkdirSync(folder, { mode: 0o700 });
    chmodSync(folder, 0o700);
    return {
      run: (input) => {
        writeFileSync(join(folder, `${ID}.json`), input);
        writeFileSync(join(home.path, 'http.json'), input);
        const windows = listWindows(home.path);
        demand(windows.length <= 1, () => `${windows.length} windows`);
        for (const window of windows) {
          const { id, pid, endpoint, token, folders, roots } = window;
          const isSound =
            id === ID && pid > 0 && isAbsolute(endpoint.replaceAll('\\', '/')) && !endpoint.includes('\0');
          demand((isSound || /^[A-Za-z]:/.test(endpoint)) && token !== '', () => JSON.stringify(window));
          demand(
            [...folders, ...roots].every((each) => typeof each === 'string'),
            () => JSON.stringify(window),
          );
          for (const places of [['/ws'], ['/ws/sub/x', '/y'], ['/'], ['__proto__'], []]) {
            const heard = windowsFor(windows, places);
            const isIn = folders.some((each) =>
              places.some((place) => place === each || place.startsWith(`${each.replace(/\/$/, '')}/`)),
            );
            const isRoot = roots.some((root) => places.includes(root));
            demand(
              heard.length === (isIn || isRoot ? 1 : 0),
              () => `${places} of ${JSON.stringify(folders)}`,
            );
          }
          writeWindow(home.path, window);
          demand(
            JSON.stringify(listWindows(home.path)) === JSON.stringify(windows),
            () => 'written, it is another',
          );
        }
        const place = httpPlace(home.path);
        const isSound =
          place === null || (place.port > 1023 && place.port < 65_536 && place.token.length >= 32);
        demand(isSound, () => JSON.stringify(place));
      },
      close: home.remove,
    };
  },
};
