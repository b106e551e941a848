/** The commands, as the manifest names them. */
export const COMMANDS = {
  toggleMarks: 'readCoverage.toggleMarks',
  chooseSession: 'readCoverage.chooseSession',
  stopAgent: 'readCoverage.stopAgent',
  resumeAgent: 'readCoverage.resumeAgent',
  connectAgent: 'readCoverage.connectAgent',
  disconnectAgent: 'readCoverage.disconnectAgent',
  explainLine: 'readCoverage.explainLine',
  peekCalls: 'readCoverage.peekCalls',
  nextRepeat: 'readCoverage.nextRepeat',
  previousRepeat: 'readCoverage.previousRepeat',
  whyNothing: 'readCoverage.whyNothing',
  quietFiles: 'readCoverage.quietFiles',
  calibrate: 'readCoverage.calibrate',
  showFindings: 'readCoverage.showFindings',
  showReads: 'readCoverage.showReads',
  showInTranscript: 'readCoverage.showInTranscript',
  compareBlindChange: 'readCoverage.compareBlindChange',
  dismissBlindChange: 'readCoverage.dismissBlindChange',
  showLog: 'readCoverage.showLog',
  showMenu: 'readCoverage.showMenu',
  chooseAgents: 'readCoverage.chooseAgents',
  getStarted: 'readCoverage.getStarted',
  showMap: 'readCoverage.showMap',
  backToNow: 'readCoverage.backToNow',
  compareRead: 'readCoverage.compareRead',
  sortByWaste: 'readCoverage.tree.sortByWaste',
  sortByName: 'readCoverage.tree.sortByName',
  sortByLatest: 'readCoverage.tree.sortByLatest',
  toggleOnlyRepeats: 'readCoverage.tree.toggleOnlyRepeats',
  drawSession: 'readCoverage.tree.drawSession',
  stopSession: 'readCoverage.tree.stopSession',
  openFile: 'readCoverage.tree.openFile',
  openRead: 'readCoverage.tree.openRead',
  readInTranscript: 'readCoverage.tree.readInTranscript',
  quietFile: 'readCoverage.tree.quietFile',
  unquietFile: 'readCoverage.tree.unquietFile',
} as const;

export type CommandName = keyof typeof COMMANDS;

/** Shows the view of all reads; VS Code has such a command for every view. */
export const SHOW_AGENT_READS = 'readCoverage.reads.focus';
