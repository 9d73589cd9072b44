// Records that the live line keeps true: one mechanism for all that a desk holds. What differs stands in the table of each kind (`liveRecords`).
import { type Client, isDeadSession } from '@lookout/client';
import type { LiveUpdate } from '@lookout/contract';
import type { Capability } from '@lookout/domain';

/** What an update says of one record. */
type Said<T> =
  | { readonly put: T }
  | { readonly gone: string }
  /** Changes only what is known here, in whatever order it comes: `by` decides what is newer, and answers the same object for nothing new. */
  | { readonly patch: string; readonly by: (before: T) => T };

type Update<K extends LiveUpdate['kind']> = Extract<LiveUpdate, { readonly kind: K }>;
type NextFrame = (run: () => void) => void;

/** How a call of the desk itself is made: nobody waits for it, and its failure shows in the state of the records. */
const QUIETLY = { occasion: 'background', silent: true } as const;
type Quietly = typeof QUIETLY;

interface Retention<T> {
  readonly most: number;
  /** Never forgotten, however old. */
  readonly keeps: (thing: T) => boolean;
  /** Do those that are never forgotten take room of the `most`? */
  readonly countsKept: boolean;
}

/** What is to be known of one kind of record. */
interface Table<T> {
  readonly key: (thing: T) => string;
  readonly order: (a: T, b: T) => number;
  /** Its list; who lacks the right has none. */
  readonly load: (client: Client, quietly: Quietly) => Promise<readonly T[]>;
  readonly right?: Capability;
  /** The list names all there are: what it does not name is gone. */
  readonly isWhole?: boolean;
  /** The log does not bring back what was missed: after a gap the list is asked for again. */
  readonly isUnlogged?: boolean;
  /** What stands when a list names what is known already; without it the list's. */
  readonly join?: (known: T, listed: T) => T;
  readonly said: { readonly [K in LiveUpdate['kind']]?: (update: Update<K>) => readonly Said<T>[] };
  readonly retention?: Retention<T>;
}

/** Where a list is asked for. */
export interface LoadContext {
  readonly client: Client;
  readonly rights: ReadonlySet<Capability>;
  /** Where the log stood when duty began. */
  readonly since: () => number;
  readonly isOver: () => boolean;
  /** Runs it in a while, unless duty is over by then. */
  readonly later: (run: () => void) => void;
}

/** What duty does with records, whatever they hold. */
export interface KeptRecords {
  readonly isUnlogged: boolean;
  /** Asks for the list, and asks again after a lost line; `state` says how it went. */
  readonly refresh: (context: LoadContext) => Promise<void>;
  /** Updates in seq order; those about something else only move `seq` on. */
  readonly apply: (updates: readonly LiveUpdate[]) => void;
  readonly clear: () => void;
}

export interface LiveRecords<T> extends RecordsRead<T>, KeptRecords {
  /** The answer of `load`, which speaks for the log up to `seq`. What live updates said later stands. */
  readonly load: (things: readonly T[], seq: number) => void;
  /** What another list call answered, part of all there are; it speaks for the log up to `seq`. */
  readonly learn: (things: readonly T[], seq: number) => void;
  /** The newest update applied: ask before a list call, and hand it to `learn` with the answer. */
  readonly seq: () => number;
}

/** One kind of record: what `services.records` is asked with. */
export interface RecordsKind<T> {
  /** @param nextFrame runs its argument soon and once, e.g. before the next frame; also in a hidden tab. */
  readonly create: (nextFrame: NextFrame) => LiveRecords<T>;
}

/** Declares a kind of record. Each entity says here what the desk holds of it. */
export const liveRecords = <T>(table: Table<T>): RecordsKind<T> => ({ create: (nextFrame) => createLiveRecords(table, nextFrame) });

/** Every kind of record that a desk holds, made once. */
interface Holdings {
  readonly all: readonly KeptRecords[];
  readonly of: <T>(kind: RecordsKind<T>) => LiveRecords<T>;
}

