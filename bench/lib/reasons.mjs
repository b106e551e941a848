// Why targets are missed, as profiles show it: shown beside the numbers as long as one of the part is.

export const REASONS = new Map([
  [
    'Ingest',
    'the floor decodes and parses, and does nothing with what it has. `report` decodes and parses little more than half of the bytes (text that a row holds twice is decoded once), which takes 0.6 of the floor; the rest goes to what is then done with each result: a hash of each line, the commands that are understood as reads, the ledgers. A profile shows no single place: the largest are the hashes of lines (4 %), the collection of garbage (10 %), and code that runs for the first time (warm, in the same process, the adapter takes a third of the time). ccusage looks at the counts of tokens only.',
  ],
  [
    'Tracker',
    'most of the heap is how often each line of each file was given (up to one range a change of the number), beside two ranges of what is in the context; the time is in proportion.',
  ],
  [
    'Bundles',
    'the editor and the tracker alone are about 190 kB. Beside them the extension holds the understanding of hooks of all agents that speak HTTP (about 120 kB), and what connects agents (about 60 kB), neither of which is needed before an agent calls or a person asks.',
  ],
  [
    'Memory over days',
    'each file that a session reads has a ledger of its own, of about 2 kB; sessions are kept up to a number that this run reaches only late.',
  ],
]);
