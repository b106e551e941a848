import type { Disposable, TextDocument } from 'vscode';
import type { LineHasher } from '../../text/lineHash';
import type { FileCoverage, VersionCoverage } from '../../tracker/views';
import { agreeingVersions } from './agreement';
import { mapLines } from './carriedLines';
import { Carrying, newestSource } from './carrying';
import { readFileText, savedContentHash } from './contentHash';
import { DocumentLines } from './documentLines';
import { type Drawing, nothing } from './drawing';
import type { LineChange } from './lineChanges';
import { knownParts, strongestMarks } from './lineStates';
import { isCovered, type NoneAgrees, whyNoneAgrees } from './nothingDrawn';
import { DocumentEvidence, knowledgeOf } from './textEvidence';

/** Rest after a change before slow comparisons, in ms. */
const REST = 150;

export interface MarkedDocumentOptions {
  readonly document: TextDocument;
  readonly hasher: LineHasher;
  readonly coverage: FileCoverage;
  /** What is drawn may differ now, without a change of the document. */
  readonly changed: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * One open document and what is drawn in it. Whatever follows from the line hashes is there at once after a change; what
 * needs the disk, a content hash or a comparison of two texts comes later, by itself, while somebody asks for it.
 */
export class MarkedDocument implements Disposable {
  readonly #options: MarkedDocumentOptions;
  readonly #document: TextDocument;
  readonly #lines: DocumentLines;
  readonly #evidence: DocumentEvidence;
  readonly #carrying: Carrying;
  #coverage: FileCoverage;
  #drawing: Drawing | undefined;

  /** Undefined before the file was looked at. */
  #loneCr: boolean | undefined;
  #fileSeenAt = -1;
  #mapped: { readonly at: number; readonly coverage: FileCoverage } | undefined;
  /** Version of the document for which a check failed unexpectedly: it is not tried again. */
  #failedAt = -1;

  #edited = false;
  #timer: NodeJS.Timeout | undefined;
  #working = false;
  #disposed = false;
  #waiting: (() => void)[] = [];

  constructor(options: MarkedDocumentOptions) {
    this.#options = options;
    this.#document = options.document;
    this.#coverage = options.coverage;
    this.#lines = new DocumentLines(options.document, options.hasher, () => this.#outdated());
    this.#evidence = new DocumentEvidence(this.#lines.text);
    this.#carrying = new Carrying(this.#lines.text);
  }

  /** @param coverage of the same session, in which versions keep their numbers */
  setCoverage(coverage: FileCoverage): void {
    this.#coverage = coverage;
    this.#drawing = undefined;
  }

  /** Lines of the text; meaningful where `draw` gave a version. */
  get lineCount(): number {
    return this.#lines.text.count;
  }

  /** To be called for every change event, also those without changes: they tell that the document was saved. */
  change(changes: readonly LineChange[]): void {
    if (changes.length > 0) {
      const drawn = this.#drawing;
      const text = this.#lines.text;
      if (drawn?.kind === 'version') {
        const [newest] = drawn.versions;
        const lines = drawn.certain || newest === undefined ? knowledgeOf(text.snapshot()) : newest.lines;
        this.#carrying.start({ versions: drawn.versions, lines });
      }
      this.#carrying.apply(changes);
      this.#lines.apply(changes);
      this.#evidence.textChanged();
      this.#edited = true;
    }
    this.#drawing = undefined;
  }

  /** Where the text is a version of which nothing is drawn: why no other is. */
  whyNothingOf(drawn: readonly VersionCoverage[]): NoneAgrees {
    if (drawn.some(isCovered)) return 'unprovable';
    return whyNoneAgrees(
      this.#lines.text,
      this.#coverage.versions.filter((each) => !drawn.includes(each)),
    );
  }

  /** Whether a version that is none of these was given, or written, after all of them. */
  isEarlier(drawn: readonly VersionCoverage[]): boolean {
    const newest = this.#coverage.versions.find(isCovered);
    return newest !== undefined && !drawn.includes(newest);
  }

