import { realpathSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import type { JsonObject } from '../../agents/adapter';
import type { HookDialect, HookEvents } from '../../agents/hooks/dialect';
import { type HookCaller, type HookFrame, isEmptyVerdict } from '../../agents/hooks/report';
import { toNative } from '../../agents/native/print';
import { askWindows } from '../../channel/client';
import { LARGEST_MESSAGE, WAIT_FOR_WINDOWS } from '../../channel/limits';
import { processBirth } from '../../channel/processBirth';
import { listWindows, windowsFor } from '../../channel/registry';
import { spool } from '../../channel/spool';
import { installationKey } from '../../ingest/installationKey';
import { Generations } from '../../text/generations';
import { LineHasher } from '../../text/lineHash';
import { platformOf } from '../../text/platform';
import { idleTime } from './idleTime';
import { soon } from './soon';

/** How long an agent waits at most, with what came before its question, ms. */
const PATIENCE = WAIT_FOR_WINDOWS + 25;
/** Messages that wait for their turn; what is more is not asked of anybody. */
const MOST_WAITING = 64;
const MOST_FOLDERS = 100;

export interface Speech {
  readonly dialect: HookDialect;
  readonly events: HookEvents;
}

/** What a message is for: `news` are kept where no window hears them, a `question` is asked and forgotten. */
export type Purpose = 'news' | 'question';

/**
 * Tells windows what happens in an agent, from inside its process: as the companion does, but one message after the
 * other, so that they come in order, and without ever keeping the agent from its other work. What fails is not told.
 */
export class Teller {
  readonly #speech: Speech;
  readonly #userFolder: string;
  readonly #canonical = new Generations<string, string>(MOST_FOLDERS);
  #hasher: LineHasher | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** @param userFolder the product's folder */
  constructor(speech: Speech, userFolder: string) {
    this.#speech = speech;
    this.#userFolder = userFolder;
  }

  /** What the payload tells of itself, now; null where that is nothing. */
  frame(payload: JsonObject): HookFrame | null {
    try {
      const { dialect } = this.#speech;
      return dialect.recognises(payload) ? dialect.frame(payload, undefined, Date.now()) : null;
    } catch {
      return null; // Whatever it is, the agent is not to suffer from it.
    }
  }

  /**
   * Tells what happened, and what is to be done about it in the agent's own terms; null: nothing, or it is not known in
   * time. Never fails.
   */
  tell(payload: JsonObject, frame: HookFrame, purpose: Purpose = 'news'): Promise<JsonObject | null> {
    return new Promise((resolve) => {
      let isLate = false;
      const stop = idleTime(PATIENCE, () => {
        isLate = true;
        resolve(null);
      });
      const end = (answer: JsonObject | null) => {
        stop();
        resolve(answer);
        return !isLate;
      };
      if (this.#waiting >= MOST_WAITING) {
        end(null);
        return;
      }
      this.#waiting++;
      const told = this.#last.then(() => this.#send(payload, frame, purpose, end));
      this.#last = told.then(
        () => this.#waiting--,
        () => {
          this.#waiting--;
          end(null);
        },
      );
    });
  }

  /** Resolves once everything was told, or cannot be waited for. */
  async settled(): Promise<void> {
    await soon(() => this.#last, PATIENCE);
  }

  /** @param passOn whether somebody still waits for the answer */
  async #send(
    payload: JsonObject,
    frame: HookFrame,
    purpose: Purpose,
    passOn: (answer: JsonObject | null) => boolean,
  ): Promise<void> {
    const { dialect } = this.#speech;
    const report = this.#printed(payload, frame, purpose);
    const places = [this.#canonicalOf(frame.cwd)];
    const windows = windowsFor(listWindows(this.#userFolder), places);
    const asked = await askWindows(windows, dialect.agent, report, WAIT_FOR_WINDOWS, idleTime);
    const answer = isEmptyVerdict(asked.verdict) ? null : dialect.answer(payload, frame, asked.verdict);
    const isPassedOn = passOn(answer);
    await asked.finish(answer !== null && isPassedOn);
    if (asked.heard > 0 || purpose === 'question') return;
    spool(this.#userFolder, frame.session, { agent: dialect.agent, places, hook: JSON.parse(report) });
  }

  /** The report as JSON; without its events where it is too large, or they cannot be found out. */
  #printed(payload: JsonObject, frame: HookFrame, purpose: Purpose): string {
    const told = { ...frame, ...ownProcess() };
    try {
      const hasher = this.#hasherOf();
      const events = purpose === 'question' ? [] : this.#speech.events(frame, payload, hasher);
      const printed = events.map((event) => toNative({ ...event, time: null }, hasher));
      const text = JSON.stringify({ ...told, events: printed });
      if (Buffer.byteLength(text) < LARGEST_MESSAGE - 1024) return text;
    } catch {
      // A payload that is none that we know: a stop must come through all the same.
    }
    return JSON.stringify({ ...told, events: [] });
  }

  #hasherOf(): LineHasher {
    this.#hasher ??= new LineHasher(installationKey(this.#userFolder));
    return this.#hasher;
  }

  #canonicalOf(folder: string): string {
    const known = this.#canonical.get(folder);
    if (known !== undefined) return known;
    const found = canonical(folder);
    this.#canonical.set(folder, found);
    return found;
  }
}

/** The agent itself, so that a person can interrupt it where it goes on in spite of a stop. */
function ownProcess(): { readonly caller?: HookCaller } {
  const { platform, pid } = process;
  return platformOf(platform).processes === null ? {} : { caller: { pid, born: processBirth(pid) } };
}

function canonical(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder; // It is gone, or not to be looked at.
  }
}

/** The product's folder: the one that the companion and the modules beside it stand in. */
export function userFolderOf(moduleFolder: string): string {
  const { READ_COVERAGE_HOME: named = '' } = process.env;
  return isAbsolute(named) ? named : dirname(moduleFolder);
}
