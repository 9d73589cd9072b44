// 待发送: an entry is stored before it is sent, and retried until it is answered; its idempotency key prevents duplicates. Only its own author
// sends it, in the order in which all entries were made (sending-order.ts).
import type { FieldFault } from '@lookout/client';
import type { DraftPhoto, Report } from './report.ts';
import { createSendingOrder, type SendingOrder } from './sending-order.ts';
import type { Later, Verdict } from './verdict.ts';

/** The fields that the queue needs of an entry. */
export interface Sendable {
  /** The entry's Idempotency-Key. */
  readonly key: string;
  readonly owner: string;
  /** Epoch milliseconds by this phone's clock. */
  readonly writtenAt: number;
  readonly photos: readonly DraftPhoto[];
}

export type Stage =
  | { readonly kind: 'waiting'; readonly why: Later | null }
  | { readonly kind: 'refused'; readonly message: string; readonly fields: readonly FieldFault[] }
  | { readonly kind: 'sent'; readonly at: number; readonly id: string; readonly photoCount: number };

export type Entry<R extends Sendable = Report> = R & { readonly stage: Stage };

export interface EntryStore<R extends Sendable = Report> {
  readonly list: (owner: string) => Promise<Entry<R>[]>;
  readonly put: (entry: Entry<R>) => Promise<void>;
  readonly remove: (key: string) => Promise<void>;
}

export interface UploadQueueState<R extends Sendable = Report> {
  readonly loaded: boolean;
  /** Returns the orders, newest first. */
  readonly entries: readonly Entry<R>[];
  readonly sending: ReadonlySet<string>;
}

export type Submitted =
  | { readonly kind: 'sent' }
  /** Stored on this phone; sent automatically. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'refused'; readonly message: string; readonly fields: readonly FieldFault[] }
  /** Neither sent nor stored: only the form has it. */
  | { readonly kind: 'not-kept' };

interface UploadQueueParts<R extends Sendable> {
  readonly store: EntryStore<R>;
  readonly owner: string;
  /** The call's photo field: a fault there means the server no longer has the photos of an earlier attempt. */
  readonly photosField: string;
  /** The sending order shared with the phone's other queues; absent: a separate order. */
  readonly order?: SendingOrder;
  /** Sends photos, then the entry with its key. @returns the server's id */
  readonly send: (entry: R, onUploaded: (photoKey: string, uploadId: string) => void) => Promise<string>;
  readonly judge: (error: unknown) => Verdict;
  /** True when the owner is logged in and the browser is online. */
  readonly maySend: () => boolean;
  readonly now: () => number;
  /** How long "sending" is shown before the report continues in the background. */
  readonly patience: () => Promise<void>;
}

export interface UploadQueue<R extends Sendable = Report> {
  readonly get: () => UploadQueueState<R>;
  readonly subscribe: (listener: () => void) => () => void;
  readonly load: () => Promise<void>;
  readonly submit: (entry: R) => Promise<Submitted>;
  /** Sends all entries of the queue's order, oldest first; stops at the first entry without an answer. */
  readonly flush: () => Promise<void>;
  /** Requested by the user; retries a refused entry too. */
  readonly retry: (key: string) => Promise<void>;
  readonly discard: (key: string) => Promise<void>;
}

/** How many sent entries 本机已上报 lists. */
export const MOST_SENT_ENTRIES = 30;

