// A camera's tour of its presets. While an officer steers it waits, and goes on so long after the last act as the service was told.
import type { TourStop } from '@lookout/domain';
import type { Log } from '../deps.ts';

/** Specification §7: "StartService with pauseTimeout 120". */
export const PAUSE_SECONDS = 120;

interface TourState {
  readonly isRunning: boolean;
  /** null: it goes on by itself. */
  readonly pausedUntil: number | null;
}

export interface Tours {
  /** From now on the tour waits so long after somebody steered. */
  service(head: string, pauseSeconds: number): void;
  /** @param goTo turns the camera to a preset; false: it could not */
  start(head: string, stops: readonly TourStop[], goTo: (preset: number) => Promise<boolean>): void;
  pause(head: string): void;
  /** Somebody steers: the tour waits. */
  steered(head: string): void;
  of(head: string): TourState;
  stop(): Promise<void>;
}

interface Round {
  pauseMs: number;
  stops: readonly TourStop[];
  goTo: (preset: number) => Promise<boolean>;
  next: number;
  isRunning: boolean;
  pausedUntil: number | null;
  timer: NodeJS.Timeout | undefined;
  moving: Promise<void>;
}

export function createTours(clock: () => Date, log: Log): Tours {
  const rounds = new Map<string, Round>();
  const roundOf = (head: string): Round => {
    const standing = rounds.get(head);
    if (standing) return standing;
    const round: Round = {
      pauseMs: PAUSE_SECONDS * 1000,
      stops: [],
      goTo: async () => false,
      next: 0,
      isRunning: false,
      pausedUntil: null,
      timer: undefined,
      moving: Promise.resolve(),
    };
    rounds.set(head, round);
    return round;
  };

  // A timer for each round instead of `poll`: every stop has a pause of its own, and an operator breaks in.
  const after = (head: string, round: Round, ms: number): void => {
    clearTimeout(round.timer);
    round.timer = setTimeout(() => {
      round.moving = step(head, round);
    }, ms);
  };
  const step = async (head: string, round: Round): Promise<void> => {
    round.pausedUntil = null;
    const stop = round.stops[round.next % round.stops.length];
    if (!round.isRunning || stop === undefined) return;
    round.next += 1;
    try {
      if (!(await round.goTo(stop.preset))) log.warn({ head, preset: stop.preset }, 'a camera did not go to the preset of its round');
    } catch (error) {
      log.warn({ head, err: error }, 'a camera could not be turned on its round');
    }
    if (round.isRunning && round.pausedUntil === null) after(head, round, stop.seconds * 1000);
  };

  return {
    service(head, pauseSeconds) {
      roundOf(head).pauseMs = pauseSeconds * 1000;
    },
    start(head, stops, goTo) {
      const round = roundOf(head);
      Object.assign(round, { stops, goTo, isRunning: true, pausedUntil: null });
      after(head, round, 0);
    },
    pause(head) {
      const round = rounds.get(head);
      if (!round) return;
      round.isRunning = false;
      clearTimeout(round.timer);
    },
    steered(head) {
      const round = rounds.get(head);
      if (!round?.isRunning) return;
      round.pausedUntil = clock().getTime() + round.pauseMs;
      after(head, round, round.pauseMs);
    },
    of(head) {
      const round = rounds.get(head);
      return { isRunning: round?.isRunning ?? false, pausedUntil: round?.pausedUntil ?? null };
    },
    async stop() {
      for (const round of rounds.values()) {
        round.isRunning = false;
        clearTimeout(round.timer);
      }
      await Promise.all([...rounds.values()].map(({ moving }) => moving));
    },
  };
}
