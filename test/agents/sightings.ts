// What a run showed, for the table in docs/agents.md.
import { writeFileSync } from 'node:fs';

/** Collects sightings, and writes them whenever there is a new one, so that a suite that breaks off has told what it saw. */
export class Sightings {
  readonly #file: string;
  readonly #seen: { readonly what: string; readonly seen: string }[] = [];

  /** @param file absolute */
  constructor(file: string) {
    this.#file = file;
  }

  note(what: string, seen: string): void {
    this.#seen.push({ what, seen });
    writeFileSync(this.#file, JSON.stringify(this.#seen));
  }
}