export function createUploadQueue<R extends Sendable = Report>(room: UploadQueueParts<R>): UploadQueue<R> {
  const { store, owner, order = createSendingOrder() } = room;
  const listeners = new Set<() => void>();
  let state: UploadQueueState<R> = { loaded: false, entries: [], sending: new Set() };

  const set = (next: Partial<UploadQueueState<R>>) => {
    state = { ...state, ...next };
    for (const listener of [...listeners]) listener();
  };
  const find = (key: string) => state.entries.find((entry) => entry.key === key);
  const show = (entry: Entry<R>) => set({ entries: newestFirst([...state.entries.filter(({ key }) => key !== entry.key), entry]) });
  const hide = (key: string) => set({ entries: state.entries.filter((entry) => entry.key !== key) });
  const keep = async (entry: Entry<R>) => {
    show(entry);
    await store.put(entry);
  };
  const forget = async (key: string) => {
    hide(key);
    await store.remove(key);
  };
  const mark = (key: string, busy: boolean) => {
    const sending = new Set(state.sending);
    if (busy) sending.add(key);
    else sending.delete(key);
    set({ sending });
  };

  const trySending = async (entry: Entry<R>): Promise<Stage> => {
    let latest = entry;
    const writes: Promise<void>[] = [];
    const uploaded = (photoKey: string, uploadId: string) => {
      latest = { ...latest, photos: latest.photos.map((photo) => (photo.key === photoKey ? { ...photo, uploadId } : photo)) };
      writes.push(keep(latest));
    };
    const settle = async (stage: Stage) => {
      // Sent photos are deleted, because the phone's storage is small.
      writes.push(keep(stage.kind === 'sent' ? { ...latest, photos: [], stage } : { ...latest, stage }));
      // A failed write costs at most one more attempt with the same key.
      await Promise.allSettled(writes);
      return stage;
    };
    const once = async (): Promise<Stage> => {
      try {
        const id = await room.send(latest, uploaded);
        return { kind: 'sent', at: room.now(), id, photoCount: latest.photos.length };
      } catch (error) {
        const verdict = room.judge(error);
        return verdict.kind === 'later' ? { kind: 'waiting', why: verdict.why } : verdict;
      }
    };
    const hadUploads = latest.photos.some(({ uploadId }) => uploadId !== null);
    const first = await once();
    if (!(hadUploads && first.kind === 'refused' && first.fields.some(({ path }) => path.startsWith(room.photosField))))
      return settle(first);
    // The server no longer has the photos of an earlier attempt; they are uploaded again.
    latest = { ...latest, photos: latest.photos.map((photo) => ({ ...photo, uploadId: null })) };
    return settle(await once());
  };

  /** Makes one attempt at a time per entry; null: one is already in flight, or there is nothing to send. */
  const attempt = async (key: string): Promise<Stage | null> => {
    const entry = find(key);
    if (entry === undefined || entry.stage.kind === 'sent' || state.sending.has(key) || !room.maySend()) return null;
    mark(key, true);
    try {
      const stage = await trySending(entry);
      if (stage.kind === 'sent') await trim();
      return stage;
    } finally {
      mark(key, false);
    }
  };

  const trim = async () => {
    const sent = state.entries.filter(({ stage }) => stage.kind === 'sent');
    for (const { key } of sent.slice(MOST_SENT_ENTRIES)) await forget(key);
  };

  order.join({
    waiting: () => state.entries.filter(({ stage }) => stage.kind === 'waiting'),
    attempt: async ({ key }) => {
      const stage = await attempt(key);
      return stage !== null && stage.kind !== 'waiting';
    },
  });
  /** Attempts the entry after all earlier ones. */
  const attemptInOrder = async (key: string): Promise<Stage | null> => {
    await order.deliver(key);
    return find(key)?.stage ?? null;
  };

  const submit = async (report: R): Promise<Submitted> => {
    const entry: Entry<R> = { ...report, stage: { kind: 'waiting', why: null } };
    let isStored = true;
    try {
      await keep(entry);
    } catch {
      // A full or closed storage must not block a fire report. It is sent anyway, and stays in the form if that fails.
      isStored = false;
    }
    const trying = attemptInOrder(report.key);
    const stage = isStored ? await Promise.race([trying, room.patience().then(() => 'patience' as const)]) : await trying;
    if (stage === 'patience') return { kind: 'waiting' };
    if (stage?.kind === 'sent') return { kind: 'sent' };
    if (stage?.kind === 'refused') {
      await forget(report.key);
      return stage;
    }
    if (isStored) return { kind: 'waiting' };
    hide(report.key);
    return { kind: 'not-kept' };
  };

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load: async () => {
      const entries = (await store.list(owner)).filter((entry) => entry.owner === owner);
      const here = new Set(state.entries.map(({ key }) => key));
      set({ loaded: true, entries: newestFirst([...state.entries, ...entries.filter(({ key }) => !here.has(key))]) });
    },
    submit,
    flush: order.flush,
    retry: async (key) => {
      await attempt(key);
      await order.flush();
    },
    discard: forget,
  };
}

const newestFirst = <E extends Sendable>(entries: readonly E[]): E[] => [...entries].sort((a, b) => b.writtenAt - a.writtenAt);
