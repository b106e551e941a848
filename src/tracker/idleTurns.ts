import { MOST_QUESTIONS } from './limits';

/** Characters of a question that are kept as they are; a longer one is told by its hash. */
const LONGEST_QUESTION = 200;

/**
 * Turns of one actor that neither changed anything, nor checked a change, nor (before the first write) asked something
 * new (semantics.md section 5).
 */
export class IdleTurns {
  #asked = new Set<string>();
  /** The turns are told by the source; where they are not, each call is one. */
  #told = false;
  #call: string | null = null;
  #isOpen = false;
  #progress = false;
  #askedNew = false;
  #wrote = false;
  #untested = false;
  #count = 0;
  #warned = false;

  copy(): IdleTurns {
    const copy = new IdleTurns();
    copy.#asked = new Set(this.#asked);
    copy.#told = this.#told;
    copy.#call = this.#call;
    copy.#isOpen = this.#isOpen;
    copy.#progress = this.#progress;
    copy.#askedNew = this.#askedNew;
    copy.#wrote = this.#wrote;
    copy.#untested = this.#untested;
    copy.#count = this.#count;
    copy.#warned = this.#warned;
    return copy;
  }

  /** A new assistant message began. */
  turn(): void {
    this.close();
    this.#told = true;
    this.#isOpen = true;
  }

  /** A call that asks something. Its key holds tool and arguments. */
  ask(question: string, call: string | null): void {
    this.#enter(call);
    const key = question.length <= LONGEST_QUESTION ? question : shortened(question);
    if (this.#asked.has(key)) return;
    if (this.#asked.size < MOST_QUESTIONS) this.#asked.add(key);
    if (!this.#wrote) this.#askedNew = true;
  }

  /** A write or edit that changed content. */
  wrote(call: string | null): void {
    this.#enter(call);
    this.#progress = true;
    this.#wrote = true;
    this.#untested = true;
  }

  /** A command that tests or builds: it checks what was changed since the last one. */
  test(call: string | null): void {
    this.#enter(call);
    if (!this.#untested) return;
    this.#progress = true;
    this.#untested = false;
  }

  /** Any other call. */
  other(call: string | null): void {
    this.#enter(call);
  }

  /** Idle turns since the last progress, the open one as it stands now. */
  get count(): number {
    return this.#progress ? 0 : this.#count + (this.#isOpen && !this.#askedNew ? 1 : 0);
  }

  /** The same without the open one. */
  get closed(): number {
    return this.#count;
  }

  /** The largest allowance that the closed turns use up. */
  get allowance(): number {
    // What the open turn brought ends them; the first write must not halve the allowance of what came before it.
    if (this.#progress) return 0;
    return this.#wrote ? this.#count : Math.floor(this.#count / 2);
  }

  /** Whether the allowance was reached now; true once until there is progress. It is doubled before the first write. */
  exceeds(allowance: number): boolean {
    if (allowance <= 0 || this.#warned || this.allowance < allowance) return false;
    this.#warned = true;
    return true;
  }

  close(): void {
    if (!this.#isOpen) return;
    if (this.#progress) {
      this.#count = 0;
      this.#warned = false;
    } else if (!this.#askedNew) this.#count++;
    this.#isOpen = false;
    this.#progress = false;
    this.#askedNew = false;
  }

  #enter(call: string | null): void {
    if (!this.#told && (!this.#isOpen || call === null || call !== this.#call)) {
      this.close();
      this.#isOpen = true;
    }
    if (!this.#isOpen) this.#isOpen = true;
    this.#call = call;
  }
}

/** Questions that differ far behind may get one key: the second of them is then taken for one that was asked before. */
function shortened(question: string): string {
  let hash = 0;
  for (let at = 0; at < question.length; at++) hash = (Math.imul(hash, 31) + question.charCodeAt(at)) | 0;
  return `${question.slice(0, LONGEST_QUESTION)}\u0000${question.length}\u0000${hash}`;
}