export function createHoldings(
  kinds: readonly { readonly create: (nextFrame: NextFrame) => KeptRecords }[],
  nextFrame: NextFrame,
): Holdings {
  const held = new Map<unknown, KeptRecords>(kinds.map((kind) => [kind, kind.create(nextFrame)]));
  return {
    all: [...held.values()],
    of: <T>(kind: RecordsKind<T>) => {
      const records = held.get(kind);
      if (!records) throw new Error('records of a kind that this desk does not hold');
      // Made by this very kind.
      return records as LiveRecords<T>;
    },
  };
}

function createLiveRecords<T>(table: Table<T>, nextFrame: NextFrame): LiveRecords<T> {
  const { key, join = (_, listed) => listed, retention } = table;
  const { set, remove, size, clear, ...records } = createRecords<T>(nextFrame, table.order);
  /** When each was last spoken of; also of those that are gone: what was said before, and comes late, must not bring them back. */
  const saidAt = new Map<string, number>();
  let heard = 0;

  const isNews = (id: string, seq: number) => seq >= (saidAt.get(id) ?? -1);

  const take = (said: Said<T>, seq: number | undefined) => {
    if ('patch' in said) {
      const before = records.get(said.patch);
      const after = before && said.by(before);
      if (after !== undefined && after !== before) set(said.patch, after);
      return;
    }
    const id = 'put' in said ? key(said.put) : said.gone;
    if (seq === undefined || !isNews(id, seq)) return;
    saidAt.set(id, seq);
    if ('put' in said) set(id, said.put);
    else remove(id);
  };

  const trim = () => {
    if (!retention || size() <= retention.most) return;
    const { most, keeps, countsKept } = retention;
    const mayGo = records.list().filter((thing) => !keeps(thing));
    const room = countsKept ? Math.max(0, most - (size() - mayGo.length)) : most;
    for (const thing of mayGo.slice(room)) {
      remove(key(thing));
      saidAt.delete(key(thing));
    }
  };

  const learn = (things: readonly T[], seq: number) => {
    heard = Math.max(heard, seq);
    for (const thing of things) {
      const known = records.get(key(thing));
      take({ put: known === undefined ? thing : join(known, thing) }, seq);
    }
    trim();
  };

  const load = (things: readonly T[], seq: number) => {
    if (table.isWhole) {
      const listed = new Set(things.map(key));
      for (const id of records.list().map(key)) if (!listed.has(id) && isNews(id, seq)) remove(id);
    }
    learn(things, seq);
    records.setState('loaded');
  };

  const refresh = async (context: LoadContext): Promise<void> => {
    if (table.right && !context.rights.has(table.right)) return;
    const isLoaded = () => records.state() === 'loaded';
    if (!isLoaded()) records.setState('loading');
    const seq = Math.max(context.since(), heard);
    try {
      const things = await table.load(context.client, QUIETLY);
      if (!context.isOver()) load(things, seq);
    } catch (error) {
      if (context.isOver()) return;
      if (!isLoaded()) records.setState('failed');
      if (!isDeadSession(error)) context.later(() => void refresh(context));
    }
  };

  return {
    ...records,
    isUnlogged: table.isUnlogged ?? false,
    load,
    learn,
    refresh,
    apply: (updates) => {
      for (const update of updates) {
        heard = Math.max(heard, update.seq ?? 0);
        // The table is keyed by the kind of this very update; TypeScript cannot follow a key and its value through a lookup.
        const read = table.said[update.kind] as ((update: LiveUpdate) => readonly Said<T>[]) | undefined;
        if (read) for (const said of read(update)) take(said, update.seq);
      }
      trim();
    },
    seq: () => heard,
    clear: () => {
      saidAt.clear();
      heard = 0;
      clear();
    },
  };
}

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

interface Records<T> extends RecordsRead<T> {
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

/**
 * Runs `run` once: before the next frame, or after 250 ms where no frame comes (a hidden tab draws none, yet an alarm must sound).
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
