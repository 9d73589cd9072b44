// The live subscriber: keeps one connection to the broker, detects its loss, and after every (re)connect and every 30 s polls the event log
// for missed events. Live messages (qos 0) are only a hint; the log is authoritative.
import type { LiveUpdate } from '@lookout/features/live-messages.ts';
import { readLive } from '@lookout/features/live-messages.ts';
import { isDeadSession, isLogGone } from '../client.ts';

export type LiveState = 'connecting' | 'online' | 'lost';

/** One page of `GET /fire/api/event`. */
export interface EventPage {
  readonly last: number;
  readonly next: number;
  readonly more: boolean;
  readonly events: readonly { readonly seq: number; readonly payload: unknown }[];
}

/** After a gap: the number of missed events read from the log, and the time of the gap (epoch milliseconds). */
export interface CaughtUp {
  readonly count: number;
  readonly from: number;
  readonly to: number;
}

export interface LiveTimers {
  readonly setTimeout: (run: () => void, ms: number) => unknown;
  readonly clearTimeout: (handle: never) => void;
}

export interface LiveSettings {
  readonly connect: Transport;
  /** The seq that the first load includes. */
  readonly since: number;
  readonly fetchEvents: (since: number) => Promise<EventPage>;
  /** In seq order, without duplicates. `replayed`: from the log, not live. */
  readonly onUpdates: (updates: readonly LiveUpdate[], source: 'live' | 'replayed') => void;
  /** A message that does not match the contract: the server is newer than this page, or another program publishes on these topics. */
  readonly onUnreadable?: () => void;
  readonly onState: (state: LiveState) => void;
  readonly onCaughtUp?: (report: CaughtUp) => void;
  /** The log was read: everything up to this seq is known. */
  readonly onConfirmed?: (seq: number) => void;
  /**
   * The log does not continue from what was already read. Either it ends before that, because the server was restored to an earlier state,
   * or it begins later (410), because this subscriber was away for longer than events are stored. Everything shown is unreliable and this
   * subscriber has stopped: reload everything and start a new subscriber, which begins at the end of the log.
   */
  readonly onRewound: () => void;
  /** The session is no longer valid: the subscriber has stopped. */
  readonly onDeadSession: () => void;
  readonly clock: () => number;
  readonly random: () => number;
  readonly timers: LiveTimers;
}

export interface Live {
  readonly stop: () => void;
  /** Reconnects at once instead of waiting for the back-off (the browser reports that the network is back). */
  readonly retryNow: () => void;
}

/** Interval of polling the log while connected. */
export const CHECK_EVERY_MS = 30_000;
/** Longest hold of live messages during a replay: an unreadable log must not delay an alarm. */
export const HOLD_MS = 2_000;
const BACK_OFF_MS = [300, 1_000, 2_000, 4_000, 8_000] as const;

/** Starts the subscriber at once. */
export function createLive(settings: LiveSettings): Live {
  const { timers, clock } = settings;
  const merge = createMerge<LiveUpdate>(settings.since);
  let state: LiveState = 'connecting';
  let connection: Connection | null = null;
  let failures = 0;
  let lostAt: number | null = null;
  // Start of a gap that has not been replayed yet.
  let unreported: number | null = null;
  /** Events read from the log since the connection was lost. */
  let missed = 0;
  let stopped = false;
  const running = new Map<'retry' | 'check' | 'hold', unknown>();

  const cancel = (name: 'retry' | 'check' | 'hold') => {
    if (running.has(name)) timers.clearTimeout(running.get(name) as never);
    running.delete(name);
  };
  const after = (name: 'retry' | 'check' | 'hold', ms: number, run: () => void) => {
    cancel(name);
    const fire = () => {
      running.delete(name);
      if (!stopped) run();
    };
    running.set(name, timers.setTimeout(fire, ms));
  };
  const enter = (next: LiveState) => {
    if (state === next) return;
    state = next;
    settings.onState(next);
  };
  const deliver = (updates: readonly LiveUpdate[], source: 'live' | 'replayed') => {
    if (updates.length > 0 && !stopped) settings.onUpdates(updates, source);
  };

  const read = (value: unknown): LiveUpdate[] => {
    const update = readLive(value);
    if (update === null) settings.onUnreadable?.();
    return update === null ? [] : [update];
  };

  const stop = () => {
    stopped = true;
    for (const name of [...running.keys()]) cancel(name);
    connection?.close();
    connection = null;
  };
  const endSession = () => {
    if (stopped) return;
    stop();
    settings.onDeadSession();
  };

  const loseThread = () => {
    if (stopped) return;
    stop();
    settings.onRewound();
  };

  const open = () => {
    cancel('retry');
    let mine = true;
    connection = settings.connect({
      onOpen: () => {
        if (!mine || stopped) return;
        failures = 0;
        enter('online');
        merge.hold();
        after('hold', HOLD_MS, () => deliver(merge.release(), 'live'));
        catchUp(lostAt);
        lostAt = null;
      },
      onClose: (reason, silentMs = 0) => {
        if (!mine || stopped) return;
        mine = false;
        connection = null;
        if (reason === 'refused') return endSession();
        // A silent connection was lost at its last packet, not when the loss was noticed.
        lostAt ??= clock() - silentMs;
        deliver(merge.release(), 'live');
        cancel('hold');
        enter('lost');
        const base = BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length - 1)] ?? 8_000;
        failures++;
        // Jitter, so that two hundred desks do not reconnect at the same time.
        after('retry', base * (0.75 + settings.random() / 2), open);
        // While disconnected, the log is polled by HTTP at the same rate: alarms still arrive (a proxy may block WebSockets), and an
        // invalid session is detected.
        if (failures > 1) catchUp(null);
      },
      onMessage: (_topic, payload) => {
        if (!mine || stopped) return;
        for (const update of read(parse(payload))) deliver(merge.live(update), 'live');
      },
    });
  };

  let isReading = false;
  let readAgain: { gapFrom: number | null } | null = null;
  /** @param gapFrom when the connection was lost, null for the regular check */
  const catchUp = (gapFrom: number | null) => {
    if (isReading) {
      readAgain = { gapFrom: readAgain?.gapFrom ?? gapFrom };
      return;
    }
    isReading = true;
    void readLog(gapFrom).finally(() => {
      isReading = false;
      if (stopped) return;
      after('check', CHECK_EVERY_MS, () => catchUp(null));
      const again = readAgain;
      readAgain = null;
      if (again) catchUp(again.gapFrom);
    });
  };

  const readLog = async (gapFrom: number | null): Promise<void> => {
    try {
      for (let more = true; more && !stopped; ) {
        const since = merge.confirmed();
        const page = await settings.fetchEvents(since);
        if (stopped) return;
        if (page.last < since) return loseThread();
        const fresh = merge.replay(
          page.events.flatMap(({ payload }) => read(payload)),
          page.next,
        );
        if (gapFrom !== null || unreported !== null || lostAt !== null) missed += fresh.length;
        deliver(fresh, 'replayed');
        // A log that reports "more" without advancing would be polled for ever.
        more = page.more && merge.confirmed() > since;
      }
      settings.onConfirmed?.(merge.confirmed());
      const from = gapFrom ?? unreported;
      if (from === null || state !== 'online') return;
      settings.onCaughtUp?.({ count: missed, from, to: clock() });
      unreported = null;
      missed = 0;
    } catch (error) {
      if (isDeadSession(error)) return endSession();
      if (isLogGone(error)) return loseThread();
      // No reply: the connection state is already shown. The gap stays open and is replayed at the next check.
      unreported ??= gapFrom;
    } finally {
      // If the connection came back during this read, the next read covers the gap, and live messages wait for it.
      if (readAgain === null) {
        cancel('hold');
        deliver(merge.release(), 'live');
      }
    }
  };

  open();
  return {
    stop,
    retryNow: () => {
      if (!stopped && running.has('retry')) open();
    },
  };
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    // The text is not JSON; the decoder rejects it.
    return null;
  }
}

