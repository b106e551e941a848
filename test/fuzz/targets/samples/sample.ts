import type { JsonObject } from '../../../../src/agents/adapter';

/** Records of an agent that are sound. */
export interface Sample {
  readonly name: string;
  /** Folder that the session was started in, where the records do not tell it. */
  readonly baseFolder?: string;
  /** By file name. */
  readonly files: () => ReadonlyMap<string, readonly JsonObject[]>;
}
