// Records updated by live updates: one mechanism for every kind that a desk loads. Each kind is declared by a table (`liveRecords`).
import { type Client, isDeadSession } from '@lookout/client';
import type { Capability } from '@lookout/domain';
import type { LiveUpdate } from '@lookout/features/live-messages.ts';
import type { DeskMoment } from '@lookout/features/replay/replay.schema.ts';

/** The effect of an update on one record. */
type Effect<T> =
  | { readonly put: T }
  | { readonly gone: string }
  /**
   * Changes only a known record, in any order of arrival: `by` decides which version is newer, and returns the same object if nothing
   * changes.
   */
  | { readonly patch: string; readonly by: (before: T) => T };

type Update<K extends LiveUpdate['kind']> = Extract<LiveUpdate, { readonly kind: K }>;
type NextFrame = (run: () => void) => void;

/** Options of the desk's own calls: no user waits for them, and the state of the records shows a failure. */
const QUIETLY = { occasion: 'background', silent: true } as const;
type Quietly = typeof QUIETLY;

interface Retention<T> {
  readonly most: number;
  /** Whether a record is never dropped, however old it is. */
  readonly keeps: (record: T) => boolean;
  /** Whether records that are never dropped count towards `most`. */
  readonly countsNeverDropped: boolean;
}

/** Where a replay has the records of its beginning from. */
type InReplay<T> =
  | { readonly past: (moment: DeskMoment) => readonly T[] }
  /** Updates of this kind are not in the log: after a gap the list is reloaded, and a replay fills the records itself. */
  | { readonly isUnlogged: true };

/** The declaration of one kind of record. */
type Table<T> = InReplay<T> & {
  readonly key: (record: T) => string;
  readonly order: (a: T, b: T) => number;
  /** Loads the list; skipped without the right. */
  readonly load: (client: Client, quietly: Quietly) => Promise<readonly T[]>;
  readonly right?: Capability;
  /** The list is complete: records missing from it are removed. */
  readonly isWhole?: boolean;
  /** Merges a listed record with a known one; by default the listed record replaces the known one. */
  readonly join?: (known: T, listed: T) => T;
  readonly effects: { readonly [K in LiveUpdate['kind']]?: (update: Update<K>) => readonly Effect<T>[] };
  readonly retention?: Retention<T>;
};

/** The circumstances of a load. */
export interface LoadContext {
  readonly client: Client;
  readonly rights: ReadonlySet<Capability>;
  /** The log's seq when duty began. */
  readonly since: () => number;
  readonly isOver: () => boolean;
  /** Runs its argument after a delay, unless duty has ended. */
  readonly later: (run: () => void) => void;
}

/** The operations on records of any kind that the desk's duty calls. */
export interface RecordStore {
  readonly isUnlogged: boolean;
  /** Loads the list and retries after a lost connection; `state` reports it. */
  readonly refresh: (context: LoadContext) => Promise<void>;
  /** Applies updates in seq order; unrelated ones only advance `seq`. */
  readonly apply: (updates: readonly LiveUpdate[]) => void;
  /**
   * Empties the records, fills them by `run` (`load`, `apply`), and publishes only the difference: used when a replay jumps to another
   * moment.
   */
  readonly refill: (run: () => void) => void;
  /** Takes the list of a past moment; nothing for a kind that the log does not have. */
  readonly loadPast: (moment: DeskMoment) => void;
  readonly clear: () => void;
}

export interface LiveRecords<T> extends RecordsRead<T>, RecordStore {
  /** Takes the reply of `load`, valid up to `seq`; later live updates win. */
  readonly load: (listed: readonly T[], seq: number) => void;
  /** Takes the reply of another list call, part of all records, valid up to `seq`. */
  readonly merge: (listed: readonly T[], seq: number) => void;
  /** The seq of the newest update applied: read it before a list call, and pass it to `merge` with the reply. */
  readonly seq: () => number;
}

/** One kind of record, the argument of `services.records`. */
export interface RecordsKind<T> {
  /** @param nextFrame runs its argument once, for example before the next frame; also in a hidden tab */
  readonly create: (nextFrame: NextFrame) => LiveRecords<T>;
}

/** Declares a kind of record; used by each entity. */
export const liveRecords = <T>(table: Table<T>): RecordsKind<T> => ({ create: (nextFrame) => createLiveRecords(table, nextFrame) });

/** The record stores of every kind, each created once. */
interface Holdings {
  readonly all: readonly RecordStore[];
  readonly of: <T>(kind: RecordsKind<T>) => LiveRecords<T>;
}

