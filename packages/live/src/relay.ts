// An entry of the log as published: its topics and its payload, encoded once for all receivers.

import type { EventKind, GridNo } from '@lookout/domain';
import type { Log } from './calm-log.ts';
import { type EncodedMessage, INTERNAL, type NumberedMessage } from './log-message.ts';
import type { Transport } from './transport.ts';

/** Data of an internal entry. */
export interface InternalMessage {
  readonly event: EventKind;
  readonly objectId: string;
}

class LazilyEncoded implements EncodedMessage {
  readonly message: NumberedMessage;
  readonly topics: readonly string[];
  #encoded: Uint8Array | null = null;
  constructor(message: NumberedMessage, topics: readonly string[]) {
    this.message = message;
    this.topics = topics;
  }
  get payload(): Uint8Array {
    this.#encoded ??= encode(this.message);
    return this.#encoded;
  }
}

type TopicsOf = (kind: string, gridNo: GridNo) => readonly string[];

const MOST_KNOWN = 10_000;

/** Caches the topics, because a burst of messages concerns few grids. */
function cachedTopics(topicsOf: TopicsOf): TopicsOf {
  const topicsOfGrid = new Map<string, readonly string[]>();
  return (kind, gridNo) => {
    if (kind === INTERNAL) return [];
    const name = kind + gridNo;
    const known = topicsOfGrid.get(name);
    if (known !== undefined) return known;
    if (topicsOfGrid.size >= MOST_KNOWN) topicsOfGrid.clear();
    const topics = topicsOf(kind, gridNo);
    topicsOfGrid.set(name, topics);
    return topics;
  };
}

const encode = ({ seq, at, kind, gridNo, requestId, data }: NumberedMessage): Uint8Array =>
  Buffer.from(JSON.stringify({ seq, at, kind, gridNo, requestId, data }));

// Event log → broker: publishes every event of the log once, in the order of `seq`, whichever server committed it. `wake` is only a hint
// that may come late, twice or never; completeness rests on the log and the head check.

export interface RelayTimers {
  /** @returns the stop. */
  every(ms: number, run: () => void): () => void;
  /** Yields to the event loop during a long run of deliveries. */
  breathe(): Promise<void>;
  /** Milliseconds of a monotonic clock. */
  now(): number;
}

