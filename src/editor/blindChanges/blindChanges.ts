import {
  type Diagnostic,
  Disposable,
  EventEmitter,
  languages,
  type Range,
  type TextDocument,
  workspace,
} from 'vscode';
import type { LineHasher } from '../../text/lineHash';
import type { LineRange } from '../../text/ranges';
import type { Finding, SessionKey } from '../../tracker/views';
import type { CoverageChange } from '../changeBatch';
import type { Configuration } from '../configuration';
import type { CoverageService } from '../coverageService';
import type { SessionChoice } from '../sessionChoice';
import { type BlindWarning, blindWarnings, keyOf } from './blindWarning';
import type { Dismissed } from './dismissed';

/** Rest of a document, and of its findings, before it is looked at: an agent at work writes in bursts. In ms. */
const REST = 600;
/** Those of one file that are looked for in its document. */
const MOST_LOOKED_AT = 40;

export interface BlindChangesParts {
  readonly service: CoverageService;
  readonly choice: SessionChoice;
  readonly configuration: Configuration;
  readonly dismissed: Dismissed;
  readonly hasher: () => LineHasher;
  readonly canonical: (path: string) => Promise<string>;
  readonly failed: (error: unknown) => void;
}

/** A warning as it stands in a document. */
export interface ShownWarning {
  readonly warning: BlindWarning;
  /** Where the change is in the document, 1-based. */
  readonly place: LineRange;
  readonly diagnostic: Diagnostic;
}

/**
 * Warnings, in open documents, of changes that an agent made to lines which it was never given: those of the session that
 * is drawn and of those at work, where the text still is what the change wrote.
 */
export class BlindChanges implements Disposable {
  readonly #parts: BlindChangesParts;
  readonly #diagnostics = languages.createDiagnosticCollection('read-coverage');
  readonly #changed = new EventEmitter<void>();
  readonly #listeners: Disposable;
  #warnings: ReadonlyMap<SessionKey, ReadonlyMap<string, BlindWarning>> = new Map();
  readonly #shown = new Map<TextDocument, readonly ShownWarning[]>();
  readonly #resting = new Map<TextDocument, NodeJS.Timeout>();

  /** Other warnings are shown now. */
  readonly onDidChange = this.#changed.event;

