import { randomBytes } from 'node:crypto';
import { Disposable, type Event, l10n, Uri, ViewColumn, type WebviewPanel, window, workspace } from 'vscode';
import type { CourseEntry } from '../../report/course';
import type { Courses } from '../../report/courses';
import type { StopRequest } from '../../stop/stopRequest';
import type { SessionKey } from '../../tracker/views';
import type { FromMap, MapData, ToldData, ToMap } from '../../webview/map/messages';
import type { CoverageService } from '../coverageService';
import { sessionName } from '../names';
import type { OpenPlaces } from '../openPlace';
import { SeenView } from '../seenView';
import type { Told } from '../transcripts/callPlaces';
import { filesOf, mapData, mapWords } from './mapData';
import { exportedPage, webviewPage } from './mapPage';
import type { PastView } from './pastView';

/** Least time between two updates, ms; a long course takes longer to be sent. */
const PAUSE = 500;
const PAUSE_AN_ENTRY = 0.2;

export interface SessionMapParts {
  readonly service: CoverageService;
  readonly courses: Courses;
  readonly past: PastView;
  readonly extension: Uri;
  readonly places: Pick<OpenPlaces, 'open'>;
  readonly showInTranscript: (session: SessionKey, told: Told) => Promise<void>;
  readonly onDidStop: Event<Pick<StopRequest, 'scope'>>;
  readonly failed: (error: unknown) => void;
}

/** The map of one session at a time: which calls read what, what was new and what was not, and when. */
export class SessionMap implements Disposable {
  readonly #parts: SessionMapParts;
  readonly #listener: Disposable;
  readonly #seen = new SeenView({ isSeen: () => this.#panel?.visible === true, update: () => this.#tell() });
  #panel: WebviewPanel | undefined;
  #session: SessionKey | undefined;
  /** The page listens. */
  #isReady = false;
  /** The file that is to be shown alone, until the page was told so; null: all are to be shown. */
  #only: string | null | undefined;
  /** How many of the oldest entries were gone when the map was last told. */
  #dropped = 0;

  constructor(parts: SessionMapParts) {
    this.#parts = parts;
    this.#listener = Disposable.from(
      parts.service.onDidChange(({ sessions }) => {
        if (this.#session !== undefined && sessions.has(this.#session)) this.#seen.changed();
      }),
      parts.onDidStop(({ scope }) => {
        if (this.#session === scope.key) this.#seen.changed();
      }),
      parts.past.onDidLeave(() => {
        void this.#panel?.webview.postMessage({ type: 'present' } satisfies ToMap);
      }),
    );
  }

  /** @param path canonical: shows that file alone; none: all files */
  show(session: SessionKey, path?: string): void {
    this.#parts.past.leave();
    this.#session = session;
    this.#only = path ?? null;
    const panel = this.#panel ?? this.#open();
    panel.title = this.#title();
    panel.reveal();
    this.#seen.update();
  }

  /** What the map shows; undefined: it is not open. */
  data(): MapData | undefined {
    const course = this.#session === undefined ? undefined : this.#parts.courses.of(this.#session);
    return this.#panel && course && mapData(this.#title(), course);
  }

  #open(): WebviewPanel {
    const { extension, past, failed } = this.#parts;
    const folders = [Uri.joinPath(extension, 'dist'), Uri.joinPath(extension, 'media')];
    const panel = window.createWebviewPanel('readCoverage.map', l10n.t('Session Map'), ViewColumn.Active, {
      enableScripts: true,
      localResourceRoots: folders,
    });
    this.#panel = panel;
    const { webview } = panel;
    webview.onDidReceiveMessage((message: unknown) => this.#asked(message).catch(failed));
    panel.onDidChangeViewState(() => this.#seen.catchUp());
    panel.onDidDispose(() => {
      this.#panel = undefined;
      this.#isReady = false;
      this.#session = undefined;
      past.show(undefined);
    });
    const { script, style } = this.#files();
    webview.html = webviewPage(mapWords(), {
      script: webview.asWebviewUri(script).toString(),
      style: webview.asWebviewUri(style).toString(),
      source: webview.cspSource,
      nonce: randomBytes(16).toString('hex'),
    });
    return panel;
  }

  #files() {
    const { extension } = this.#parts;
    return {
      script: Uri.joinPath(extension, 'dist', 'map.js'),
      style: Uri.joinPath(extension, 'media', 'map.css'),
    };
  }

  #title(): string {
    const session = this.#session === undefined ? undefined : this.#parts.service.session(this.#session);
    return session === undefined
      ? l10n.t('Session Map')
      : l10n.t('Map: {session}', { session: sessionName(session) });
  }

