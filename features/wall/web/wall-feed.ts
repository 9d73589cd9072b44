// The data of the wall (大屏), requested every second with `since`: a reply without changes is a few bytes. It uses no live connection,
// because live messages contain more than a read token may see (decision 0087). The last reply is stored in the browser, so that a wall
// loaded while the server is unreachable shows it with its time.
import { CallFailed, type Client, deadReasonOf, isDeadSession } from '@lookout/client';
import type { GridNo } from '@lookout/domain';
import type { TextStorage } from '@lookout/web/shared/storage.ts';
import { createStore } from 'zustand/vanilla';
import type { Wall, WallAlarm } from '../wall.ts';

const EVERY_MS = 1_000;
/** Interval of complete requests, for values that change without an event (who is out, areas over time). */
const WHOLE_EVERY_MS = 15_000;
/** Timeout of a request, which is then sent again. */
const PATIENCE_MS = 10_000;
/** Minimum interval between writes to the browser's storage, so that not every alarm causes one. */
const KEEP_EVERY_MS = 30_000;

export interface WallState {
  /** null: no reply was ever received. */
  readonly wall: Wall | null;
  /** When the server last answered, in epoch milliseconds on its clock; null: never. */
  readonly answeredAt: number | null;
  /** Whether the last request got no answer, or none was sent yet. */
  readonly isLost: boolean;
  /** Whether the last reply refused this caller the wall of this grid. */
  readonly isRefused: boolean;
}

export interface WallFeed {
  readonly get: () => WallState;
  readonly subscribe: (listener: (state: WallState, before: WallState) => void) => () => void;
  /** The server's clock, epoch milliseconds. */
  readonly now: () => number;
  readonly stop: () => void;
}

interface Options {
  readonly client: Client;
  readonly gridNo: GridNo | null;
  readonly clock: () => number;
  readonly window: Pick<Window, 'setTimeout' | 'clearTimeout'>;
  /** The storage of the last reply, and its key. */
  readonly lastReply: { readonly storage: TextStorage; readonly name: string };
  /** Called with alarms that arrived while the wall was open, newest first. */
  readonly onNew: (alarms: readonly WallAlarm[]) => void;
  /** Called when the token is no longer valid. @param reason the code of the error catalogue */
  readonly onOver: (reason: string | null) => void;
}

export function startWallFeed({ client, gridNo, clock, window, lastReply, onNew, onOver }: Options): WallFeed {
  const before = readStored(lastReply.storage.getItem(lastReply.name));
  const store = createStore<WallState>(() => ({
    wall: before?.wall ?? null,
    answeredAt: before?.at ?? null,
    isLost: before !== null,
    isRefused: false,
  }));
  let offset = 0;
  let isStopped = false;
  let isFirst = true;
  let last: number | null = null;
  let wholeAt = Number.NEGATIVE_INFINITY;
  let storedAt = Number.NEGATIVE_INFINITY;
  let timer = 0;
  let requesting: AbortController | null = null;

  const take = (wall: Wall, at: number): void => {
    const { wall: shown } = store.getState();
    store.setState({ wall, answeredAt: at, isLost: false, isRefused: false });
    if (!isFirst) {
      const fresh = newAlarms(shown?.alarms ?? [], wall.alarms);
      if (fresh.length > 0) onNew(fresh);
    }
    isFirst = false;
    wholeAt = clock();
    if (clock() - storedAt < KEEP_EVERY_MS) return;
    storedAt = clock();
    keep(lastReply.storage, lastReply.name, { at, wall });
  };

  const ask = async (): Promise<void> => {
    const own = new AbortController();
    requesting = own;
    const impatience = window.setTimeout(() => own.abort(), PATIENCE_MS);
    const since = clock() - wholeAt >= WHOLE_EVERY_MS ? null : last;
    try {
      const answer = await client.wall.wall({ body: { gridNo, since }, occasion: 'background', silent: true, signal: own.signal });
      if (isStopped) return;
      last = answer.last;
      offset = answer.now - clock();
      if (answer.wall === null) store.setState({ answeredAt: answer.now, isLost: false });
      else take(answer.wall, answer.now);
    } catch (error) {
      if (isStopped) return;
      if (isDeadSession(error)) return onOver(deadReasonOf(error));
      // The last data remains, and the wall shows its time.
      store.setState({ isLost: true, isRefused: isRefusal(error) });
    } finally {
      window.clearTimeout(impatience);
    }
    if (!isStopped) timer = window.setTimeout(() => void ask(), EVERY_MS);
  };
  void ask();

  return {
    get: store.getState,
    subscribe: store.subscribe,
    now: () => clock() + offset,
    stop: () => {
      isStopped = true;
      requesting?.abort();
      window.clearTimeout(timer);
    },
  };
}

/** Statuses for a missing right, an unknown grid, and a grid outside the caller's own. */
const REFUSALS: readonly number[] = [403, 404, 422];
const isRefusal = (error: unknown): boolean =>
  error instanceof CallFailed && error.outcome.kind === 'error' && REFUSALS.includes(error.outcome.code);

/**
 * Alarms that are waiting to be judged and were not in the list before. An older alarm that moves up when another is deleted is not new.
 */
export function newAlarms(before: readonly WallAlarm[], now: readonly WallAlarm[]): readonly WallAlarm[] {
  const known = new Set(before.map(({ id }) => id));
  const newest = Math.max(...before.map(({ arrivedAt }) => arrivedAt.getTime()));
  return now.filter(({ id, state, arrivedAt }) => state === 'waiting' && !known.has(id) && arrivedAt.getTime() >= newest);
}

interface StoredReply {
  readonly at: number;
  readonly wall: Wall;
}

function keep(storage: TextStorage, name: string, what: StoredReply): void {
  try {
    storage.setItem(name, JSON.stringify(what));
  } catch {
    // The storage is full. After a reload without a server, the wall then has nothing to show.
    storage.removeItem(name);
  }
}

/** The names of the wall's times end in `At`. */
const reviveTime = (name: string, value: unknown): unknown => (name.endsWith('At') && typeof value === 'string' ? new Date(value) : value);

function readStored(text: string | null): StoredReply | null {
  if (text === null) return null;
  try {
    const kept = JSON.parse(text, reviveTime) as Partial<StoredReply> | null;
    // Data stored by an older build of this page may lack fields that this build needs.
    return kept !== null &&
      typeof kept.at === 'number' &&
      kept.wall?.centre !== undefined &&
      Array.isArray(kept.wall.fires) &&
      Array.isArray(kept.wall.alarms) &&
      kept.wall.sums
      ? { at: kept.at, wall: kept.wall }
      : null;
  } catch {
    return null;
  }
}
