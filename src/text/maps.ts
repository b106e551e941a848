/** The value of a key, made and kept where there is none. */
export function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const created = create();
  map.set(key, created);
  return created;
}

/** Leaves the newest entries, so many at most. */
export function dropOldest<K>(kept: Map<K, unknown> | Set<K>, most: number): void {
  // Asked after every entry, and there is mostly room: an iterator would be made for nothing.
  if (kept.size <= most) return;
  for (const oldest of kept.keys()) {
    if (kept.size <= most) break;
    kept.delete(oldest);
  }
}