  constructor(parts: BlindChangesParts) {
    this.#parts = parts;
    const { service, choice, configuration, dismissed } = parts;
    this.#listeners = Disposable.from(
      service.onDidChange((change) => this.#collect(change)),
      choice.onDidChange(() => this.#collect()),
      dismissed.onDidChange(() => this.#lookAtAll()),
      configuration.onDidChange((names) => {
        if (names.has('show.blindChanges')) this.#lookAtAll();
      }),
      workspace.onDidOpenTextDocument((document) => this.#lookLater(document)),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length === 0) return;
        this.#drop(document, (range) => contentChanges.some((each) => each.range.intersection(range)));
        this.#lookLater(document);
      }),
      workspace.onDidCloseTextDocument((document) => this.#forget(document)),
    );
    this.#collect();
  }

  /** What is shown in a document, from top to bottom. */
  in(document: TextDocument): readonly ShownWarning[] {
    return this.#shown.get(document) ?? [];
  }

  /** The warning of a finding; undefined where it is none of a blind change, or too long ago. */
  of(session: SessionKey, finding: Finding): BlindWarning | undefined {
    const key = keyOf(session, finding);
    return (this.#warnings.get(session) ?? this.#warningsOf(session)).get(key);
  }

  /** A warning by its key. */
  byKey(key: string): BlindWarning | undefined {
    for (const warnings of this.#warnings.values()) {
      const found = warnings.get(key);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Where a change is in a document now; undefined where the text was changed there since. */
  async placeIn(warning: BlindWarning, document: TextDocument): Promise<LineRange | undefined> {
    const { placesIn } = await import('./blindInDocument');
    const [place] = await placesIn(document, [warning], this.#parts.hasher());
    return place?.[1];
  }

  #collect(change?: CoverageChange): void {
    const { service, choice } = this.#parts;
    const wanted = new Set(service.liveSessions().map(({ key }) => key));
    if (choice.current !== undefined) wanted.add(choice.current);
    const before = this.#warnings;
    const next = new Map<SessionKey, ReadonlyMap<string, BlindWarning>>();
    const paths = new Set<string>();
    for (const session of wanted) {
      const known = before.get(session);
      if (known !== undefined && change?.sessions.has(session) === false) {
        next.set(session, known);
        continue;
      }
      const warnings = this.#warningsOf(session);
      next.set(session, warnings);
      for (const [key, warning] of warnings) if (known?.get(key) !== warning) paths.add(warning.finding.path);
      for (const [key, warning] of known ?? []) if (!warnings.has(key)) paths.add(warning.finding.path);
    }
    for (const [session, warnings] of before) {
      if (!next.has(session)) for (const { finding } of warnings.values()) paths.add(finding.path);
    }
    this.#warnings = next;
    if (paths.size > 0) this.#lookAtAll();
  }

  #warningsOf(session: SessionKey): ReadonlyMap<string, BlindWarning> {
    const { service } = this.#parts;
    const known = this.#warnings.get(session) ?? new Map();
    return blindWarnings(session, service.findings(session), known, (path) =>
      service.coverage(session, path),
    );
  }

  #lookAtAll(): void {
    for (const document of workspace.textDocuments) this.#lookLater(document);
  }

  #lookLater(document: TextDocument): void {
    if (document.uri.scheme !== 'file' || document.isClosed) return;
    const isAny = [...this.#warnings.values()].some(({ size }) => size > 0);
    if (!isAny && !this.#shown.has(document)) return;
    clearTimeout(this.#resting.get(document));
    const look = () => {
      this.#resting.delete(document);
      this.#look(document).catch((error: unknown) => this.#parts.failed(error));
    };
    this.#resting.set(document, setTimeout(look, REST));
  }

  async #look(document: TextDocument): Promise<void> {
    const { version } = document;
    const path = await this.#parts.canonical(document.uri.fsPath);
    const wanted = this.#wantedOf(path);
    if (wanted.length === 0) {
      this.#show(document, []);
      return;
    }
    const { placesIn, shownAt } = await import('./blindInDocument');
    const places = await placesIn(document, wanted, this.#parts.hasher());
    // Changed meanwhile: it is looked at again.
    if (document.isClosed || document.version !== version) return;
    this.#show(
      document,
      places.map(([warning, place]) => shownAt(document, warning, place)),
    );
  }

  /** Those of a file that a person wants to see, the newest first. */
  #wantedOf(path: string): readonly BlindWarning[] {
    const { configuration, dismissed } = this.#parts;
    const which = configuration.get('show.blindChanges');
    if (which === 'off') return [];
    return [...this.#warnings.values()]
      .flatMap((warnings) => [...warnings.values()])
      .filter(({ finding, key }) => finding.path === path && !dismissed.has(key))
      .filter(({ finding }) => which === 'all' || !finding.uncertain)
      .sort((a, b) => (b.finding.time ?? 0) - (a.finding.time ?? 0))
      .slice(0, MOST_LOOKED_AT);
  }

  #show(document: TextDocument, shown: readonly ShownWarning[]): void {
    const sorted = [...shown].sort((a, b) => a.place[0] - b.place[0]);
    if (sorted.length === 0 && !this.#shown.has(document)) return;
    if (sorted.length === 0) this.#shown.delete(document);
    else this.#shown.set(document, sorted);
    this.#diagnostics.set(
      document.uri,
      sorted.map(({ diagnostic }) => diagnostic),
    );
    this.#changed.fire();
  }

  /** What is changed under a warning is not what the agent wrote any more: an undo brings it back, later. */
  #drop(document: TextDocument, isChanged: (range: Range) => unknown): void {
    const shown = this.in(document);
    const left = shown.filter(({ diagnostic }) => !isChanged(diagnostic.range));
    if (left.length < shown.length) this.#show(document, left);
  }

  #forget(document: TextDocument): void {
    clearTimeout(this.#resting.get(document));
    this.#resting.delete(document);
    this.#show(document, []);
  }

  dispose(): void {
    this.#listeners.dispose();
    for (const timer of this.#resting.values()) clearTimeout(timer);
    this.#diagnostics.dispose();
    this.#changed.dispose();
  }
}
