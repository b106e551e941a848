// A harness as another extension would be: it knows the API by its types alone, tells what its agent does, and hears what is
// found.
const vscode = require('vscode');

/** @typedef {import('../../../src/api').ReadCoverageApi} ReadCoverageApi */
/** @typedef {import('../../../src/api').ReportedEvent} ReportedEvent */
/** @typedef {import('../../../src/api').CoverageFinding} CoverageFinding */

/** @param {import('vscode').ExtensionContext} context */
exports.activate = (context) => {
  const coverage = vscode.extensions.getExtension('read-coverage.agent-read-coverage');
  if (coverage === undefined) throw new Error('Agent Read Coverage is not there.');
  /** @type {ReadCoverageApi} */
  const api = coverage.exports;
  /** @type {CoverageFinding[]} */
  const findings = [];
  context.subscriptions.push(api.onDidFind((finding) => findings.push(finding)));
  return {
    version: api.version,
    findings,
    /**
     * The agent read lines of a file.
     * @param {string} session
     * @param {string} path
     * @param {readonly [number, number]} lines
     * @param {{contentHash: string, totalLines: number}} file
     */
    read: (session, path, lines, { contentHash, totalLines }) =>
      api.report({
        v: 1,
        kind: 'read',
        session,
        agent: 'sample-harness',
        time: Date.now(),
        path,
        returned: [lines],
        totalLines,
        contentHash,
      }),
    /**
     * Whatever a careless harness may tell.
     * @param {unknown} event
     */
    tell: (event) => api.report(/** @type {ReportedEvent} */ (event)),
  };
};
