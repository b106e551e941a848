// What most programs do: readline, and JSON.parse of every line.
const { createReadStream } = require('node:fs');
const { createInterface } = require('node:readline');

let parsed = 0;
createInterface({ input: createReadStream(process.argv[2] ?? ''), crlfDelay: Infinity })
  .on('line', (line) => {
    if (line === '') return;
    JSON.parse(line);
    parsed++;
  })
  .on('close', () => process.stdout.write(`${parsed}\n`));
