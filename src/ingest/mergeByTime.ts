/** Something that happened at a time, or at an unknown one. */
export interface Timed {
  /** Milliseconds since the epoch. */
  readonly time: number | null;
}

interface Stream<T> {
  readonly order: number;
  readonly rest: Iterator<T>;
  head: T;
  /** Time of the head, or of the item before it where it has none. */
  time: number;
}

/**
 * Merges streams by time, holding one item of each. The order within a stream is never changed, whatever its times say;
 * an item without time takes the time of the item before it; ties go by the order of the streams.
 */
export function* mergeByTime<T extends Timed>(streams: Iterable<Iterable<T>>): Generator<T> {
  const heap: Stream<T>[] = [];
  let order = 0;
  for (const stream of streams) {
    const rest = stream[Symbol.iterator]();
    const first = rest.next();
    if (first.done !== true) {
      heap.push({ order, rest, head: first.value, time: first.value.time ?? Number.NEGATIVE_INFINITY });
    }
    order++;
  }
  for (let at = heap.length >> 1; at >= 0; at--) sink(heap, at);
  for (let first = heap[0]; first !== undefined; first = heap[0]) {
    yield first.head;
    const next = first.rest.next();
    if (next.done === true) {
      const last = heap.pop();
      if (last === undefined || last === first) continue;
      heap[0] = last;
    } else {
      first.head = next.value;
      first.time = next.value.time ?? first.time;
    }
    sink(heap, 0);
  }
}

function sink<T>(heap: Stream<T>[], at: number): void {
  for (;;) {
    let least = at;
    for (const child of [2 * at + 1, 2 * at + 2]) if (isBefore(heap[child], heap[least])) least = child;
    const moved = heap[at];
    const risen = heap[least];
    if (least === at || moved === undefined || risen === undefined) return;
    heap[at] = risen;
    heap[least] = moved;
    at = least;
  }
}

function isBefore<T>(a: Stream<T> | undefined, b: Stream<T> | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return a.time < b.time || (a.time === b.time && a.order < b.order);
}
