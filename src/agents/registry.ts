import type { Adapter, JsonObject } from './adapter';
import { claudeCodeAdapter } from './claudeCode/adapter';
import { nativeAdapter } from './native/adapter';

/** Every format that can be read. A record belongs to the first that recognises it. */
export const ADAPTERS: readonly Adapter[] = [nativeAdapter, claudeCodeAdapter];

/** The format of a record, told by its shape; undefined where it has none of the known ones. */
export function adapterFor(record: JsonObject): Adapter | undefined {
  return ADAPTERS.find((adapter) => adapter.recognises(record));
}
