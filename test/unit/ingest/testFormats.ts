import { join } from 'node:path';
import type { Adapter, JsonObject, ReaderContext, RecordReader } from '../../../src/agents/adapter';
import { claudeCodeTranscripts } from '../../../src/agents/claudeCode/transcripts';
import type { Formats } from '../../../src/ingest/formats';
import type { AgentEvent, Envelope } from '../../../src/tracker/event';

/** A row of a made-up agent's transcript: one read of one line a row. */
export function transcriptRow(call: string, time: number | null, session = 's', path = '/x.ts'): JsonObject {
  return { row: 'test-agent', call, time, session, path };
}

/** A native read, relative to the log's folder. */
export function read(call: string, path: string, time: number | null = null): JsonObject {
  return { v: 1, kind: 'read', session: 'n', call, time, path };
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

function event(record: JsonObject, agent: string, { source, baseFolder, sessionFallback }: ReaderContext) {
  const { kind, call, actor, session, time, path: named } = record;
  const written = text(named);
  const envelope: Envelope = {
    source,
    session: text(session) || sessionFallback,
    agent,
    actor: text(actor) || 'main',
    time: typeof time === 'number' ? time : null,
    call: text(call) || null,
  };
  const path = written.startsWith('/') ? written : join(baseFolder, written);
  const found: AgentEvent =
    kind === 'document-changed'
      ? { ...envelope, kind: 'document-changed', path }
      : {
          ...envelope,
          kind: 'read',
          path,
          written,
          form: 'tool',
          requested: null,
          returned: [[1, 1]],
          totalLines: null,
          outcome: 'complete',
        };
  return found;
}

/** Holds the events of records that say so until the next one that does not. */
class TestReader implements RecordReader {
  readonly #context: ReaderContext;
  readonly #mixed: boolean;
  #held: AgentEvent[] = [];
  #rejected = 0;

  constructor(context: ReaderContext, mixed: boolean) {
    this.#mixed = mixed;
    this.#context = context;
  }

  read(record: JsonObject): AgentEvent[] {
    const adapter = formats.adapters.find((each) => each.recognises(record));
    if (adapter === undefined) {
      if (this.#mixed) this.#rejected++;
      return [];
    }
    this.#held.push(event(record, adapter.kind, this.#context));
    const { held } = record;
    return held === true ? [] : this.flush();
  }

  get rejected(): number {
    return this.#rejected;
  }

  flush(): AgentEvent[] {
    return this.#held.splice(0);
  }
}

/** Takes a document whose items are rows. */
class TestDocumentReader implements RecordReader {
  readonly #rows: TestReader;
  readonly #seen = new Set<string>();

  constructor(context: ReaderContext) {
    this.#rows = new TestReader(context, false);
  }

  get rejected(): number {
    return this.#rows.rejected;
  }

  /** A document is given again whole: what it had before is not told again. */
  read({ items }: JsonObject): AgentEvent[] {
    if (!Array.isArray(items)) return [];
    return items.flatMap((item: JsonObject) => {
      const { call } = item;
      if (this.#seen.has(text(call))) return [];
      this.#seen.add(text(call));
      return this.#rows.read(item);
    });
  }

  flush(): AgentEvent[] {
    return this.#rows.flush();
  }
}

const documents: Adapter = {
  kind: 'test-documents',
  recognises: ({ items }) => Array.isArray(items),
  reader: (context) => new TestDocumentReader(context),
};

const testAgent: Adapter = {
  kind: 'test-agent',
  recognises: ({ row }) => row === 'test-agent',
  reader: (context) => new TestReader(context, false),
};

const native: Adapter = {
  kind: 'native',
  recognises: ({ v }) => v === 1,
  reader: (context) => new TestReader(context, false),
};

/** The made-up agent under the name of one whose transcripts are looked for. */
const likeClaude: Adapter = {
  ...testAgent,
  kind: 'claude-code',
  recognises: ({ row }) => row === 'claude',
  transcripts: claudeCodeTranscripts,
};

/** A row of a transcript in the home folder. */
export function claudeRow(call: string, time: number, cwd: string, sessionId: string): JsonObject {
  return { row: 'claude', call, time, session: sessionId, sessionId, cwd, path: '/x.ts' };
}

/** Formats as simple as can be, so that tests of ingest do not depend on those of real agents. */
export const formats: Formats = {
  adapters: [testAgent, likeClaude, documents, native],
  logReader: (context) => new TestReader(context, true),
};
