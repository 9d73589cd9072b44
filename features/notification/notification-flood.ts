// A flood of notifications (合并通知): after a number of single messages within a short time, a person receives the rest in one combined
// message. Pure functions.
import { MINUTE_MS } from '@lookout/domain';

/**
 * Our own figures. Ten messages in ten minutes is the number of alarms that one person can check; EEMUA 191 defines more than ten in ten
 * minutes as a flood, and the desk does so too. One minute for the first combined message: the fires of one satellite pass arrive within
 * seconds and should be in it.
 */
export const MESSAGE_FLOOD = { singles: 10, windowMinutes: 10, firstMinutes: 1 } as const;

/** A person's recent messages on one channel. */
export interface MessageBurst {
  /** Number of messages sent alone within the last `windowMinutes`. */
  readonly singles: number;
  /** When the newest combined message was created; null: none, or longer ago than `windowMinutes`. */
  readonly gatheredAt: Date | null;
  /** When the oldest message that waits to be combined was created; null: none waits. */
  readonly waitingSince: Date | null;
}

export const NO_BURST: MessageBurst = { singles: 0, gatheredAt: null, waitingSince: null };

/**
 * When a message has to be combined at the latest; null: it is sent alone, at once. While a message waits, or was combined within the
 * window, the flood continues and no message overtakes it.
 * @param ownMinutes the repeat interval of a message that repeats until it is answered; null: it does not repeat. The wait never exceeds
 * the interval.
 */
export function gatherBy({ singles, gatheredAt, waitingSince }: MessageBurst, ownMinutes: number | null, now: Date): Date | null {
  const { singles: most, windowMinutes, firstMinutes } = MESSAGE_FLOOD;
  const windowMs = windowMinutes * MINUTE_MS;
  const goesOn = waitingSince !== null || (gatheredAt !== null && now.getTime() - gatheredAt.getTime() < windowMs);
  if (singles < most && !goesOn) return null;
  const pauseMs = Math.min(windowMs, (ownMinutes ?? windowMinutes) * MINUTE_MS);
  const firstMs = Math.min(pauseMs, firstMinutes * MINUTE_MS);
  const soonest = (waitingSince ?? now).getTime() + firstMs;
  const next = gatheredAt === null ? soonest : Math.max(soonest, gatheredAt.getTime() + pauseMs);
  return new Date(Math.max(next, now.getTime()));
}

/** The state after this message. @param by when it will be combined; null: it is sent alone */
export const burstAfter = (burst: MessageBurst, by: Date | null, now: Date): MessageBurst =>
  by === null ? { ...burst, singles: burst.singles + 1 } : { ...burst, waitingSince: burst.waitingSince ?? now };
