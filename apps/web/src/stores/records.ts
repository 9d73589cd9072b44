// What every store of records has in common: things by id, a list read that is a stable array, listeners told at most once a frame.
// No framework: read by React panels and by the globe's layers alike (architecture idea 8).

export interface RecordChange<T> {
  /** Changed or new, as they stand now. */
  readonly upserted: readonly T[];
  readonly removed: readonly string[];
}

export type LoadState = 'empty' | 'loading' | 'loaded' | 'failed';

/** The part of a store that its readers see. */
export interface RecordsRead<T> {
  readonly get: (id: string) => T | undefined;
  /** In the store's order; the same array until something changes. */
  readonly list: () => readonly T[];
  /** Told at most once a frame with all that changed since; `list` and `get` are already new then. */
  readonly subscribe: (listener: (change: RecordChange<T>) => void) => () => void;
  readonly state: () => LoadState;
  readonly setState: (state: LoadState) => void;
}

export interface Records<T> extends RecordsRead<T> {
  readonly set: (id: string, thing: T) => void;
  /** @returns whether it was there */
  readonly remove: (id: string) => boolean;
  readonly size: () => number;
  readonly clear: () => void;
}

/** @param nextFrame runs its argument soon and once, e.g. before the next frame; also in a hidden tab. */
export function createRecords<T>(nextFrame: (run: () => void) => void, order: (a: T, b: T) => number): Records<T> {
  const held = new Map<string, T>();
  const listeners = new Set<(change: RecordChange<T>) => void>();
  const touched = new Set<string>();
  /** In the store's order; null: has to be sorted. What changes but stays in its place costs no sorting: ten thousand people move. */
  let ids: readonly string[] | null = [];
  let sorted: readonly T[] | null = [];
  let state: LoadState = 'empty';
  let due = false;

  const flush = () => {
    due = false;
    const ids = [...touched];
    touched.clear();
    const change = { upserted: ids.flatMap((id) => held.get(id) ?? []), removed: ids.filter((id) => !held.has(id)) };
    for (const listener of [...listeners]) listener(change);
  };
  const tell = () => {
    if (due) return;
    due = true;
    nextFrame(flush);
  };
  const touch = (id: string) => {
    touched.add(id);
    sorted = null;
    tell();
  };
  const setState = (next: LoadState) => {
    if (state === next) return;
    state = next;
    tell();
  };

  return {
    get: (id) => held.get(id),
    list: () => {
      ids ??= [...held].sort(([, a], [, b]) => order(a, b)).map(([id]) => id);
      sorted ??= ids.flatMap((id) => held.get(id) ?? []);
      return sorted;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    setState,
    set: (id, thing) => {
      const before = held.get(id);
      if (before === undefined || order(before, thing) !== 0) ids = null;
      held.set(id, thing);
      touch(id);
    },
    remove: (id) => {
      const was = held.delete(id);
      if (was) {
        ids = null;
        touch(id);
      }
      return was;
    },
    size: () => held.size,
    clear: () => {
      for (const id of held.keys()) touch(id);
      held.clear();
      ids = [];
      setState('empty');
    },
  };
}