export function createHoldings(
  kinds: readonly { readonly create: (nextFrame: NextFrame) => RecordStore }[],
  nextFrame: NextFrame,
): Holdings {
  const held = new Map<unknown, RecordStore>(kinds.map((kind) => [kind, kind.create(nextFrame)]));
  return {
    all: [...held.values()],
    of: <T>(kind: RecordsKind<T>) => {
      const records = held.get(kind);
      if (!records) throw new Error('records of a kind that this desk does not hold');
      // The store was created by this same kind, so the cast is safe.
      return records as LiveRecords<T>;
    },
  };
}

function createLiveRecords<T>(table: Table<T>, nextFrame: NextFrame): LiveRecords<T> {
  const { key, join = (_, listed) => listed, retention } = table;
  const { set, remove, size, clear, refill, ...records } = createRecords<T>(nextFrame, table.order);
  /** The seq of each record's last update; retained for removed records too, so that a late older update cannot restore them. */
  const seqOf = new Map<string, number>();
  let latestSeq = 0;

  const isNewer = (id: string, seq: number) => seq >= (seqOf.get(id) ?? -1);

  const applyEffect = (effect: Effect<T>, seq: number | undefined) => {
    if ('patch' in effect) {
      const before = records.get(effect.patch);
      const after = before && effect.by(before);
      if (after !== undefined && after !== before) set(effect.patch, after);
      return;
    }
    const id = 'put' in effect ? key(effect.put) : effect.gone;
    if (seq === undefined || !isNewer(id, seq)) return;
    seqOf.set(id, seq);
    if ('put' in effect) set(id, effect.put);
    else remove(id);
  };

  const trim = () => {
    if (!retention || size() <= retention.most) return;
    const { most, keeps, countsNeverDropped } = retention;
    const mayGo = records.list().filter((record) => !keeps(record));
    const room = countsNeverDropped ? Math.max(0, most - (size() - mayGo.length)) : most;
    for (const record of mayGo.slice(room)) {
      remove(key(record));
      seqOf.delete(key(record));
    }
  };

  const merge = (listed: readonly T[], seq: number) => {
    latestSeq = Math.max(latestSeq, seq);
    for (const record of listed) {
      const known = records.get(key(record));
      applyEffect({ put: known === undefined ? record : join(known, record) }, seq);
    }
    trim();
  };

  const load = (listed: readonly T[], seq: number) => {
    if (table.isWhole) {
      const listedIds = new Set(listed.map(key));
      for (const id of records.list().map(key)) if (!listedIds.has(id) && isNewer(id, seq)) remove(id);
    }
    merge(listed, seq);
    records.setState('loaded');
  };

  const refresh = async (context: LoadContext): Promise<void> => {
    if (table.right && !context.rights.has(table.right)) return;
    const isLoaded = () => records.state() === 'loaded';
    if (!isLoaded()) records.setState('loading');
    const seq = Math.max(context.since(), latestSeq);
    try {
      const listed = await table.load(context.client, QUIETLY);
      if (!context.isOver()) load(listed, seq);
    } catch (error) {
      if (context.isOver()) return;
      if (!isLoaded()) records.setState('failed');
      if (!isDeadSession(error)) context.later(() => void refresh(context));
    }
  };

  return {
    ...records,
    isUnlogged: 'isUnlogged' in table,
    load,
    loadPast: (moment) => 'past' in table && load(table.past(moment), moment.seq),
    merge,
    refresh,
    apply: (updates) => {
      for (const update of updates) {
        latestSeq = Math.max(latestSeq, update.seq ?? 0);
        // The table is keyed by the kind of this very update; TypeScript cannot relate a key to its value through a lookup.
        const read = table.effects[update.kind] as ((update: LiveUpdate) => readonly Effect<T>[]) | undefined;
        if (read) for (const effect of read(update)) applyEffect(effect, update.seq);
      }
      trim();
    },
    seq: () => latestSeq,
    refill: (run) =>
      refill(() => {
        seqOf.clear();
        latestSeq = 0;
        run();
      }),
    clear: () => {
      seqOf.clear();
      latestSeq = 0;
      clear();
    },
  };
}

export interface RecordChange<T> {
  /** New or changed records, in their current state. */
  readonly upserted: readonly T[];
  readonly removed: readonly string[];
}

export type LoadState = 'empty' | 'loading' | 'loaded' | 'failed';

