/** The commands, as the manifest names them. */
export const COMMANDS = {
  toggleMarks: 'readCoverage.toggleMarks',
  chooseSession: 'readCoverage.chooseSession',
  stopAgent: 'readCoverage.stopAgent',
  resumeAgent: 'readCoverage.resumeAgent',
  connectAgent: 'readCoverage.connectAgent',
  disconnectAgent: 'readCoverage.disconnectAgent',
  explainLine: 'readCoverage.explainLine',
  nextRepeat: 'readCoverage.nextRepeat',
  previousRepeat: 'readCoverage.previousRepeat',
  whyNothing: 'readCoverage.whyNothing',
  quietFiles: 'readCoverage.quietFiles',
  calibrate: 'readCoverage.calibrate',
  showLog: 'readCoverage.showLog',
  showMenu: 'readCoverage.showMenu',
  sortByWaste: 'readCoverage.tree.sortByWaste',
  sortByName: 'readCoverage.tree.sortByName',
  sortByLatest: 'readCoverage.tree.sortByLatest',
  toggleOnlyRepeats: 'readCoverage.tree.toggleOnlyRepeats',
  drawSession: 'readCoverage.tree.drawSession',
  stopSession: 'readCoverage.tree.stopSession',
  openFile: 'readCoverage.tree.openFile',
  openRead: 'readCoverage.tree.openRead',
  quietFile: 'readCoverage.tree.quietFile',
  unquietFile: 'readCoverage.tree.unquietFile',
} as const;

export type CommandName = keyof typeof COMMANDS;
