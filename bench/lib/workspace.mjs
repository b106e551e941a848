// A made-up workspace: files of source code, which edits change.

const WORDS =
  'request response session ledger range version header buffer cursor window token signal handler route parser reader writer index offset total limit margin border weight colour label branch commit remote origin'.split(
    ' ',
  );
const FORMS = [
  /** @param {() => string} w */ (w) =>
    `export function ${w()}${w()}(${w()}: string, ${w()}: number): boolean {`,
  /** @param {() => string} w */ (w) => `  const ${w()} = this.#${w()}.get(${w()}.${w()}) ?? '${w()}';`,
  /** @param {() => string} w */ (w) =>
    `  if (${w()}.length > ${w()}.limit) throw new Error("${w()} is too long");`,
  /** @param {() => string} w */ (w) =>
    `    for (const [${w()}, ${w()}] of ${w()}.entries()) ${w()}.push(${w()});`,
  /** @param {() => string} w */ (w) =>
    `    return { ${w()}, ${w()}: ${w()}.${w()}(${w()}), isDone: false };`,
  /** @param {() => string} w */ (w) =>
    `  /** The ${w()} of each ${w()}, as the ${w()} told it – or none. */`,
  /** @param {() => string} w */ (w) => `\t\t"${w()}": "${w()}/${w()}\\n",`,
  () => '  }',
  () => '}',
  () => '',
];

/** @typedef {{ path: string, lines: string[] }} SourceFile */

/**
 * @param {import('./random.mjs').Dice} dice
 * @returns {string}
 */
export function sourceLine(dice) {
  return dice.oneOf(FORMS)(() => dice.oneOf(WORDS));
}

/**
 * @param {import('./random.mjs').Dice} dice
 * @param {string} folder absolute
 * @param {number} files
 * @returns {SourceFile[]}
 */
export function workspace(dice, folder, files) {
  return Array.from({ length: files }, (_, at) => {
    // Most files are small; a few are large.
    const lines = dice.happens(0.7) ? dice.between(20, 220) : dice.between(220, 1100);
    return {
      path: `${folder}/src/${dice.oneOf(WORDS)}/${dice.oneOf(WORDS)}${at}.ts`,
      lines: Array.from({ length: lines }, () => sourceLine(dice)),
    };
  });
}
