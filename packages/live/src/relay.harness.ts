// A relay over an in-memory log that behaves as the store promises: numbers without gaps, in commit order.
import type { GridNo } from '@lookout/domain';
import { expect } from 'vitest';
import type { Log } from './calm-log.ts';
import type { EncodedMessage, NumberedMessage } from './log-message.ts';
import { createRelay, type Relay, type RelayTimers } from './relay.ts';
import { TEST_TOPICS } from './testing/topics.ts';
import { localTransport, type Transport, type TransportListener } from './transport.ts';

export interface MemoryLog {
  commit(count?: number): NumberedMessage[];
  readAfter(seq: number, limit: number): Promise<NumberedMessage[]>;
  head(): Promise<number>;
  /** Number of calls of each function. */
  readonly calls: { reads: number; heads: number };
  isAway: boolean;
  /** The oldest number in the log; older entries have been deleted. */
  first: number;
  all(): readonly NumberedMessage[];
}

class LogLeft extends Error {}

export function createMemoryLog(before = 0): MemoryLog {
  const events: NumberedMessage[] = [];
  const calls = { reads: 0, heads: 0 };
  const commit = (count = 1): NumberedMessage[] => {
    const made = Array.from({ length: count }, (_, i): NumberedMessage => {
      const seq = events.length + 1 + i;
      return { seq, kind: 'newFire', gridNo: '513221' as GridNo, at: '2026-11-21T00:00:00.000Z', data: { id: `alarm-${seq}` } };
    });
    events.push(...made);
    return made;
  };
  commit(before);
  const log: MemoryLog = {
    commit,
    calls,
    isAway: false,
    first: 1,
    async readAfter(seq, limit) {
      calls.reads += 1;
      if (log.isAway) throw new Error('database away');
      if (seq + 1 < log.first) throw new LogLeft();
      return events.slice(seq, seq + limit);
    },
    async head() {
      calls.heads += 1;
      if (log.isAway) throw new Error('database away');
      return events.length;
    },
    all: () => events,
  };
  return log;
}

export interface NotedLog extends Log {
  readonly noted: { level: 'info' | 'warn' | 'error'; message: string }[];
}

export function createNotedLog(): NotedLog {
  const noted: NotedLog['noted'] = [];
  const note = (level: 'info' | 'warn' | 'error') => (_fields: object, message: string) => void noted.push({ level, message });
  return { noted, info: note('info'), warn: note('warn'), error: note('error') };
}

interface Bench {
  readonly store: MemoryLog;
  readonly relay: Relay;
  readonly log: NotedLog;
  /** Numbers in order of delivery. */
  readonly delivered: number[];
  readonly encoded: EncodedMessage[];
  /** Numbers in order of receipt. */
  readonly received: number[];
  /** Numbers forwarded to other servers. */
  readonly forwarded: number[];
  readonly direct: string[];
  /** Numbers from which the relay restarted. */
  readonly anew: number[];
  readonly listener: () => TransportListener;
  pass(ms: number): void;
  /** Advances by one second and runs the head check. */
  tick(): Promise<void>;
  settle(): Promise<void>;
  readonly breaths: () => number;
}

/** The clock does not advance by itself, and the head check waits for `tick`. */
export async function bench({ before = 0, onDeliver = (_seq: number) => {}, millisecondsEach = 0 } = {}): Promise<Bench> {
  const store = createMemoryLog(before);
  const log = createNotedLog();
  const delivered: number[] = [];
  const encoded: EncodedMessage[] = [];
  const received: number[] = [];
  const forwarded: number[] = [];
  const direct: string[] = [];
  const anew: number[] = [];
  let check = (): void => {};
  let listener: TransportListener | null = null;
  let now = 0;
  let breaths = 0;
  const timers: RelayTimers = {
    every(ms, run) {
      expect(ms).toBe(1_000);
      check = run;
      return () => {
        check = () => {};
      };
    },
    breathe: async () => {
      breaths += 1;
    },
    now: () => now,
  };
  const transport: Transport = {
    ...localTransport(),
    start(given) {
      listener = given;
      return async () => {};
    },
    forward: ({ message }) => void forwarded.push(message.seq),
    direct: (topic, payload) => void direct.push(`sent ${topic} ${Buffer.from(payload)}`),
  };
  const relay = await createRelay({
    readAfter: store.readAfter,
    beginsLater: (error) => error instanceof LogLeft,
    startedAnew: (seq) => void anew.push(seq),
    head: store.head,
    transport,
    topicsOf: (kind, gridNo) => TEST_TOPICS.topicsOf(kind as 'newFire', gridNo),
    deliver(message) {
      delivered.push(message.message.seq);
      encoded.push(message);
      now += millisecondsEach;
      onDeliver(message.message.seq);
    },
    received: ({ seq }) => void received.push(seq),
    deliverDirect: (topics, payload) => void direct.push(`delivered ${topics} ${Buffer.from(payload)}`),
    log,
    timers,
  });
  const settle = async (): Promise<void> => {
    for (let n = 0; n < 50; n += 1) await Promise.resolve();
  };
  return {
    store,
    relay,
    log,
    delivered,
    encoded,
    received,
    forwarded,
    direct,
    anew,
    listener: () => listener as TransportListener,
    pass(ms) {
      now += ms;
    },
    async tick() {
      check();
      await settle();
    },
    settle,
    breaths: () => breaths,
  };
}