export const SYSTEM_TIMERS: RelayTimers = {
  every(ms, run) {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
  breathe: () => new Promise((resolve) => setImmediate(resolve)),
  now: () => performance.now(),
};

export interface RelayOptions {
  /** Events with a greater `seq`, ascending, at most `limit`. */
  readAfter(seq: number, limit: number): Promise<readonly NumberedMessage[]>;
  /** Did `readAfter` fail because the entries after `seq` have been deleted from the log? */
  beginsLater?(error: unknown): boolean;
  /** Events were missed permanently: the relay continues from the head, `seq`. Listeners must reload what they have read before. */
  startedAnew?(seq: number): void;
  /** The newest `seq` of the log, 0 when it is empty. */
  head(): Promise<number>;
  readonly transport: Transport;
  /** The topics on which a message of this kind for an object in a grid is published. */
  topicsOf(kind: string, gridNo: GridNo): readonly string[];
  /** Called once for each event, in order: publishes it on this server's broker. */
  deliver(encoded: EncodedMessage): void;
  /**
   * Called for each event as soon as this server knows of it: for its own before `wake` returns, for another server's on arrival, for any
   * other when it is read from the log. In no particular order, and possibly twice.
   */
  received?(message: NumberedMessage): void;
  /** Publishes a message without a number on this server's broker. */
  deliverDirect(topics: readonly string[], payload: Uint8Array): void;
  /** Called for a message that another server sent to the servers only. @param from that server's id */
  onServerMessage?(from: string, payload: Uint8Array): void;
  readonly log: Log;
  readonly timers?: RelayTimers;
}

export interface Relay {
  /**
   * To be called after a commit.
   * @param events events that this server has just committed; consecutive ones are delivered without reading the database.
   *   Only events passed here are forwarded to other servers and programs.
   */
  wake(events?: readonly NumberedMessage[]): void;
  /**
   * States numbers that this server has committed and will soon pass to `wake`: the thousands of events of a file, which are queued
   * until the file is complete. Until then they are not read from the log.
   * @param deliverNow called when later events wait for them
   */
  expect(first: number, last: number, deliverNow: () => void): void;
  /** Publishes a message without a number to this server's clients, other servers and other programs. */
  publishDirect(topics: readonly string[], payload: string | Uint8Array): void;
  /** Sends a message to the other servers only; it may be lost. */
  sendToServers(payload: Uint8Array): void;
  /** The `seq` last delivered. */
  last(): number;
  /** Every event committed before this time (by `timers.now`) has been received. It is about a second ago while the log is readable. */
  receivedUntil(): number;
  stop(): Promise<void>;
}

const PAGE = 500;
const HEAD_CHECK_MS = 1_000;
/** Longest time for which deliveries may block the event loop. */
const SLICE_MS = 5;
/** Most events that are queued behind a gap; further ones are dropped and read from the database later. */
const MOST_HELD = 10_000;
/** Expected events that are not passed to `wake` within this time are read from the database. */
const EXPECTED_WITHIN_MS = 5_000;

interface Held {
  readonly message: NumberedMessage;
  /** Committed by this server: forwarded to the others when delivered. */
  readonly isOwn: boolean;
}

interface Expected {
  readonly first: number;
  readonly last: number;
  deliverNow(): void;
}

/** Starts at the log's current head; earlier events are replayed by `since`. Rejects when the head cannot be read. */
export async function createRelay(options: RelayOptions): Promise<Relay> {
  const { transport, log } = options;
  const timers = options.timers ?? SYSTEM_TIMERS;
  const topicsOf = cachedTopics((kind, gridNo) => options.topicsOf(kind, gridNo));
  const encodedOf = (message: NumberedMessage): EncodedMessage => new LazilyEncoded(message, topicsOf(message.kind, message.gridNo));
  let receivedUntil = timers.now();
  let last = await options.head();
  /** A head whose events were not all delivered when it was read, and the time of that read. */
  let awaitedHead: { readonly seq: number; readonly at: number } | null = null;
  /** Events received but not yet delivered, by seq. */
  const held = new Map<number, Held>();
  let mustRead = false;
  let isStopped = false;
  let pumping: Promise<void> | null = null;
  let sliceBegan = 0;

  let expected: Expected[] = [];
  let lastOwnWakeAt = Number.NEGATIVE_INFINITY;
  /** The expected range that contains the next event; null when the event is queued here, or must be read from the log. */
  const awaited = (): Expected | null => {
    if (expected.length === 0 || held.has(last + 1)) return null;
    const isRetained = timers.now() - lastOwnWakeAt < EXPECTED_WITHIN_MS;
    expected = expected.filter((run) => isRetained && run.last > last);
    return expected.find((run) => run.first <= last + 1) ?? null;
  };

  const attempt = (message: NumberedMessage, work: () => void): void => {
    try {
      work();
    } catch (error) {
      // One event that fails must not block the following ones; clients get it by `since`.
      log.error({ err: error, seq: message.seq }, 'an event could not be delivered');
    }
  };
  const receive = (message: NumberedMessage): void => attempt(message, () => options.received?.(message));
  const noteHead = (): void => {
    if (awaitedHead === null || last < awaitedHead.seq) return;
    receivedUntil = awaitedHead.at;
    awaitedHead = null;
  };

  const hold = (event: NumberedMessage, isOwn: boolean): void => {
    if (event.seq > last) {
      if (!held.has(event.seq)) receive(event);
      if (isOwn || !held.has(event.seq)) held.set(event.seq, { message: event, isOwn });
    } else if (isOwn) transport.forward(encodedOf(event)); // the head check was faster than this server's wake
  };

  const deliver = ({ message, isOwn }: Held): void => {
    last = message.seq;
    if (!held.delete(message.seq)) receive(message);
    const encoded = encodedOf(message);
    attempt(message, () => options.deliver(encoded));
    if (isOwn) transport.forward(encoded);
    noteHead();
  };

  const yieldToEventLoop = async (): Promise<void> => {
    await timers.breathe();
    sliceBegan = timers.now();
  };
  const isSliceOver = (): boolean => timers.now() - sliceBegan >= SLICE_MS;

  /** Delivers consecutive queued events without reading the database, and for the first slice without yielding. */
  const deliverHeld = async (): Promise<void> => {
    for (let next = held.get(last + 1); next !== undefined && !isStopped; next = held.get(last + 1)) {
      deliver(next);
      if (isSliceOver()) await yieldToEventLoop();
    }
  };

  /** Reads one page after `last` and delivers it. The log is authoritative: a number it skips will never come. */
  const readOn = async (): Promise<void> => {
    mustRead = false;
    const heldBefore = [...held.keys()];
    const events = await options.readAfter(last, PAGE);
    for (const event of events) {
      if (isStopped) return;
      if (event.seq <= last) continue;
      if (event.seq !== last + 1) log.warn({ after: last, next: event.seq }, 'the event log has a hole');
      deliver(held.get(event.seq) ?? { message: event, isOwn: false });
      if (isSliceOver()) await yieldToEventLoop();
    }
    if (events.length >= PAGE) mustRead = true;
    // Received before the read, yet not in the log: no such event exists.
    else for (const seq of heldBefore) held.delete(seq);
  };

  /** Restarts at the head when this server slept longer than the log's retention. */
  const startAnew = async (): Promise<void> => {
    const at = timers.now();
    const head = await options.head();
    log.error({ after: last, head }, 'events have left the log before this server read them: it begins anew');
    last = Math.max(last, head);
    for (const seq of [...held.keys()]) if (seq <= last) held.delete(seq);
    awaitedHead = null;
    options.startedAnew?.(last);
    receivedUntil = at;
  };

  const readOrStartAnew = async (): Promise<void> => {
    try {
      await readOn();
    } catch (error) {
      if (!options.beginsLater?.(error)) throw error;
      await startAnew();
    }
  };

  const pump = async (): Promise<void> => {
    sliceBegan = timers.now();
    await deliverHeld();
    while (!isStopped && (mustRead || held.size > 0)) {
      const run = awaited();
      if (run !== null) return run.deliverNow();
      await readOrStartAnew();
      await deliverHeld();
    }
  };

  /** Runs one pump at a time; a wake during a run is handled by it, or starts the next. */
  const run = (): void => {
    if (pumping !== null || isStopped) return;
    pumping = pump().then(
      () => {
        pumping = null;
        if ((mustRead || held.size > 0) && awaited() === null) run();
      },
      (error: unknown) => {
        pumping = null;
        mustRead = true;
        log.error({ err: error, after: last }, 'the event log could not be read; the next head check tries again');
      },
    );
  };

  let isChecking = false;
  let isHeadUnreadable = false;
  const checkHead = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    const at = timers.now();
    try {
      const head = await options.head();
      isHeadUnreadable = false;
      // In a burst the head advances faster than deliveries: wait for the one read first.
      awaitedHead ??= { seq: head, at };
      noteHead();
      if (head > last && pumping === null && awaited() === null) {
        mustRead = true;
        run();
      }
    } catch (error) {
      // Logged once for each outage.
      if (!isHeadUnreadable) log.error({ err: error }, 'the head of the event log cannot be read');
      isHeadUnreadable = true;
    } finally {
      isChecking = false;
    }
  };
  const stopChecking = timers.every(HEAD_CHECK_MS, () => void checkHead());

  const stopTransport = transport.start({
    onEvents(events) {
      for (const event of events) {
        if (held.size < MOST_HELD) hold(event, false);
        else mustRead = true;
      }
      if (held.size > 0) run();
    },
    onDirect: options.deliverDirect,
    onServerMessage: (from, payload) => options.onServerMessage?.(from, payload),
  });

  return {
    wake(events) {
      if (events === undefined) mustRead = true;
      else {
        lastOwnWakeAt = timers.now();
        for (const event of events) hold(event, true);
      }
      if (mustRead || held.size > 0) run();
    },
    expect(first, last, deliverNow) {
      lastOwnWakeAt = timers.now();
      expected.push({ first, last, deliverNow });
    },
    publishDirect(topics, payload) {
      const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
      options.deliverDirect(topics, bytes);
      transport.direct(topics, bytes);
    },
    sendToServers: (payload) => transport.sendToServers(payload),
    last: () => last,
    receivedUntil: () => receivedUntil,
    async stop() {
      if (isStopped) return;
      isStopped = true;
      stopChecking();
      await pumping;
      await stopTransport();
    },
  };
}
