import type { NothingDrawn } from './drawing';
import type { MarkedRange } from './lineStates';
import type { NoLine } from './nothingDrawn';

/** Why marks are, or are not, drawn in a document. */
export type DocumentExplanation =
  | { readonly kind: 'drawn'; readonly marks: readonly MarkedRange[] }
  /** The text is another version than any that was read; what is left of one is drawn as carried. */
  | { readonly kind: 'carried'; readonly marks: readonly MarkedRange[] }
  /** Marks are switched off. */
  | { readonly kind: 'off' }
  /** All places where marks could be shown are switched off in the settings. */
  | { readonly kind: 'no-place' }
  /** Not a file on disk. */
  | { readonly kind: 'scheme'; readonly scheme: string }
  | { readonly kind: 'no-session' }
  /** The session knows nothing of this file. */
  | { readonly kind: 'no-coverage'; readonly path: string }
  /** No line of the file was given, written or glimpsed in the session, and what became of its reads. */
  | { readonly kind: 'nothing-given'; readonly reads: readonly NoLine[] }
  /** The comparison failed, or was broken off. */
  | { readonly kind: 'not-compared' }
  | { readonly kind: Exclude<NothingDrawn, 'nothing-given' | 'checking' | 'reading'> };
