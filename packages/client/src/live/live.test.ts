import type { LiveMessage } from '@lookout/features/live-messages.ts';
import { describe, expect, it } from 'vitest';
import { CallFailed } from '../client.ts';
import { type CaughtUp, CHECK_EVERY_MS, createLive, type EventPage, HOLD_MS, type LiveState, type TransportHooks } from './live.ts';

const ID = '0197f0c0-0000-7000-8000-000000000001';
const message = (seq: number): LiveMessage =>
  ({ seq, at: '2026-11-21 10:00:00', kind: 'plotDetail', gridNo: '513221', data: { id: ID, deleted: true } }) as unknown as LiveMessage;

/** A test environment with a manually advanced clock, a broker that the test opens and closes, and an event log. */
function aRoom(since = 0) {
  let now = 1_000_000;
  let nextTimer = 1;
  const timers = new Map<number, { at: number; run: () => void }>();
  const lines: (TransportHooks & { closed: boolean })[] = [];
  const log: LiveMessage[] = [];
  const requested: number[] = [];
  const seen: { seq: number | undefined; source: string }[] = [];
  const states: LiveState[] = [];
  const caughtUp: CaughtUp[] = [];
  let dead = 0;
  let rewound = 0;
  let readable: 'yes' | 'cut' | 'hangs' | 'dead' | 'gone' = 'yes';
  let pageSize = 500;

  const fetchEvents = async (from: number): Promise<EventPage> => {
    requested.push(from);
    if (readable === 'cut') throw new TypeError('failed to fetch');
    if (readable === 'dead') throw new CallFailed({ kind: 'logged-out', message: '', confirm: '', cancel: '' });
    if (readable === 'gone') {
      throw new CallFailed({ kind: 'error', message: '', seconds: 5, code: 410, data: null, refusal: 'log-begins-later' });
    }
    if (readable === 'hangs') return new Promise(() => {});
    const rest = log.filter((m) => (m.seq ?? 0) > from);
    const page = rest.slice(0, pageSize);
    const last = log.at(-1)?.seq ?? 0;
    return {
      last,
      next: rest.length > pageSize ? (page.at(-1)?.seq ?? from) : Math.max(last, from),
      more: rest.length > pageSize,
      events: page.map((m) => ({ seq: m.seq ?? 0, payload: m })),
    };
  };
  const live = createLive({
    since,
    connect: (hooks) => {
      const line = { ...hooks, closed: false };
      lines.push(line);
      return {
        close: () => {
          line.closed = true;
        },
      };
    },
    fetchEvents,
    onUpdates: (updates, source) => seen.push(...updates.map(({ seq }) => ({ seq, source }))),
    onState: (s) => states.push(s),
    onCaughtUp: (r) => caughtUp.push(r),
    onRewound: () => rewound++,
    onDeadSession: () => dead++,
    clock: () => now,
    random: () => 0.5,
    timers: {
      setTimeout: (run, ms) => {
        timers.set(nextTimer, { at: now + ms, run });
        return nextTimer++;
      },
      clearTimeout: (handle) => void timers.delete(handle),
    },
  });
  /** Lets every promise settle that can. */
  const settle = async () => {
    for (let i = 0; i < 20; i++) await Promise.resolve();
  };
  const pass = async (ms: number) => {
    const until = now + ms;
    for (;;) {
      await settle();
      const due = [...timers].filter(([, t]) => t.at <= until).sort((a, b) => a[1].at - b[1].at)[0];
      if (!due) break;
      timers.delete(due[0]);
      now = due[1].at;
      due[1].run();
    }
    now = until;
    await settle();
  };
  const line = () => {
    const last = lines.at(-1);
    if (!last) throw new Error('no line');
    return last;
  };
  return {
    live,
    lines,
    line,
    log,
    requested,
    states,
    caughtUp,
    settle,
    pass,
    deliver: (m: LiveMessage) => line().onMessage('lookout/newFire/513221', JSON.stringify(m)),
    seqs: () => seen.map((s) => s.seq),
    seen,
    deaths: () => dead,
    rewinds: () => rewound,
    now: () => now,
    make: (r: typeof readable) => {
      readable = r;
    },
    pagesOf: (n: number) => {
      pageSize = n;
    },
    timers,
  };
}

