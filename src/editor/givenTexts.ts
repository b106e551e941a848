import { basename } from 'node:path';
import type { Disposable, Uri } from 'vscode';
import { dropOldest } from '../text/maps';
import { ShownTexts } from './shownTexts';

/** The scheme of documents that hold what an agent was given. */
export const GIVEN_SCHEME = 'read-coverage-given';

/** Paths of documents that are remembered: more are not open side by side. */
const MOST_PATHS = 100;

/** Versions of files that are shown as an agent was given them: in memory only, each as long as its document is open. */
export class GivenTexts implements Disposable {
  readonly #texts = new ShownTexts(GIVEN_SCHEME);
  readonly #paths = new Map<string, string>();

  /** @param path canonical */
  put(path: string, text: string): Uri {
    const uri = this.#texts.put(basename(path), text);
    this.#paths.set(uri.toString(), path);
    dropOldest(this.#paths, MOST_PATHS);
    return uri;
  }

  /** The canonical path of the file of which a document shows a version; undefined: it is none of these. */
  pathOf(uri: Uri): string | undefined {
    return this.#paths.get(uri.toString());
  }

  dispose(): void {
    this.#texts.dispose();
  }
}
