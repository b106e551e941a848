import { getOrCreate } from '../text/maps';
import type { AgentEvent } from '../tracker/event';
import type { Adapter, JsonObject, ReaderContext, RecordReader } from './adapter';
import { adapterFor } from './registry';

/**
 * Reader of a log that holds native lines and records of any known agent side by side, of several sessions. Each record
 * goes to a reader of its own format, told by its shape.
 */
export function mixedLogReader(context: ReaderContext): RecordReader {
  return new MixedLogReader(context);
}

class MixedLogReader implements RecordReader {
  readonly #context: ReaderContext;
  readonly #readers = new Map<Adapter, RecordReader>();
  #unknown = 0;

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  get rejected(): number {
    let rejected = this.#unknown;
    for (const reader of this.#readers.values()) rejected += reader.rejected;
    return rejected;
  }

  read(record: JsonObject): AgentEvent[] {
    const adapter = adapterFor(record);
    if (adapter === undefined) {
      this.#unknown++;
      return [];
    }
    return getOrCreate(this.#readers, adapter, () => adapter.reader(this.#context)).read(record);
  }

  flush(): AgentEvent[] {
    return [...this.#readers.values()].flatMap((reader) => reader.flush());
  }
}
