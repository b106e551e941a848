import { getOrCreate } from '../text/maps';
import type { AgentEvent } from '../tracker/event';
import type { Applied, SessionKey } from '../tracker/views';
import { Course } from './course';

/** Entries of all sessions together; the sessions that were silent longest go when there are more. */
const MOST_ENTRIES = 200_000;

/** The courses of the sessions that were heard of last. */
export class Courses {
  /** The one that was added to last comes last. */
  readonly #courses = new Map<SessionKey, Course>();
  #entries = 0;

  add(event: AgentEvent, applied: Applied): void {
    const { session } = applied;
    const course = getOrCreate(this.#courses, session, () => new Course());
    this.#grew(session, course, course.add(event, applied));
  }

  /** A session was stopped, of which its record may tell nothing. */
  stopped(session: SessionKey, actor: string, time: number): void {
    const course = this.#courses.get(session);
    if (course !== undefined) this.#grew(session, course, course.stopped(actor, time));
  }

  #grew(session: SessionKey, course: Course, more: number): void {
    if (more === 0) return;
    this.#entries += more;
    this.#courses.delete(session);
    this.#courses.set(session, course);
    for (const [oldest, { entries }] of this.#courses) {
      if (this.#entries <= MOST_ENTRIES || oldest === session) break;
      this.#courses.delete(oldest);
      this.#entries -= entries.length;
    }
  }

  of(session: SessionKey): Course | undefined {
    return this.#courses.get(session);
  }

  clear(): void {
    this.#courses.clear();
    this.#entries = 0;
  }
}
