// Why targets are missed, as profiles show it: shown beside the numbers as long as one of the part is.

export const REASONS = new Map([
  [
    'Ingest',
    'the floor decodes and parses, and does nothing with what it has. `report` does it with two threads: one reads and understands, the other keeps the ledgers and makes the report. The lines of a read are compared with the record of them and hashed where they stand in the bytes of the row, and never made into text; what a command printed is decoded once. By the time of the processor the thread that reads takes about 1.7 times that of the floor, the other 0.9 times, and the compiler and the collector of garbage, on threads of their own, 0.7 times. Of the first, reading, comparing, hashing and parsing are about 0.5 times the floor; a third of the rest is what commands of a shell showed, and no other place is larger than 5 %. Much of it is code that runs for the first time: done again in the same process, the adapter takes half of its time. With two processors that do nothing else, report cannot be quicker than 1.7 times the floor; on a busy machine the second thread gains less. ccusage looks at the counts of tokens only.',
  ],
  [
    'Cold start',
    'the head of each of the 500 is read before the newest is followed, since only what it records tells which folder a session is of. That is about a quarter of the time: with 20 sessions in the folder, the first event comes after three quarters of it. The rest is the start of the reader, and waiting for its turn on a busy machine.',
  ],
  [
    'Memory over days',
    'this run is from before what all sessions hold together was bounded, and sessions were kept until 500 newer ones were seen. Since then the heap stayed at 84 to 85 MiB from 200,000 to 500,000 events; the full run is still to be made.',
  ],
  [
    'Window',
    'this run is from before parts of the extension were loaded late, on a machine that did much else; it is to be made again.',
  ],
]);
