// A number of the log as it goes out: its topics and its payload, encoded once for all of them.
import { type EventTopic, topicsOf } from '@lookout/contract';
import type { EventKind, GridNo } from '@lookout/domain';
import type { Log } from './broker.ts';
import type { Transport } from './transport.ts';

/** A number that tells the desks nothing: only servers hear of it, for what they keep in memory. */
export const INTERNAL = 'internal';

/** What an internal number says. */
export interface InternalNews {
  readonly event: EventKind;
  readonly objectId: string;
}

/** One number of the log: a live message, or internal news. `seq` is global, without gaps, in the order of the commits. */
export interface NumberedMessage {
  readonly seq: number;
  readonly kind: EventTopic | typeof INTERNAL;
  readonly gridNo: GridNo;
  /** ISO 8601. */
  readonly at: string;
  /** Of the call that did it; absent: no call. */
  readonly requestId?: string | undefined;
  /** Of a live message as the contract has it on the wire; of internal news `InternalNews`. */
  readonly data: unknown;
}

export interface Announcement {
  readonly message: NumberedMessage;
  readonly topics: readonly string[];
  /** JSON of `{ seq, at, kind, gridNo, requestId, data }`, UTF-8; made when the first asks for it: of a file's thousands most are heard by nobody. */
  readonly payload: Uint8Array;
}

export const announcementOf = (message: NumberedMessage): Announcement => new Announced(message);

class Announced implements Announcement {
  readonly message: NumberedMessage;
  readonly topics: readonly string[];
  #encoded: Uint8Array | null = null;
  constructor(message: NumberedMessage) {
    this.message = message;
    this.topics = knownTopicsOf(message);
  }
  get payload(): Uint8Array {
    this.#encoded ??= encode(this.message);
    return this.#encoded;
  }
}

/** A flood tells of few grids again and again. */
const topicsOfGrid = new Map<string, readonly string[]>();
const MOST_KNOWN = 10_000;

function knownTopicsOf({ kind, gridNo }: NumberedMessage): readonly string[] {
  if (kind === INTERNAL) return [];
  const name = kind + gridNo;
  const known = topicsOfGrid.get(name);
  if (known !== undefined) return known;
  if (topicsOfGrid.size >= MOST_KNOWN) topicsOfGrid.clear();
  const topics = topicsOf(kind, gridNo);
  topicsOfGrid.set(name, topics);
  return topics;
}

const encode = ({ seq, at, kind, gridNo, requestId, data }: NumberedMessage): Uint8Array =>
  Buffer.from(JSON.stringify({ seq, at, kind, gridNo, requestId, data }));

// event log → live: every event of the log, once, in the order of `seq`, whoever committed it.
// Waking is only a hint and may come late, twice, or never; what holds is the log and the head check.

export interface RelayTimers {
  /** @returns the stop. */
  every(ms: number, run: () => void): () => void;
  /** Lets the event loop read its input before a long run of deliveries goes on. */
  breathe(): Promise<void>;
  /** Milliseconds of a clock that never goes back. */
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
  /** The newest `seq` of the log, 0 when it is empty. */
  head(): Promise<number>;
  readonly transport: Transport;
  /** Called once for each event, in order: hands it to this server's own broker. */
  deliver(announcement: Announcement): void;
  /**
   * Called for each event as soon as this server knows of it: of its own before `wake` returns, of one that another server told at once, of one
   * that nobody told when it is read. So in no certain order, and perhaps twice.
   */
  heard?(message: NumberedMessage): void;
  /** Hands a message without a number to this server's own broker. */
  deliverDirect(topic: string, payload: Uint8Array): void;
  readonly log: Log;
  readonly timers?: RelayTimers;
}

export interface Relay {
  /**
   * To be called after a commit.
   * @param events what this server has just committed; those that follow on are delivered without reading the database.
   *   Only events given here are told to other servers and programs at once.
   */
  wake(events?: readonly NumberedMessage[]): void;
  /**
   * Numbers that this server has committed and will soon give to `wake`: a file's thousands, which wait for the rest of their file.
   * Until then the log is not read for them.
   * @param hurry called when something behind them waits
   */
  expect(first: number, last: number, hurry: () => void): void;
  /** A message without a number: to our own clients, to other servers, to other programs. */
  publishDirect(topic: string, payload: string | Uint8Array): void;
  /** The `seq` last delivered. */
  last(): number;
  /** Every event that was committed before this moment (by `timers.now`) has been heard. While the log can be read it is about a second ago. */
  heardUntil(): number;
  stop(): Promise<void>;
}

const PAGE = 500;
const HEAD_CHECK_MS = 1_000;
/** How long deliveries may keep the event loop to themselves. */
const SLICE_MS = 5;
/** Events heard ahead of a gap; beyond it they are forgotten and read from the database when they are due. */
const MOST_HELD = 10_000;
/** When this server has committed events that it does not tell for so long, they are read from the database. */
const PROMISE_MS = 5_000;

interface Held {
  readonly message: NumberedMessage;
  /** Committed by this server: to be told to the others when it is due. */
  readonly isOwn: boolean;
}