  /** What is drawn now. Starts what is needed to tell more; `changed` is called then. */
  draw(): Drawing {
    this.#drawing ??= this.#compute();
    const wanted = this.#wantsFile() || this.#evidence.asked || this.#wantsMapping(this.#drawing);
    if (wanted && this.#failedAt !== this.#document.version) this.#workLater();
    return this.#drawing;
  }

  /** Resolves once nothing more will be found out by itself. */
  async settled(): Promise<void> {
    for (;;) {
      this.draw();
      if (this.#disposed || (this.#lines.text.complete && this.#timer === undefined && !this.#working))
        return;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  dispose(): void {
    this.#disposed = true;
    this.#lines.dispose();
    clearTimeout(this.#timer);
    this.#wake();
  }

  #compute(): Drawing {
    const text = this.#lines.text;
    if (!text.complete) return nothing('reading');
    if (this.#loneCr === undefined) return nothing('checking');
    if (this.#loneCr) return nothing('line-ends');
    this.#evidence.setSaved(!this.#document.isDirty);
    const { versions, certain, pending } = agreeingVersions(text, this.#coverage.versions, this.#evidence);
    const [newest] = versions;
    if (newest !== undefined) {
      if (!certain) this.#evidence.agreed(newest);
      const segments = versions.flatMap(({ actors }) => [...actors.values()].flat());
      if (segments.length === 0) {
        const carried = this.#carrying.drawing();
        if (carried !== undefined) return carried;
      } else this.#carrying.clear();
      const marks = strongestMarks(certain ? segments : knownParts(segments, newest.lines), text.count);
      return { kind: 'version', marks, versions, certain };
    }
    const carried = this.#carrying.drawing();
    if (carried !== undefined) return carried;
    if (pending || !this.#isMapped()) return nothing('checking');
    return nothing(whyNoneAgrees(text, this.#coverage.versions));
  }

  #outdated(): void {
    this.#drawing = undefined;
    this.#wake();
    this.#options.changed();
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** A saved text is compared with its file whenever it changed; an unsaved one came from a file that was looked at. */
  #wantsFile(): boolean {
    if (!this.#lines.text.complete) return false;
    return (
      this.#loneCr === undefined || (!this.#document.isDirty && this.#fileSeenAt !== this.#document.version)
    );
  }

  #wantsMapping(drawing: Drawing): boolean {
    const isDrawn = drawing.kind === 'version' && !drawing.versions.every(isBlank);
    return !isDrawn && this.#loneCr === false && this.#lines.text.complete && !this.#isMapped();
  }

  #isMapped(): boolean {
    return this.#mapped?.at === this.#document.version && this.#mapped.coverage === this.#coverage;
  }

  #workLater(): void {
    if (this.#working || (this.#timer !== undefined && !this.#edited)) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#work(), this.#edited ? REST : 0);
    this.#edited = false;
  }

  async #work(): Promise<void> {
    this.#timer = undefined;
    this.#working = true;
    try {
      if (this.#wantsFile()) await this.#lookAtFile();
      if (this.#evidence.asked) await this.#hashContent();
      if (this.#wantsMapping(this.#drawing ?? this.#compute())) await this.#map();
    } catch (error) {
      this.#failedAt = this.#document.version;
      this.#options.failed(error);
    } finally {
      this.#working = false;
      if (!this.#disposed) this.#outdated();
    }
  }

  async #lookAtFile(): Promise<void> {
    const { uri, encoding, version } = this.#document;
    const text = this.#lines.text;
    const file = await readFileText(uri, encoding, this.#options.hasher);
    this.#fileSeenAt = version;
    this.#loneCr = file?.loneCr ?? this.#loneCr ?? false;
    this.#drawing = undefined;
    if (file === undefined || this.#document.isDirty || this.#document.version !== version) return;
    // The editor may not have caught up with the disk, or the other way round.
    if (!text.complete || !text.equals(file.hashes)) return;
    this.#evidence.learn(file.contentHash);
    this.#evidence.digested();
  }

  async #hashContent(): Promise<void> {
    const contentHash = await savedContentHash(this.#document);
    if (contentHash === undefined || !this.#lines.text.complete) return;
    this.#evidence.learn(contentHash);
    this.#evidence.digested();
    this.#drawing = undefined;
  }

  async #map(): Promise<void> {
    const { version } = this.#document;
    const coverage = this.#coverage;
    const source = newestSource(coverage.versions, (contentHash) => this.#evidence.linesOf(contentHash));
    if (source !== undefined) {
      const origins = await mapLines(this.#lines.text, source.lines);
      if (this.#document.version !== version || this.#coverage !== coverage) return;
      if (origins !== undefined) this.#carrying.found(source, origins);
    }
    this.#mapped = { at: version, coverage };
    this.#drawing = undefined;
  }
}

/** Whether no actor knows a line of it: that it is the text was seen on the disk, and what is left of another counts. */
function isBlank({ actors }: VersionCoverage): boolean {
  return [...actors.values()].every((segments) => segments.length === 0);
}