  /** Returns how long it is to be left alone then, ms. */
  #tell(): number {
    const data = this.data();
    if (data === undefined) return PAUSE;
    this.#dropped = data.dropped;
    void this.#panel?.webview.postMessage({ type: 'data', data, ...this.#toShow() } satisfies ToMap);
    return Math.max(PAUSE, data.entries.length * PAUSE_AN_ENTRY);
  }

  #toShow(): Pick<ToldData, 'only'> {
    const path = this.#only;
    if (path === undefined) return {};
    if (this.#isReady) this.#only = undefined;
    const course = this.#session === undefined ? undefined : this.#parts.courses.of(this.#session);
    const only = path === null || course === undefined ? -1 : filesOf(course).indexOf(path);
    return { only: only < 0 ? null : only };
  }

  /** What the page asks for; anything else is nothing. */
  async #asked(message: unknown): Promise<void> {
    const session = this.#session;
    if (session === undefined || !isFromMap(message)) return;
    const { places, showInTranscript, past, courses } = this.#parts;
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        past.show(undefined);
        this.#seen.update();
        return;
      case 'open': {
        const entry = this.#entry(message.entry);
        if (entry === undefined || !('path' in entry)) return;
        await places.open(entry.path, entry.kind === 'read' ? entry.returned : entry.lines);
        return;
      }
      case 'record': {
        const entry = this.#entry(message.entry);
        if (entry !== undefined) await showInTranscript(session, entry);
        return;
      }
      case 'moment': {
        const gone = (courses.of(session)?.dropped ?? 0) - this.#dropped;
        past.show(message.until === null ? undefined : { session, until: Math.max(0, message.until - gone) });
        return;
      }
      case 'export':
        await this.#export();
        return;
    }
  }

  #entry(index: number): CourseEntry | undefined {
    const course = this.#session === undefined ? undefined : this.#parts.courses.of(this.#session);
    return course?.entries[index - (course.dropped - this.#dropped)];
  }

  async #export(): Promise<void> {
    const data = this.data();
    if (data === undefined) return;
    const [folder] = workspace.workspaceFolders ?? [];
    const target = await window.showSaveDialog({
      ...(folder === undefined ? {} : { defaultUri: Uri.joinPath(folder.uri, 'session-map.html') }),
      filters: { HTML: ['html'] },
      saveLabel: l10n.t('Export'),
    });
    if (target === undefined) return;
    const { script, style } = this.#files();
    const [code, looks] = await Promise.all([script, style].map((file) => workspace.fs.readFile(file)));
    const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
    const html = exportedPage(data, { script: text(code), style: text(looks) });
    await workspace.fs.writeFile(target, new TextEncoder().encode(html));
  }

  dispose(): void {
    this.#seen.dispose();
    this.#listener.dispose();
    this.#panel?.dispose();
  }
}

function isFromMap(message: unknown): message is FromMap {
  if (typeof message !== 'object' || message === null || !('type' in message)) return false;
  const isIndex = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;
  switch (message.type) {
    case 'ready':
    case 'export':
      return true;
    case 'open':
    case 'record':
      return 'entry' in message && isIndex(message.entry);
    case 'moment':
      return 'until' in message && (message.until === null || isIndex(message.until));
    default:
      return false;
  }
}
