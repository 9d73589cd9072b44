// The server's time (Beijing) from GET /fire/api/msg/localDate: only the offset to the local clock is measured.
import { parseTime } from '@lookout/contract';

export const RESYNC_MS = 10 * 60_000;

export interface ServerClock {
  /** Epoch milliseconds by the server's clock. */
  readonly now: () => number;
  readonly measure: () => Promise<void>;
}

type Ask = () => Promise<readonly { readonly datetime: string }[]>;

/** The answer has whole seconds, so half a second is added; half the round trip is taken as the latency. */
export function createServerClock(ask: Ask, clock: () => number): ServerClock {
  let offset = 0;
  return {
    now: () => clock() + offset,
    measure: async () => {
      const sent = clock();
      const [answer] = await ask();
      const got = clock();
      const at = answer ? parseTime(answer.datetime) : null;
      if (at) offset = at.getTime() + 500 - (sent + got) / 2;
    },
  };
}

const BEIJING_MS = 8 * 3_600_000;

/** An instant in Beijing time. */
export function beijing(instant: number): {
  readonly date: string;
  readonly time: string;
  readonly weekday: number;
  readonly hour: number;
} {
  const shifted = new Date(instant + BEIJING_MS);
  const text = shifted.toISOString();
  return { date: text.slice(0, 10), time: text.slice(11, 19), weekday: shifted.getUTCDay(), hour: shifted.getUTCHours() };
}

export type Daypart = 'night' | 'morning' | 'noon' | 'afternoon' | 'evening';

/** The greeting for an hour (0–23). */
export function daypartOf(hour: number): Daypart {
  if (hour < 5 || hour >= 23) return 'night';
  if (hour < 11) return 'morning';
  if (hour < 13) return 'noon';
  return hour < 18 ? 'afternoon' : 'evening';
}
