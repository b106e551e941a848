// Writes the page of a session's map with so many calls, with a script and a style.
import { readFileSync, writeFileSync } from 'node:fs';
import { mapWords } from '../../src/editor/map/mapData';
import { exportedPage } from '../../src/editor/map/mapPage';
import type { MapEntry, Range } from '../../src/webview/map/messages';
import { Dice } from '../lib/random.mjs';

const FILES = 400;
const LINES = 1000;

const [target = '', calls = '', ...shown] = process.argv.slice(2);
const dice = new Dice(1);
const START = Date.UTC(2026, 0, 5, 8);

const entries = Array.from({ length: Number(calls) }, (_, at): MapEntry => {
  const start = dice.between(1, LINES - 100);
  const lines: Range[] = [[start, start + dice.between(0, 100)]];
  const isNew = dice.happens(0.6);
  return {
    kind: dice.happens(0.9) ? 'read' : 'edit',
    file: dice.between(0, FILES - 1),
    actor: 0,
    time: START + at * 3000,
    fresh: isNew ? lines : [],
    again: isNew ? [] : lines,
    outcome: isNew ? 'new' : 'nothing-new',
    uncertain: false,
  };
});
const files = Array.from({ length: FILES }, (_, at) => ({
  name: `src/file${at}.ts`,
  lines: LINES,
  hasEnd: true,
}));
const data = { title: 'Map', files, actors: ['main'], entries, dropped: 0, words: mapWords() };
const [script = '', style = ''] = shown.map((file) => readFileSync(file, 'utf8'));
writeFileSync(target, exportedPage(data, { script, style }));
