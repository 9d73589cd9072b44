// Subscriptions. Nearly all filters are plain topics, found by one lookup; the few with wildcards are matched one by one.

interface Subscriptions<T> {
  add(filter: string, listener: T): void;
  remove(filter: string, listener: T): void;
  /** Calls `visit` for every listener once for EACH of its filters that match. */
  each(topic: string, visit: (listener: T) => void): void;
}

/** MQTT 3.1.1 §4.7: `+` is one level, a last `#` any number of levels, including none; neither matches a first level that begins with `$`. */
export function filterMatches(filter: readonly string[], topic: readonly string[]): boolean {
  if (topic[0]?.startsWith('$') && (filter[0] === '+' || filter[0] === '#')) return false;
  for (const [i, level] of filter.entries()) {
    if (level === '#') return topic.length >= i;
    if (i >= topic.length || (level !== '+' && level !== topic[i])) return false;
  }
  return filter.length === topic.length;
}

const hasWildcard = (filter: string): boolean => filter.includes('+') || filter.includes('#');

export function createSubscriptions<T>(): Subscriptions<T> {
  const plain = new Map<string, Set<T>>();
  const wild = new Map<string, Set<T>>();
  const levelsOf = new Map<string, readonly string[]>();

  return {
    add(filter, listener) {
      const table = hasWildcard(filter) ? wild : plain;
      const listeners = table.get(filter);
      if (listeners) listeners.add(listener);
      else {
        table.set(filter, new Set([listener]));
        if (table === wild) levelsOf.set(filter, filter.split('/'));
      }
    },
    remove(filter, listener) {
      const table = hasWildcard(filter) ? wild : plain;
      const listeners = table.get(filter);
      if (!listeners?.delete(listener) || listeners.size > 0) return;
      table.delete(filter);
      levelsOf.delete(filter);
    },
    each(topic, visit) {
      const listeners = plain.get(topic);
      if (listeners) for (const listener of listeners) visit(listener);
      if (wild.size === 0) return;
      const levels = topic.split('/');
      for (const [filter, listenersOfFilter] of wild) {
        if (filterMatches(levelsOf.get(filter) ?? [], levels)) for (const listener of listenersOfFilter) visit(listener);
      }
    },
  };
}
