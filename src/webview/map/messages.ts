/** What the map is drawn from, and what it and the editor tell each other. Plain data without any text of a file. */

/** Lines `start` to `end`, 1-based, inclusive. */
export type Range = readonly [start: number, end: number];

export interface MapFile {
  /** As people know it; made plain. */
  readonly name: string;
  /** The highest line that is known of it at any time; 0: none. */
  readonly lines: number;
  /** Its length is known; else there may be more lines, however many were given. */
  readonly hasEnd: boolean;
}

export type MapKind =
  | 'read'
  | 'edit'
  | 'write'
  | 'delete'
  | 'prompt'
  | 'interrupted'
  | 'stop'
  | 'context-lost';

export interface MapEntry {
  readonly kind: MapKind;
  /** Index of the file; -1: of none. */
  readonly file: number;
  /** Index of the actor. */
  readonly actor: number;
  /** Milliseconds since the epoch. */
  readonly time: number | null;
  /** Lines that were new, or that a change wrote. */
  readonly fresh: readonly Range[];
  /** Lines that were given again. */
  readonly again: readonly Range[];
  /** A read that brought nothing new, one that failed, or neither. */
  readonly outcome: 'new' | 'nothing-new' | 'failed' | 'other';
  readonly uncertain: boolean;
}

export interface MapData {
  readonly title: string;
  readonly files: readonly MapFile[];
  readonly actors: readonly string[];
  /** Oldest first. */
  readonly entries: readonly MapEntry[];
  /** How many older ones are gone. */
  readonly dropped: number;
  readonly words: MapWords;
}

/** The texts of the map, in the language of the editor. `{name}` stands for what is filled in. */
export interface MapWords {
  readonly map: string;
  readonly newLines: string;
  readonly again: string;
  readonly change: string;
  readonly loss: string;
  readonly prompt: string;
  readonly stop: string;
  readonly interrupted: string;
  readonly nothing: string;
  readonly failed: string;
  readonly uncertain: string;
  readonly unknownLength: string;
  readonly moment: string;
  readonly present: string;
  readonly exportMap: string;
  readonly openLines: string;
  readonly openRecord: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly fit: string;
  readonly file: string;
  readonly allFiles: string;
  readonly keys: string;
  /** `call {at} of {all}` */
  readonly place: string;
  /** `lines {lines}` */
  readonly lines: string;
  /** `{count} older calls are not kept` */
  readonly dropped: string;
}

/** What the map is told. `present`: the slider is put to its end. */
export type ToMap = ToldData | { readonly type: 'present' };

export interface ToldData {
  readonly type: 'data';
  readonly data: MapData;
  /** The file that is to be shown alone; null: all are. Absent: as a person has chosen. */
  readonly only?: number | null;
}

/** What the map asks for: `entry` is an index into its entries. */
export type FromMap =
  | { readonly type: 'ready' }
  | { readonly type: 'open' | 'record'; readonly entry: number }
  /** The editors show what was known after so many entries; null: what is known now. */
  | { readonly type: 'moment'; readonly until: number | null }
  | { readonly type: 'export' };
