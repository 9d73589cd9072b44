// The live subscriber: keeps one line to the broker, notices when it is gone, and after every (re)connect and every 30 s
// asks the event log for what was missed. qos 0 is only the wake-up; the log is the truth (architecture idea 4).
import { decodeLive, type LiveUpdate, readLive } from '@lookout/contract';
import { isDeadSession } from '../client.ts';

export type LiveState = 'connecting' | 'online' | 'lost';

/** One page of `GET /fire/api/event`. */
export interface EventPage {
  readonly last: number;
  readonly next: number;
  readonly more: boolean;
  readonly events: readonly { readonly seq: number; readonly payload: unknown }[];
}

/** After a gap: how many events the log brought that the line had not, and when the line was gone (epoch milliseconds). */
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
  /** The seq up to which the first load already speaks. */
  readonly since: number;
  readonly fetchEvents: (since: number) => Promise<EventPage>;
  /** In seq order, nothing twice. `replayed`: from the log, not from the line. */
  readonly onUpdates: (updates: readonly LiveUpdate[], source: 'live' | 'replayed') => void;
  /** Something came that is no message of this contract: the server is newer than this page, or somebody else speaks on our topics. */
  readonly onUnreadable?: () => void;
  readonly onState: (state: LiveState) => void;
  readonly onCaughtUp?: (report: CaughtUp) => void;
  /** The log answered: the screen is up to date as of now. */
  readonly onConfirmed?: (seq: number) => void;
  /**
   * The log ends before what was read of it already: the server stands on an earlier state (a restored backup). Nothing that was shown can be
   * relied on, and nothing more comes from here: load everything anew and begin another.
   */
  readonly onRewound: () => void;
  /** The session is dead: nothing more will come and nothing more is tried. */
  readonly onDeadSession: () => void;
  readonly clock: () => number;
  readonly random: () => number;
  readonly timers: LiveTimers;
}

export interface Live {
  readonly stop: () => void;
  /** Tries to connect at once instead of waiting for the back-off (the browser says that the network is back). */
  readonly retryNow: () => void;
}

/** How often the log is asked while nothing seems to be wrong. */
export const CHECK_EVERY_MS = 30_000;
/** Live messages wait for a replay no longer than this: a log that cannot be read must not hold an alarm back. */
export const HOLD_MS = 2_000;
const BACK_OFF_MS = [300, 1_000, 2_000, 4_000, 8_000] as const;

