import { dropOldest } from '../../text/maps';
import type { LineKnowledge, VersionCoverage } from '../../tracker/views';
import type { TextEvidence } from './agreement';
import type { HashedLines } from './hashedLines';

/** Texts that are remembered, each with all its line hashes: undo and redo go back and forth between few. */
const MOST_TEXTS = 8;

/**
 * What was found out about the texts that one document held: their content hashes, and what it held when it agreed with
 * a version. Since these are kept with all line hashes, going back to such a text is recognised at once.
 */
export class DocumentEvidence implements TextEvidence {
  readonly #text: HashedLines;
  readonly #contents = new Map<string, Uint32Array>();
  readonly #agreed = new Map<number, { readonly lines: Uint32Array; readonly known: number }>();
  #digested = false;
  #asked = false;
  #saved = false;

  constructor(text: HashedLines) {
    this.#text = text;
  }

  /** A content hash was asked for that is not known yet. */
  get asked(): boolean {
    return this.#asked;
  }

  /** The text is another one now. */
  textChanged(): void {
    this.#digested = false;
    this.#asked = false;
  }

  /** @param saved the text is the one on disk */
  setSaved(saved: boolean): void {
    this.#saved = saved;
  }

  /** The present text has this content hash. */
  learn(contentHash: string): void {
    this.#contents.delete(contentHash);
    this.#contents.set(contentHash, this.#text.snapshot());
    dropOldest(this.#contents, MOST_TEXTS);
  }

  /** All that can be found out about the content of the present text was. */
  digested(): void {
    this.#digested = true;
    this.#asked = false;
  }

  hasContent(contentHash: string): boolean | undefined {
    const lines = this.#contents.get(contentHash);
    if (lines !== undefined && this.#text.equals(lines)) return true;
    if (this.#digested) return false;
    this.#asked = true;
    return undefined;
  }

  /** The lines of the content with this hash, if the document ever held it. */
  linesOf(contentHash: string): LineKnowledge | undefined {
    const lines = this.#contents.get(contentHash);
    return lines && knowledgeOf(lines);
  }

  unchangedSinceAgreed(version: VersionCoverage): boolean {
    const agreed = this.#agreed.get(version.version);
    if (agreed === undefined || this.#text.equals(agreed.lines)) return true;
    // More of the version was read while the file was saved like this, so it is the version after all.
    return this.#saved && version.lines.known > agreed.known;
  }

  /** The present text agreed with the version, so far as that is known. */
  agreed(version: VersionCoverage): void {
    // An unsaved text may differ in lines that are not known: it is no measure.
    if (!this.#saved) return;
    const known = this.#agreed.get(version.version);
    if (known?.known === version.lines.known && this.#text.equals(known.lines)) return;
    this.#agreed.delete(version.version);
    this.#agreed.set(version.version, { lines: this.#text.snapshot(), known: version.lines.known });
    dropOldest(this.#agreed, MOST_TEXTS);
  }
}

/** Knowledge of every line. */
export function knowledgeOf(hashes: Uint32Array): LineKnowledge {
  return { highest: hashes.length, known: hashes.length, at: (line) => hashes[line - 1] };
}
