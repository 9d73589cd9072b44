// The outbox (发件箱): all outgoing messages of any channel. Pure functions: the server stores and sends the messages.
import { MINUTE_MS } from '@lookout/domain';
import type { NotificationChannel, NotificationState } from './notification.ts';

/** The outgoing channels are those of notifications. An officer's short message uses the first of them. */
export type OutboxChannel = NotificationChannel;
/** Short messages only use the last four. */
export type OutboxState = NotificationState;

/** The origin of a message: an officer or the duty desk (短信), or the notification of a fire (通知). */
export const OUTBOX_ORIGINS = ['message', 'notification'] as const;
export type OutboxOrigin = (typeof OUTBOX_ORIGINS)[number];

/** Minutes after the first, second … failed attempt; after the last there is no retry. */
const RETRY_MINUTES = [1, 5, 15, 60] as const;

/** The time of the next attempt after this many failed ones; null: it is given up. @param attempts at least 1 */
export function nextAttempt(attempts: number, now: Date): Date | null {
  const minutes = RETRY_MINUTES[attempts - 1];
  return minutes === undefined ? null : new Date(now.getTime() + minutes * MINUTE_MS);
}

/**
 * How long the outbox retains completed messages, days: more than a year, so that in the same fire season of the next year it can still be
 * checked who was notified. After that the message is deleted with its receiver's number. The fact that a message about a fire was sent
 * remains in the fire's history (`alarm.messaged`).
 */
export const OUTBOX_RETENTION_DAYS = 400;
