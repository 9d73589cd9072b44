// Alarms to 200 desks: from sending an alarm by HTTP to its live message at the last of them.

import type { GridNo } from '@lookout/domain';
import { contract } from '@lookout/features/contract.ts';
import { topicOf } from '@lookout/features/live-topics.ts';
import { type Desk, signIn } from './desk.ts';
import { FEED_KEY, type Product } from './product.ts';
import { subscribe } from './subscriber.ts';

export const SUBSCRIBERS = 200;
const DESKS_OF_A_SESSION = 10;
/** All of these users see the county. */
const USERS = ['guojia', 'sichuan', 'aba', 'wenchuan'];
export const ALARM_GRID = '513221' as GridNo;

/** Degrees: the alarms of one fire lie within this length. */
const IN_A_LINE = 0.01;

/**
 * About a kilobyte, like a report written in the field.
 * @param acrossDegrees the length over which the reports are spread: reports at one place are joined to one fire, which grows with each of
 * them
 */
export const alarmReport = (n: number, acrossDegrees = IN_A_LINE) => ({
  longitude: 103.59 - ((n % 100) / 100) * acrossDegrees,
  latitude: 31.48 - (((n * 37) % 100) / 100) * (acrossDegrees - IN_A_LINE),
  reportTime: new Date().toISOString(),
  description: `第 ${n} 次上报：${'山坡有烟，向东北移动。'.repeat(25)}`.slice(0, 300),
  reporterName: '测试',
});

/** Sends `count` alarms at a steady rate; a late response does not delay the next one. */
export async function sendPaced(count: number, perSecond: number, send: (n: number) => Promise<number>): Promise<number[]> {
  const began = performance.now();
  const inFlight: Promise<number>[] = [];
  for (let n = 0; n < count; n += 1) {
    const due = began + (n * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((wake) => setTimeout(wake, wait));
    inFlight.push(send(n));
  }
  return Promise.all(inFlight);
}

/** Measures the time until every subscriber has received the n-th message; messages arrive in order, so counting is enough. */
export function createDeliveryCounter(subscribers: number) {
  const messages: { sentAt: number; resolve: (ms: number) => void; receivers: number }[] = [];
  const nextOf = new Array<number>(subscribers).fill(0);
  return {
    received(subscriber: number) {
      const message = messages[nextOf[subscriber] ?? 0];
      nextOf[subscriber] = (nextOf[subscriber] ?? 0) + 1;
      if (!message) throw new Error('a message was received that was not sent');
      message.receivers += 1;
      if (message.receivers === subscribers) message.resolve(performance.now() - message.sentAt);
    },
    sent: () => new Promise<number>((resolve) => messages.push({ sentAt: performance.now(), resolve, receivers: 0 })),
  };
}

export interface AlarmDesks {
  readonly desks: readonly Desk[];
  /** Sends one alarm, see `alarmReport`. @returns milliseconds until the last desk has it */
  send(n: number, acrossDegrees?: number): Promise<number>;
  close(): void;
}

/** 200 live connections as in duty halls: several desks share a session, and several sessions an account. */
export async function openAlarmDesks(product: Product): Promise<AlarmDesks> {
  const desks: Desk[] = [];
  for (let n = 0; n < SUBSCRIBERS / DESKS_OF_A_SESSION; n += 1) desks.push(await signIn(product.base, USERS[n % USERS.length] ?? ''));
  const deskAt = (i: number) => desks[Math.floor(i / DESKS_OF_A_SESSION)] as Desk;
  const deliveries = createDeliveryCounter(SUBSCRIBERS);
  const topic = topicOf('newFire', ALARM_GRID);
  const sockets = await Promise.all(
    Array.from({ length: SUBSCRIBERS }, (_, i) =>
      subscribe({
        port: product.port,
        path: '/mqtt',
        topic,
        userName: deskAt(i).accid,
        password: deskAt(i).token,
        onPublish: () => deliveries.received(i),
      }),
    ),
  );
  const url = product.base + contract.alarm.createReport.path;
  return {
    desks,
    async send(n, acrossDegrees) {
      const delivered = deliveries.sent();
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-feed-key': FEED_KEY },
        body: JSON.stringify(alarmReport(n, acrossDegrees)),
      });
      if (!response.ok) throw new Error(`refused: ${response.status} ${await response.text()}`);
      await response.arrayBuffer();
      return delivered;
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