// Merges live messages and those read from the event log into one stream: in seq order, without duplicates.

interface Sequenced {
  readonly seq?: number;
}

interface Merge<M extends Sequenced> {
  /** Everything up to this seq was read from the log or was included in the first load. */
  readonly confirmed: () => number;
  /** Holds messages until `release`, while a gap is being replayed. */
  readonly hold: () => void;
  /** @returns what may be shown now, in order; nothing while holding */
  readonly live: (message: M) => readonly M[];
  /** Takes one page of the log that reaches up to `next`. @returns those not seen before, in order; they pass a hold. */
  readonly replay: (messages: readonly M[], next: number) => readonly M[];
  /** Ends a hold. @returns the held messages, in order, without those already replayed */
  readonly release: () => readonly M[];
}

/**
 * A gap in seq does not mean a missed message, because most events belong to other grids: only the log can tell. So `confirmed` advances by
 * the log alone, and live messages above it are remembered by number until the log has passed them.
 * @param start the seq that the first load includes
 */
function createMerge<M extends Sequenced>(start: number): Merge<M> {
  let confirmed = start;
  const seen = new Set<number>();
  let waiting: M[] | null = null;

  const isNew = (m: M): boolean => m.seq === undefined || (m.seq > confirmed && !seen.has(m.seq));
  const mark = (m: M) => {
    if (m.seq !== undefined) seen.add(m.seq);
  };
  const withoutSeen = (messages: readonly M[]): readonly M[] => {
    const fresh: M[] = [];
    for (const m of inOrder(messages)) {
      if (!isNew(m)) continue;
      mark(m);
      fresh.push(m);
    }
    return fresh;
  };

  return {
    confirmed: () => confirmed,
    hold: () => {
      waiting ??= [];
    },
    live: (message) => {
      if (waiting === null) return withoutSeen([message]);
      waiting.push(message);
      return [];
    },
    replay: (messages, next) => {
      const fresh = withoutSeen(messages);
      if (next > confirmed) {
        confirmed = next;
        for (const seq of seen) if (seq <= confirmed) seen.delete(seq);
      }
      return fresh;
    },
    release: () => {
      const waitingMessages = waiting ?? [];
      waiting = null;
      return withoutSeen(waitingMessages);
    },
  };
}

/** By seq; positions (no seq) keep their order at the end. */
const inOrder = <M extends Sequenced>(messages: readonly M[]): readonly M[] =>
  messages.length < 2 ? messages : [...messages].sort((a, b) => (a.seq ?? Number.MAX_SAFE_INTEGER) - (b.seq ?? Number.MAX_SAFE_INTEGER));

// The connection to a broker: one attempt for each call, without reconnecting.

export interface TransportHooks {
  /** Connected and subscribed to every topic. */
  readonly onOpen: () => void;
  /**
   * `refused`: the broker does not accept this session. Called once, as the last call.
   * @param silentMs time since the last packet when the connection was given up; 0 when the other end closed it
   */
  readonly onClose: (reason: 'closed' | 'refused', silentMs?: number) => void;
  readonly onMessage: (topic: string, payload: string) => void;
}

export interface Connection {
  readonly close: () => void;
}

export type Transport = (hooks: TransportHooks) => Connection;