interface Promised {
  readonly first: number;
  readonly last: number;
  hurry(): void;
}

/** Starts at the log's present head: what was before is for `since`. Rejects when the head cannot be read. */
export async function createRelay(options: RelayOptions): Promise<Relay> {
  const { transport, log } = options;
  const timers = options.timers ?? SYSTEM_TIMERS;
  let heardUntil = timers.now();
  let last = await options.head();
  /** The newest head that was read while not all before it was delivered, and when. */
  let awaitedHead: { readonly seq: number; readonly at: number } | null = null;
  /** Events known but not delivered yet, by seq. */
  const held = new Map<number, Held>();
  let mustRead = false;
  let isStopped = false;
  let pumping: Promise<void> | null = null;
  let sliceBegan = 0;

  let promised: Promised[] = [];
  let heardOurselvesAt = Number.NEGATIVE_INFINITY;
  /** The promise that the next event is of; null when it is here, or only the log has it. */
  const awaited = (): Promised | null => {
    if (promised.length === 0 || held.has(last + 1)) return null;
    const isKept = timers.now() - heardOurselvesAt < PROMISE_MS;
    promised = promised.filter((run) => isKept && run.last > last);
    return promised.find((run) => run.first <= last + 1) ?? null;
  };

  const attempt = (message: NumberedMessage, work: () => void): void => {
    try {
      work();
    } catch (error) {
      // One event that cannot be delivered must not hold up all that follow; clients find it by `since`.
      log.error({ err: error, seq: message.seq }, 'an event could not be delivered');
    }
  };
  const hear = (message: NumberedMessage): void => attempt(message, () => options.heard?.(message));
  const noteHead = (): void => {
    if (awaitedHead === null || last < awaitedHead.seq) return;
    heardUntil = awaitedHead.at;
    awaitedHead = null;
  };

  const hold = (event: NumberedMessage, isOwn: boolean): void => {
    if (event.seq > last) {
      if (!held.has(event.seq)) hear(event);
      if (isOwn || !held.has(event.seq)) held.set(event.seq, { message: event, isOwn });
    } else if (isOwn) transport.announce(announcementOf(event)); // the head check was quicker than its own server's wake
  };

  const deliver = ({ message, isOwn }: Held): void => {
    last = message.seq;
    if (!held.delete(message.seq)) hear(message);
    const announcement = announcementOf(message);
    attempt(message, () => options.deliver(announcement));
    if (isOwn) transport.announce(announcement);
    noteHead();
  };

  const breatheWhenDue = async (): Promise<void> => {
    await timers.breathe();
    sliceBegan = timers.now();
  };
  const isSliceOver = (): boolean => timers.now() - sliceBegan >= SLICE_MS;

  /** Delivers what follows on in memory: no database, and for the first slice not even a tick of the event loop. */
  const deliverHeld = async (): Promise<void> => {
    for (let next = held.get(last + 1); next !== undefined && !isStopped; next = held.get(last + 1)) {
      deliver(next);
      if (isSliceOver()) await breatheWhenDue();
    }
  };

  /** Reads one page after `last` and delivers it. The log is the truth: a number it skips will never come. */
  const readOn = async (): Promise<void> => {
    mustRead = false;
    const heldBefore = [...held.keys()];
    const events = await options.readAfter(last, PAGE);
    for (const event of events) {
      if (isStopped) return;
      if (event.seq <= last) continue;
      if (event.seq !== last + 1) log.warn({ after: last, next: event.seq }, 'the event log has a hole');
      deliver(held.get(event.seq) ?? { message: event, isOwn: false });
      if (isSliceOver()) await breatheWhenDue();
    }
    if (events.length >= PAGE) mustRead = true;
    // Heard of before the read, yet not in the log: there is no such event.
    else for (const seq of heldBefore) held.delete(seq);
  };

  const pump = async (): Promise<void> => {
    sliceBegan = timers.now();
    await deliverHeld();
    while (!isStopped && (mustRead || held.size > 0)) {
      const run = awaited();
      if (run !== null) return run.hurry();
      await readOn();
      await deliverHeld();
    }
  };

  /** One pump at a time; a wake that comes meanwhile is seen by it, or begins the next. */
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
      // In a flood the head runs on ahead: the one that was read first is what is waited for.
      awaitedHead ??= { seq: head, at };
      noteHead();
      if (head > last && pumping === null && awaited() === null) {
        mustRead = true;
        run();
      }
    } catch (error) {
      // Once for each outage, not once a second.
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
  });

  return {
    wake(events) {
      if (events === undefined) mustRead = true;
      else {
        heardOurselvesAt = timers.now();
        for (const event of events) hold(event, true);
      }
      if (mustRead || held.size > 0) run();
    },
    expect(first, last, hurry) {
      heardOurselvesAt = timers.now();
      promised.push({ first, last, hurry });
    },
    publishDirect(topic, payload) {
      const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
      options.deliverDirect(topic, bytes);
      transport.direct(topic, bytes);
    },
    last: () => last,
    heardUntil: () => heardUntil,
    async stop() {
      if (isStopped) return;
      isStopped = true;
      stopChecking();
      await pumping;
      await stopTransport();
    },
  };
}