/** The read-only interface of a store. */
export interface RecordsRead<T> {
  readonly get: (id: string) => T | undefined;
  /** In the store's order; the same array until something changes. */
  readonly list: () => readonly T[];
  /** Called at most once a frame with all changes; `list` and `get` are already current. */
  readonly subscribe: (listener: (change: RecordChange<T>) => void) => () => void;
  readonly state: () => LoadState;
  readonly setState: (state: LoadState) => void;
}

interface Records<T> extends RecordsRead<T> {
  readonly set: (id: string, record: T) => void;
  /** @returns whether the record existed */
  readonly remove: (id: string) => boolean;
  readonly size: () => number;
  /** Empties the store, fills it by `run`, and publishes only the difference. */
  readonly refill: (run: () => void) => void;
  readonly clear: () => void;
}

/** @param nextFrame runs its argument once, for example before the next frame; also in a hidden tab */
export function createRecords<T>(nextFrame: (run: () => void) => void, order: (a: T, b: T) => number): Records<T> {
  let held = new Map<string, T>();
  const listeners = new Set<(change: RecordChange<T>) => void>();
  const touched = new Set<string>();
  /** Ids in the store's order, without those in `unplaced`, and possibly with some in `gone`; null: must be sorted. */
  let ids: readonly string[] | null = [];
  /** Ids added since the last sort. When a few are added to ten thousand, only they are inserted and nothing else is sorted. */
  const unplaced = new Set<string>();
  const gone = new Set<string>();
  let sorted: readonly T[] | null = [];
  let state: LoadState = 'empty';
  let due = false;
  let isRefilling = false;

  const flush = () => {
    due = false;
    const ids = [...touched];
    touched.clear();
    const change = { upserted: ids.flatMap((id) => held.get(id) ?? []), removed: ids.filter((id) => !held.has(id)) };
    for (const listener of [...listeners]) listener(change);
  };
  const notify = () => {
    if (due) return;
    due = true;
    nextFrame(flush);
  };
  const touch = (id: string) => {
    sorted = null;
    if (isRefilling) return;
    touched.add(id);
    notify();
  };
  const inOrder = (a: string, b: string): number => order(held.get(a) as T, held.get(b) as T);
  const unsort = (next: readonly string[] | null) => {
    ids = next;
    unplaced.clear();
    gone.clear();
  };
  /** Brings `ids` up to date. */
  const place = () => {
    if (ids === null) unsort([...held.keys()].sort(inOrder));
    else if (unplaced.size + gone.size > 0)
      unsort(
        merge(
          ids.filter((id) => held.has(id)),
          [...unplaced].sort(inOrder),
          inOrder,
        ),
      );
  };
  const setState = (next: LoadState) => {
    if (state === next) return;
    state = next;
    notify();
  };

  return {
    get: (id) => held.get(id),
    list: () => {
      place();
      sorted ??= (ids ?? []).flatMap((id) => held.get(id) ?? []);
      return sorted;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    setState,
    set: (id, record) => {
      const before = held.get(id);
      // The id of a record that was removed and added again may still be at its old position, and a changed sort position needs a new sort.
      if (before === undefined ? gone.has(id) : order(before, record) !== 0) ids = null;
      else if (before === undefined) unplaced.add(id);
      held.set(id, record);
      touch(id);
    },
    remove: (id) => {
      const was = held.delete(id);
      if (was) {
        if (!unplaced.delete(id)) gone.add(id);
        touch(id);
      }
      return was;
    },
    size: () => held.size,
    refill: (run) => {
      const before = held;
      held = new Map();
      unsort(null);
      sorted = null;
      isRefilling = true;
      run();
      isRefilling = false;
      for (const id of before.keys()) if (!held.has(id)) touch(id);
      for (const [id, record] of held) if (before.get(id) !== record) touch(id);
    },
    clear: () => {
      for (const id of held.keys()) touch(id);
      held.clear();
      unsort([]);
      setState('empty');
    },
  };
}

/** Merges two lists sorted in the same order. */
function merge<T>(a: readonly T[], b: readonly T[], order: (a: T, b: T) => number): readonly T[] {
  if (b.length === 0) return a;
  const merged: T[] = [];
  let at = 0;
  for (const next of b) {
    while (at < a.length && order(a[at] as T, next) <= 0) merged.push(a[at++] as T);
    merged.push(next);
  }
  return merged.concat(a.slice(at));
}

/**
 * Runs `run` once: before the next frame, or after 250 ms in a hidden tab, which draws no frames but must sound alarms.
 */
export function nextFrame(run: () => void): void {
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    run();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, 250);
}
