// A flood of notifications (合并通知): after so many single messages in a short time one person is told of the rest together. Pure.
import { MINUTE_MS } from '@lookout/domain';

/**
 * Our own figures. Ten messages in ten minutes: as many alarms as one person can look into (EEMUA 191 calls more than ten in ten minutes a flood,
 * and the desk does so too). One minute for the first that gathers: the fires of one satellite pass come within seconds, and are to be in it.
 */
export const MESSAGE_FLOOD = { singles: 10, windowMinutes: 10, firstMinutes: 1 } as const;

/** How one person was told lately by one channel. */
export interface MessageBurst {
  /** Told alone within the last `windowMinutes`. */
  readonly singles: number;
  /** When the newest message that gathers was made; null: none, or longer ago than `windowMinutes`. */
  readonly gatheredAt: Date | null;
  /** When the oldest that waits to be gathered was made; null: none waits. */
  readonly waitingSince: Date | null;
}

export const NO_BURST: MessageBurst = { singles: 0, gatheredAt: null, waitingSince: null };

/**
 * When a message has to be gathered at the latest; null: it is sent alone, now. While one waits, or one was gathered within the window, the flood
 * goes on and nothing overtakes it.
 * @param ownMinutes the time of its own, for what is told again so often until somebody answers; null: it has none. The wait is never longer.
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

/** How one was told after this message too. @param by when it is gathered; null: it goes alone */
export const burstAfter = (burst: MessageBurst, by: Date | null, now: Date): MessageBurst =>
  by === null ? { ...burst, singles: burst.singles + 1 } : { ...burst, waitingSince: burst.waitingSince ?? now };