describe('the live connection', () => {
  it('on the first connect, queries the log from the seq of the first load', async () => {
    const room = aRoom(7);
    room.log.push(message(6), message(8));
    room.line().onOpen();
    await room.settle();
    expect(room.requested).toEqual([7]);
    expect(room.seqs()).toEqual([8]);
    expect(room.states).toEqual(['online']);
    expect(room.caughtUp).toEqual([]);
  });

  it('live messages that arrive while a gap is being filled wait and are published in seq order, without duplicates', async () => {
    const room = aRoom(0);
    room.log.push(message(1), message(2), message(3));
    room.line().onOpen();
    room.deliver(message(4));
    room.deliver(message(3));
    await room.settle();
    expect(room.seqs()).toEqual([1, 2, 3, 4]);
    room.deliver(message(4));
    room.deliver(message(2));
    expect(room.seqs()).toEqual([1, 2, 3, 4]);
  });

  it('a lost connection is reported, retried with back-off, and the missed events are counted with the time of the gap', async () => {
    const room = aRoom(0);
    room.line().onOpen();
    await room.settle();
    const gone = room.now();
    room.line().onClose('closed');
    expect(room.states).toEqual(['online', 'lost']);
    room.log.push(message(1), message(2));
    await room.pass(300);
    expect(room.lines.length).toBe(2);
    room.line().onClose('closed');
    await room.pass(999);
    expect(room.lines.length).toBe(2);
    await room.pass(1);
    expect(room.lines.length).toBe(3);
    room.line().onOpen();
    await room.settle();
    expect(room.states).toEqual(['online', 'lost', 'online']);
    expect(room.caughtUp).toEqual([{ count: 2, from: gone, to: room.now() }]);
    expect(room.seen).toEqual([
      { seq: 1, source: 'replayed' },
      { seq: 2, source: 'replayed' },
    ]);
  });

  it('a silent connection counts as lost since its last message', async () => {
    const room = aRoom(0);
    room.line().onOpen();
    await room.settle();
    const noticed = room.now();
    room.line().onClose('closed', 7_500);
    await room.pass(300);
    room.line().onOpen();
    await room.settle();
    expect(room.caughtUp).toEqual([{ count: 0, from: noticed - 7_500, to: room.now() }]);
  });

  it('reads a long gap page by page until there are no more events', async () => {
    const room = aRoom(0);
    room.pagesOf(2);
    for (let i = 1; i <= 5; i++) room.log.push(message(i));
    room.line().onOpen();
    await room.settle();
    expect(room.requested).toEqual([0, 2, 4]);
    expect(room.seqs()).toEqual([1, 2, 3, 4, 5]);
  });

  it('a message that the broker dropped is found by the check every 30 s, and one that arrived is not shown again', async () => {
    const room = aRoom(0);
    room.line().onOpen();
    await room.settle();
    room.log.push(message(1), message(2));
    room.deliver(message(2));
    await room.pass(CHECK_EVERY_MS);
    expect(room.seqs()).toEqual([2, 1]);
    await room.pass(CHECK_EVERY_MS);
    expect(room.seqs()).toEqual([2, 1]);
    expect(room.requested).toEqual([0, 0, 2]);
  });

  it('an alarm still arrives live when the log cannot be read', async () => {
    const room = aRoom(0);
    room.make('cut');
    room.line().onOpen();
    room.deliver(message(1));
    await room.settle();
    room.deliver(message(2));
    expect(room.seqs()).toEqual([1, 2]);
    room.make('yes');
    room.log.push(message(1), message(2), message(3));
    await room.pass(CHECK_EVERY_MS);
    expect(room.seqs()).toEqual([1, 2, 3]);
  });

  it('a log that hangs holds live messages back for two seconds at most', async () => {
    const room = aRoom(0);
    room.make('hangs');
    room.line().onOpen();
    room.deliver(message(1));
    await room.pass(HOLD_MS - 1);
    expect(room.seqs()).toEqual([]);
    await room.pass(1);
    expect(room.seqs()).toEqual([1]);
  });

  it('a gap whose log could not be read is reported as soon as the log can be read', async () => {
    const room = aRoom(0);
    room.line().onOpen();
    await room.settle();
    const gone = room.now();
    room.line().onClose('closed');
    room.make('cut');
    await room.pass(300);
    room.line().onOpen();
    await room.settle();
    expect(room.caughtUp).toEqual([]);
    room.make('yes');
    room.log.push(message(1));
    await room.pass(CHECK_EVERY_MS);
    expect(room.caughtUp).toEqual([{ count: 1, from: gone, to: room.now() }]);
  });

  it('while disconnected, events are read from the log and shown, and counted after the reconnect', async () => {
    const room = aRoom(0);
    room.line().onOpen();
    await room.settle();
    const gone = room.now();
    room.line().onClose('closed');
    room.log.push(message(1));
    await room.pass(300);
    room.line().onClose('closed');
    await room.settle();
    expect(room.seqs()).toEqual([1]);
    expect(room.caughtUp).toEqual([]);
    room.log.push(message(2));
    await room.pass(1_000);
    room.line().onOpen();
    await room.settle();
    expect(room.seqs()).toEqual([1, 2]);
    expect(room.caughtUp).toEqual([{ count: 2, from: gone, to: room.now() }]);
  });

  it('a connection that returns while the log is being read still shows everything in order', async () => {
    const room = aRoom(0);
    room.line().onOpen();
    await room.settle();
    room.line().onClose('closed');
    await room.pass(300);
    room.log.push(message(1));
    room.line().onClose('closed');
    await room.pass(1_000);
    room.log.push(message(2), message(3));
    room.line().onOpen();
    room.deliver(message(3));
    await room.settle();
    expect(room.seqs()).toEqual([1, 2, 3]);
  });

  it('a session that becomes invalid while disconnected is detected through the log', async () => {
    const room = aRoom(0);
    room.line().onOpen();
    await room.settle();
    room.make('dead');
    room.line().onClose('closed');
    await room.pass(300);
    room.line().onClose('closed');
    await room.settle();
    expect(room.deaths()).toBe(1);
  });

  it('a refused login ends the subscriber: the session is invalid', async () => {
    const room = aRoom(0);
    room.line().onClose('refused');
    await room.pass(60_000);
    expect(room.deaths()).toBe(1);
    expect(room.lines.length).toBe(1);
    expect(room.timers.size).toBe(0);
  });

  it('a log that answers 401 also ends the subscriber', async () => {
    const room = aRoom(0);
    room.make('dead');
    room.line().onOpen();
    await room.settle();
    expect(room.deaths()).toBe(1);
    expect(room.line().closed).toBe(true);
    expect(room.timers.size).toBe(0);
  });

  it('a log that ends before the last event read from it (a restored backup) ends this subscriber and is reported once', async () => {
    const room = aRoom(0);
    room.log.push(message(1), message(2), message(3));
    room.line().onOpen();
    await room.settle();
    room.line().onClose('closed');
    room.log.length = 2;
    await room.pass(300);
    room.line().onOpen();
    await room.settle();
    expect(room.rewinds()).toBe(1);
    expect(room.line().closed).toBe(true);
    expect(room.timers.size).toBe(0);
    expect(room.deaths()).toBe(0);
  });

  it('a log that begins later than the last event read from it ends this subscriber and is reported once; the next subscriber continues from the end of the log', async () => {
    const room = aRoom(3);
    room.log.push(message(3));
    room.line().onOpen();
    await room.settle();
    room.line().onClose('closed');
    room.make('gone');
    await room.pass(300);
    room.line().onOpen();
    await room.pass(2 * CHECK_EVERY_MS);
    expect([room.rewinds(), room.deaths(), room.requested.length, room.timers.size]).toEqual([1, 0, 2, 0]);
    expect(room.line().closed).toBe(true);
  });

  it('a log without new events does not end the subscriber', async () => {
    const room = aRoom(0);
    room.log.push(message(1));
    room.line().onOpen();
    await room.pass(2 * CHECK_EVERY_MS);
    expect(room.rewinds()).toBe(0);
  });

  it('positions have no seq and are passed on as they arrive', async () => {
    const room = aRoom(0);
    room.line().onOpen();
    await room.settle();
    const { seq: _, ...position } = message(1);
    room.deliver(position as LiveMessage);
    room.deliver(position as LiveMessage);
    expect(room.seqs()).toEqual([undefined, undefined]);
  });

  it('a message that is not part of the contract is ignored', async () => {
    const room = aRoom(0);
    room.line().onOpen();
    await room.settle();
    room.line().onMessage('x', 'not json');
    room.line().onMessage('x', '[1]');
    room.line().onMessage('x', 'null');
    expect(room.seqs()).toEqual([]);
  });

  it('when the network is back, the next attempt does not wait for the back-off', async () => {
    const room = aRoom(0);
    room.line().onClose('closed');
    expect(room.states).toEqual(['lost']);
    room.live.retryNow();
    expect(room.lines.length).toBe(2);
    room.live.retryNow();
    expect(room.lines.length).toBe(2);
  });

  it('after stop, nothing runs and nothing is reported', async () => {
    const room = aRoom(0);
    room.line().onOpen();
    await room.settle();
    room.live.stop();
    room.deliver(message(1));
    room.line().onClose('closed');
    expect(room.line().closed).toBe(true);
    expect(room.timers.size).toBe(0);
    expect(room.seqs()).toEqual([]);
    expect(room.states).toEqual(['online']);
  });
});
