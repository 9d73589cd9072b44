// The outbox (发件箱): everything that leaves the house, by whichever channel. Pure: the server keeps and sends it.
import { MINUTE_MS } from '@lookout/domain';
import type { NotificationChannel, NotificationState } from './notification.ts';

/** The channels by which something leaves are those of notifications: a short message that an officer writes goes by the first of them. */
export type OutboxChannel = NotificationChannel;
/** Of short messages only the last four. */
export type OutboxState = NotificationState;

/** Who wants it sent: an officer or the duty (短信), or who tells of fires (通知). */
export const OUTBOX_ORIGINS = ['message', 'notification'] as const;
export type OutboxOrigin = (typeof OUTBOX_ORIGINS)[number];

/** After the first, second … failed attempt, minutes; there is none after the last. */
const RETRY_MINUTES = [1, 5, 15, 60] as const;

/** When it is tried again after so many attempts that failed; null: it is given up. @param attempts at least 1 */
export function nextAttempt(attempts: number, now: Date): Date | null {
  const minutes = RETRY_MINUTES[attempts - 1];
  return minutes === undefined ? null : new Date(now.getTime() + minutes * MINUTE_MS);
}

/**
 * How long the outbox keeps what is done, days: until the same season of fire has come again, for who asks then whether he was told. Then the
 * message goes with its receiver's number; that one was sent about a fire stays in the fire's history (`alarm.messaged`), as long as that does.
 */
export const OUTBOX_KEPT_DAYS = 400;
