import type { AgentEvent } from '../../tracker/event';
import type { Adapter, JsonObject, ReaderContext, RecordReader } from '../adapter';
import { isNative, parseNative } from './parse';

/** The workspace log's own events. */
export const nativeAdapter: Adapter = {
  kind: 'native',
  recognises: isNative,
  reader: (context) => new NativeReader(context),
};

class NativeReader implements RecordReader {
  readonly #context: ReaderContext;
  #rejected = 0;

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  get rejected(): number {
    return this.#rejected;
  }

  read(record: JsonObject): AgentEvent[] {
    const event = isNative(record) ? parseNative(record, this.#context) : null;
    if (event !== null) return [event];
    this.#rejected++;
    return [];
  }

  flush(): AgentEvent[] {
    return [];
  }
}
