import { EventEmitter } from 'vscode';
import type { CourseRead } from '../../report/course';
import { coverageAt } from '../../report/courseMoment';
import type { Courses } from '../../report/courses';
import type { FileCoverage, ReadRecord, SessionKey, TrackerView } from '../../tracker/views';

/** A moment of a session: after so many entries of its course. */
export interface Moment {
  readonly session: SessionKey;
  readonly until: number;
}

type Drawn = Pick<TrackerView, 'coverage' | 'reads'>;

/** What is drawn in the editors: what is known now, or what was known at a moment that a person went back to. */
export class PastView implements Drawn {
  readonly #view: Drawn;
  readonly #courses: Courses;
  readonly #changed = new EventEmitter<void>();
  readonly #left = new EventEmitter<void>();
  #moment: Moment | undefined;

  /** Another moment is shown. */
  readonly onDidChange = this.#changed.event;
  /** The present was asked for by something else than the map's slider, which is to follow. */
  readonly onDidLeave = this.#left.event;

  constructor(view: Drawn, courses: Courses) {
    this.#view = view;
    this.#courses = courses;
  }

  /** Undefined: the present is shown. */
  get moment(): Moment | undefined {
    return this.#moment;
  }

  /** When the moment was, ms since the epoch; null: not known. Undefined: the present is shown. */
  get time(): number | null | undefined {
    const moment = this.#moment;
    return moment && (this.#courses.of(moment.session)?.entries[moment.until - 1]?.time ?? null);
  }

  /** Back to the present. */
  leave(): void {
    this.show(undefined);
    this.#left.fire();
  }

  show(moment: Moment | undefined): void {
    if (moment === undefined && this.#moment === undefined) return;
    this.#moment = moment;
    this.#changed.fire();
  }

  coverage(session: SessionKey, path: string): FileCoverage | undefined {
    const known = this.#view.coverage(session, path);
    const moment = this.#moment;
    if (known === undefined || moment?.session !== session) return known;
    const entries = this.#courses.of(session)?.entries ?? [];
    const versions = known.versions.map((version) => ({
      ...version,
      actors: coverageAt(entries, moment.until, path, version),
    }));
    return { ...known, versions };
  }

  reads(session: SessionKey, filter?: Parameters<Drawn['reads']>[1]): readonly ReadRecord[] {
    const reads = this.#view.reads(session, filter);
    if (this.#moment?.session !== session) return reads;
    const entries = this.#courses.of(session)?.entries.slice(0, this.#moment.until) ?? [];
    const last = new Map(
      entries
        .filter((entry): entry is CourseRead => entry.kind === 'read')
        .map(({ actor, ordinal }) => [actor, ordinal]),
    );
    return reads.filter(({ actor, ordinal }) => ordinal <= (last.get(actor) ?? 0));
  }

  dispose(): void {
    this.#changed.dispose();
    this.#left.dispose();
  }
}
