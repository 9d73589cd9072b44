// A camera's tour of its presets. It is paused while an officer steers, and resumes after the configured pause.
import type { TourStop } from '@lookout/domain';
import type { Log } from '../deps.ts';

/** Specification §7: "StartService with pauseTimeout 120". */
export const PAUSE_SECONDS = 120;

interface TourState {
  readonly isRunning: boolean;
  /** null: not paused. */
  readonly pausedUntil: number | null;
}

export interface Tours {
  /** Sets the pause after steering. */
  service(head: string, pauseSeconds: number): void;
  /** @param goTo moves the camera to a preset; false: failed */
  start(head: string, stops: readonly TourStop[], goTo: (preset: number) => Promise<boolean>): void;
  pause(head: string): void;
  /** An officer steers: the tour is paused. */
  steered(head: string): void;
  of(head: string): TourState;
  stop(): Promise<void>;
}

interface TourRun {
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
  const runs = new Map<string, TourRun>();
  const runOf = (head: string): TourRun => {
    const known = runs.get(head);
    if (known) return known;
    const run: TourRun = {
      pauseMs: PAUSE_SECONDS * 1000,
      stops: [],
      goTo: async () => false,
      next: 0,
      isRunning: false,
      pausedUntil: null,
      timer: undefined,
      moving: Promise.resolve(),
    };
    runs.set(head, run);
    return run;
  };

  // A timer for each tour instead of `poll`: every stop has a pause of its own, and steering interrupts it.
  const after = (head: string, run: TourRun, ms: number): void => {
    clearTimeout(run.timer);
    run.timer = setTimeout(() => {
      run.moving = step(head, run);
    }, ms);
  };
  const step = async (head: string, run: TourRun): Promise<void> => {
    run.pausedUntil = null;
    const stop = run.stops[run.next % run.stops.length];
    if (!run.isRunning || stop === undefined) return;
    run.next += 1;
    try {
      if (!(await run.goTo(stop.preset))) log.warn({ head, preset: stop.preset }, 'a camera did not go to the preset of its tour');
    } catch (error) {
      log.warn({ head, err: error }, 'a camera could not be moved on its tour');
    }
    if (run.isRunning && run.pausedUntil === null) after(head, run, stop.seconds * 1000);
  };

  return {
    service(head, pauseSeconds) {
      runOf(head).pauseMs = pauseSeconds * 1000;
    },
    start(head, stops, goTo) {
      const run = runOf(head);
      Object.assign(run, { stops, goTo, isRunning: true, pausedUntil: null });
      after(head, run, 0);
    },
    pause(head) {
      const run = runs.get(head);
      if (!run) return;
      run.isRunning = false;
      clearTimeout(run.timer);
    },
    steered(head) {
      const run = runs.get(head);
      if (!run?.isRunning) return;
      run.pausedUntil = clock().getTime() + run.pauseMs;
      after(head, run, run.pauseMs);
    },
    of(head) {
      const run = runs.get(head);
      return { isRunning: run?.isRunning ?? false, pausedUntil: run?.pausedUntil ?? null };
    },
    async stop() {
      for (const run of runs.values()) {
        run.isRunning = false;
        clearTimeout(run.timer);
      }
      await Promise.all([...runs.values()].map(({ moving }) => moving));
    },
  };
}
