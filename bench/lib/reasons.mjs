// Why targets are missed, as profiles show it: shown beside the numbers as long as one of the part is.

export const REASONS = new Map([
  [
    'Ingest',
    'the floor decodes and parses, and does nothing with what it has. `report` decodes and parses little more than half of the bytes (text that a row holds twice is decoded once), in about 0.6 of the time; the rest is what is then done with each result: a hash for each of its lines, the commands that are understood as reads, the ledgers of each version, the report. A profile shows no single place: beside decoding and parsing, the largest are the collection of garbage (about 10 %) and the hashes of lines (about 5 %). Much of it is code that runs for the first time: done again in the same process, the adapter and the tracker take less than half of their time. ccusage looks at the counts of tokens only. In a window all of it is on a thread of its own.',
  ],
  [
    'Tracker',
    'the largest part of the heap, by a snapshot, is how often each line of each file was given (three numbers a range of lines with the same count: about 3.6 kB a file after 75 random reads of 400 lines).',
  ],
  [
    'Bundles',
    'the editor and the tracker alone are about 190 kB. Beside them the extension holds the understanding of hooks of all agents that speak HTTP (about 115 kB), and what connects agents (about 55 kB), neither of which is needed before an agent calls or a person asks.',
  ],
  [
    'Memory over days',
    'what is known of a session is kept until 500 newer ones were seen: a session of 200 reads takes about half a megabyte. The heap grows until then, which a short run does not reach in its first tenth.',
  ],
]);
