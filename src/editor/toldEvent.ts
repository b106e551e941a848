import type { JsonObject } from '../agents/adapter';
import { Unusable } from '../agents/native/fields';
import { parseNativeEvent } from '../agents/native/parse';
import { EXTENSION_SOURCE } from '../ingest/sourceName';
import type { LineHasher } from '../text/lineHash';
import type { AgentEvent } from '../tracker/event';

/**
 * What another extension told, taken as a line of a log is taken. In a file of its own: it is loaded with the first one.
 *
 * @param baseFolder what relative paths are relative to, absolute
 * @throws Error where it cannot be used
 */
export function toldEvent(record: JsonObject, baseFolder: string, hasher: LineHasher): AgentEvent {
  try {
    return parseNativeEvent(record, {
      hasher,
      source: EXTENSION_SOURCE,
      baseFolder,
      sessionFallback: EXTENSION_SOURCE,
    });
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    throw new Error(`Read Coverage: the event cannot be used: see its field "${error.message}".`);
  }
}