/** Starts at once. */
export function createLive(settings: LiveSettings): Live {
  const { timers, clock } = settings;
  const merge = createMerge<LiveUpdate>(settings.since);
  let state: LiveState = 'connecting';
  let connection: Connection | null = null;
  let failures = 0;
  let lostAt: number | null = null;
  // When a gap began whose log could not be read yet.
  let unreported: number | null = null;
  /** What the log has brought since the line was lost. */
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
    const message = decodeLive(value);
    if (message === null) settings.onUnreadable?.();
    return message === null ? [] : [readLive(message)];
  };

  const stop = () => {
    stopped = true;
    for (const name of [...running.keys()]) cancel(name);
    connection?.close();
    connection = null;
  };
  const die = () => {
    if (stopped) return;
    stop();
    settings.onDeadSession();
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
        if (reason === 'refused') return die();
        // A line that only went silent was lost when it was last heard, not when that was noticed.
        lostAt ??= clock() - silentMs;
        deliver(merge.release(), 'live');
        cancel('hold');
        enter('lost');
        const base = BACK_OFF_MS[Math.min(failures, BACK_OFF_MS.length - 1)] ?? 8_000;
        failures++;
        // A little of chance, so that two hundred desks do not come back in the same instant.
        after('retry', base * (0.75 + settings.random() / 2), open);
        // While the line stays away the log is read by HTTP at the same pace: alarms still come (a proxy may let no WebSocket
        // through), and a session that died meanwhile is found out.
        if (failures > 1) catchUp(null);
      },
      onMessage: (_topic, payload) => {
        if (!mine || stopped) return;
        for (const update of read(parse(payload))) deliver(merge.live(update), 'live');
      },
    });
  };

  let asking = false;
  let askAgain: { gapFrom: number | null } | null = null;
  /** @param gapFrom when the line was lost, null when this is only the regular check */
  const catchUp = (gapFrom: number | null) => {
    if (asking) {
      askAgain = { gapFrom: askAgain?.gapFrom ?? gapFrom };
      return;
    }
    asking = true;
    void readLog(gapFrom).finally(() => {
      asking = false;
      if (stopped) return;
      after('check', CHECK_EVERY_MS, () => catchUp(null));
      const again = askAgain;
      askAgain = null;
      if (again) catchUp(again.gapFrom);
    });
  };

  const readLog = async (gapFrom: number | null): Promise<void> => {
    try {
      for (let more = true; more && !stopped; ) {
        const since = merge.confirmed();
        const page = await settings.fetchEvents(since);
        if (stopped) return;
        if (page.last < since) {
          stop();
          settings.onRewound();
          return;
        }
        const fresh = merge.replay(
          page.events.flatMap(({ payload }) => read(payload)),
          page.next,
        );
        if (gapFrom !== null || unreported !== null || lostAt !== null) missed += fresh.length;
        deliver(fresh, 'replayed');
        // A log that says "more" without moving on would be asked for ever.
        more = page.more && merge.confirmed() > since;
      }
      settings.onConfirmed?.(merge.confirmed());
      const from = gapFrom ?? unreported;
      if (from === null || state !== 'online') return;
      settings.onCaughtUp?.({ count: missed, from, to: clock() });
      unreported = null;
      missed = 0;
    } catch (error) {
      if (isDeadSession(error)) return die();
      // No answer: the line's own state says so on the screen; the gap stays open and is asked for again at the next check.
      unreported ??= gapFrom;
    } finally {
      // When the line came back during this very read, the one that follows speaks for the gap: live messages wait for it.
      if (askAgain === null) {
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
    // Not even JSON: the decoder says that it is no message.
    return null;
  }
}

// Puts what came by the broker and what was read from the event log into one stream: in seq order, nothing twice.

interface Sequenced {
  readonly seq?: number;
}

interface Merge<M extends Sequenced> {
  /** Everything up to this seq was read from the log or was there before us. */
  readonly confirmed: () => number;
  /** Messages begin to wait until `release`: used while a gap is being filled. */
  readonly hold: () => void;
  /** @returns what may be shown now, in order; nothing while holding. */
  readonly live: (message: M) => readonly M[];
  /** Takes one page of the log that reaches up to `next`. @returns those not seen before, in order; they pass a hold. */
  readonly replay: (messages: readonly M[], next: number) => readonly M[];
  /** Ends a hold. @returns what waited, in order, less what the replay brought. */
  readonly release: () => readonly M[];
}

/**
 * @param start the seq up to which the first load already speaks.
 * A message's seq does not tell that the one before it was missed (most lie outside one's grid): only the log can,
 * so `confirmed` moves by the log alone and the live ones above it are remembered by number until the log has passed them.
 */
function createMerge<M extends Sequenced>(start: number): Merge<M> {
  let confirmed = start;
  const seen = new Set<number>();
  let waiting: M[] | null = null;

  const isNew = (m: M): boolean => m.seq === undefined || (m.seq > confirmed && !seen.has(m.seq));
  const mark = (m: M) => {
    if (m.seq !== undefined) seen.add(m.seq);
  };
  const takeNew = (messages: readonly M[]): readonly M[] => {
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
      if (waiting === null) return takeNew([message]);
      waiting.push(message);
      return [];
    },
    replay: (messages, next) => {
      const fresh = takeNew(messages);
      if (next > confirmed) {
        confirmed = next;
        for (const seq of seen) if (seq <= confirmed) seen.delete(seq);
      }
      return fresh;
    },
    release: () => {
      const held = waiting ?? [];
      waiting = null;
      return takeNew(held);
    },
  };
}

/** By seq; positions (no seq) keep their order at the end. */
const inOrder = <M extends Sequenced>(messages: readonly M[]): readonly M[] =>
  messages.length < 2 ? messages : [...messages].sort((a, b) => (a.seq ?? Number.MAX_SAFE_INTEGER) - (b.seq ?? Number.MAX_SAFE_INTEGER));

// The port between the live subscriber and a broker: one connection attempt a call, no reconnecting of its own.

export interface TransportHooks {
  /** Connected and subscribed to every topic. */
  readonly onOpen: () => void;
  /**
   * `refused`: the broker does not know this session (any more). Called once; nothing comes after it.
   * @param silentMs for how long nothing had been heard when the line was given up; 0 when the other end closed it
   */
  readonly onClose: (reason: 'closed' | 'refused', silentMs?: number) => void;
  readonly onMessage: (topic: string, payload: string) => void;
}

export interface Connection {
  readonly close: () => void;
}

export type Transport = (hooks: TransportHooks) => Connection;
