// Why targets are missed, as profiles show it: shown beside the numbers as long as one of the part is.

export const REASONS = new Map([
  [
    'Ingest',
    'the floor decodes and parses, and does nothing with what it has. `report` does it with two threads: the first reads and understands from the start, the other, which is started meanwhile, keeps the ledgers and makes the report. The lines of a read are compared with the record of them and hashed where they stand in the bytes of the row, and never made into text; what a command printed is decoded once. By the time of the processor the thread that reads takes about 1.25 times that of the floor, the other 0.6 times, and the compiler and the collector of garbage, on threads of their own, 0.55 times, of which the compiler has three quarters. Of the first, reading, comparing, hashing and parsing are about 0.5 times the floor, what commands of a shell showed 0.2, its own part of collecting garbage 0.15, telling the other thread 0.05; what is left is spread thin over all that is done with a row, and no place has more than 3 % of the thread. Much of it is code that runs for the first time: done again in the same process, the adapter takes much less. The first thread never waits for the other, and after the last row all is printed within 2 % of the time; to give the memory back when the process ends takes as long again. With two processors that do nothing else, report cannot be quicker than 1.3 times the floor, and only if both were always busy; on a busy machine the second thread gains less. ccusage looks at the counts of tokens only.',
  ],
  [
    'Cold start',
    'before the newest session is followed, the head of each of the 500 is read, since only what it records tells which folder a session is of. A later start knows that from the one before. The rest is the start of the reader, and on a machine that does much else, waiting for its turn.',
  ],
  [
    'Window',
    'the window, its server, the browser that shows it, the thread that reads and what writes the transcript share the processors, so the event loop also waits for its turn, at rest too, and so does what is measured from a line or a hook on. What the extension itself does in one go stands beside it, in time of the processor.',
  ],
]);
