// The ranger's track: a position every 15 s (in an emergency 7.5 s, as the server requests), stored until the server has it. After a time
// without signal the positions are sent in batches, in order with this phone's other queued entries. A copy of the last hours is kept for
// his map.
import { POSITION_EVERY_MS } from '@lookout/features/ranger/ranger.ts';
import { createSendingOrder, type SendingOrder } from '../sending-order.ts';

export interface StoredPosition {
  readonly owner: string;
  /** Epoch milliseconds by the server's clock as estimated here. */
  readonly at: number;
  readonly lng: number;
  readonly lat: number;
  /** 95 % confidence radius; absent in data of a version that did not store it. */
  readonly accuracyMetres?: number;
}

export interface PositionStore {
  readonly list: (owner: string) => Promise<StoredPosition[]>;
  readonly put: (position: StoredPosition) => Promise<void>;
  readonly remove: (positions: readonly StoredPosition[]) => Promise<void>;
  /** The positions for the map, sent or not; beyond `most` the oldest are dropped. */
  readonly track: (owner: string) => Promise<StoredPosition[]>;
  readonly putTrack: (position: StoredPosition, most: number) => Promise<void>;
}

export interface PositionState {
  /** Number of positions not sent yet. */
  readonly waiting: number;
  /** When the server last accepted a position, epoch milliseconds; null: not since the page was opened. */
  readonly sentAt: number | null;
  /** Why the server did not accept the newest position as this ranger's location, in the page's language; absent: it did. */
  readonly notTaken?: string | undefined;
  /** The interval between two positions, milliseconds. */
  readonly everyMilliseconds: number;
  /** The track of the last hours, oldest first. */
  readonly track: readonly StoredPosition[];
}

interface Room {
  readonly store: PositionStore;
  readonly owner: string;
  /** @returns the interval the server requests; null: the default one. @throws when the server did not accept the positions */
  readonly send: (positions: readonly StoredPosition[]) => Promise<number | null>;
  /** Why the newest position of the last batch was not accepted as the ranger's location; null: it was. */
  readonly notTaken?: () => string | null;
  /** True: the server will never accept these positions; keeping them would block all later ones. */
  readonly isRefusal: (error: unknown) => boolean;
  readonly maySend: () => boolean;
  readonly now: () => number;
  /** The sending order shared with the phone's other queues; absent: a separate order. */
  readonly order?: SendingOrder;
  /** How far `now` is ahead of this phone's clock, milliseconds; entries are ordered by the phone's clock. */
  readonly aheadMilliseconds?: () => number;
}

export interface PositionLog {
  readonly get: () => PositionState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly load: () => Promise<void>;
  readonly add: (position: { readonly lng: number; readonly lat: number; readonly accuracyMetres?: number }) => Promise<void>;
  readonly flush: () => Promise<void>;
}

/** Eight hours at one position every 15 s; beyond that the oldest are dropped. */
export const MOST_STORED = 1_920;
/** A thousand positions are about 150 kB: small enough for a bad connection. */
export const BATCH = 1_000;
const TRACK_MS = 12 * 3_600_000;

export function createPositionLog({ store, owner, send, isRefusal, maySend, now, ...room }: Room): PositionLog {
  const { order = createSendingOrder(), aheadMilliseconds = () => 0 } = room;
  const listeners = new Set<() => void>();
  let stored: StoredPosition[] = [];
  let state: PositionState = { waiting: 0, sentAt: null, everyMilliseconds: POSITION_EVERY_MS, track: [] };

  const set = (next: Partial<PositionState>) => {
    state = { ...state, ...next };
    for (const listener of [...listeners]) listener();
  };
  // Without storage the positions are in memory only; a failed write loses nothing that is in memory.
  const forget = async (gone: readonly StoredPosition[]) => {
    const out = new Set(gone);
    stored = stored.filter((position) => !out.has(position));
    set({ waiting: stored.length });
    await store.remove(gone).catch(() => undefined);
  };
  const writtenAt = ({ at }: StoredPosition) => at - aheadMilliseconds();
  order.join({
    waiting: () => stored.slice(0, 1).map((first) => ({ key: `position ${first.at}`, writtenAt: writtenAt(first) })),
    attempt: async (_, until) => {
      const [first, ...others] = stored;
      if (first === undefined || !maySend()) return false;
      const batch = [first, ...others.filter((position) => writtenAt(position) < until)].slice(0, BATCH);
      try {
        const requestedMs = await send(batch);
        set({ sentAt: now(), everyMilliseconds: requestedMs ?? POSITION_EVERY_MS, notTaken: room.notTaken?.() ?? undefined });
      } catch (error) {
        if (!isRefusal(error)) return false;
      }
      await forget(batch);
      return true;
    },
  });

  const recent = (track: readonly StoredPosition[], at: number) => track.filter((position) => position.at > at - TRACK_MS);

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load: async () => {
      const earlier = (await store.list(owner)).filter((position) => !stored.some(({ at }) => at === position.at));
      stored = [...earlier, ...stored].sort((a, b) => a.at - b.at);
      const track = recent(await store.track(owner), now()).sort((a, b) => a.at - b.at);
      set({ waiting: stored.length, track: [...track, ...state.track] });
    },
    add: async ({ lng, lat, accuracyMetres }) => {
      const position: StoredPosition = { owner, at: now(), lng, lat, ...(accuracyMetres !== undefined && { accuracyMetres }) };
      stored.push(position);
      set({ waiting: stored.length, track: [...recent(state.track, position.at), position] });
      await Promise.allSettled([store.put(position), store.putTrack(position, MOST_STORED)]);
      if (stored.length > MOST_STORED) await forget(stored.slice(0, stored.length - MOST_STORED));
      await order.deliver(`position ${position.at}`);
    },
    flush: order.flush,
  };
}
