import type { Adapter, JsonObject } from '../../../../src/agents/adapter';
import { LineHasher } from '../../../../src/text/lineHash';
import type { HostileFile } from './hostileFile';
import type { Given, Ran } from './printed';

export const hasher = new LineHasher([41, 43]);

/** Lines that a read is asked for; `end` null: to the end of the file. */
export interface Window {
  readonly start: number;
  readonly end: number | null;
}

/** What an agent wrote down of a call, and the lines that its model was given whole. */
export interface Told {
  readonly records: readonly JsonObject[];
  readonly given: Given;
}

/** An agent as it writes its transcript. */
export interface ImitatedAgent {
  readonly name: string;
  readonly adapter: Adapter;
  /** A session in `/ws`. */
  start(): JsonObject[];
  /** A read of a file; null where the agent refuses it. `dice` decides what differs between versions. */
  read(id: string, file: HostileFile, window: Window | null, dice: number): Told | null;
  /** A command in `/ws`. */
  run?(id: string, ran: Ran, dice: number): Told;
  /** The records so far as those that the reader gets: one document, for agents that write their file anew. */
  records?(all: readonly JsonObject[]): JsonObject[];
}

/** What stands between line feeds: an empty text after the last of them counts. */
export const parts = (text: string): string[] => text.split('\n');

/** Last line of a window within so many. */
export const lastOf = (window: Window | null, count: number): number => Math.min(window?.end ?? count, count);
