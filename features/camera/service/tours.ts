// A camera's tour of its presets. It is paused while an officer steers, and resumes after the configured pause. It continues when the
// server that started it fails: whichever server finds a stop due moves the camera there.
import { NATION } from '@lookout/domain';
import type { Log } from '@lookout/server/log-lines/log.ts';
import { poll } from '@lookout/server/services/poll.ts';
import type { Store } from '../../store.ts';
import type { TourStop } from '../camera.ts';
import type { HeadState, HeadTour } from '../camera-heads.store.ts';
import { type CameraCatalogue, vendorFor } from './cameras.ts';

/** Specification §7: "StartService with pauseTimeout 120". */
export const PAUSE_SECONDS = 120;

const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

// State changes of a head.

export const tourStarted = (head: HeadState, cameraId: string, stops: readonly TourStop[], now: Date): HeadState => ({
  ...head,
  tour: { cameraId, stops, next: 0, dueAt: now },
});

export const tourPaused = (head: HeadState): HeadState => (head.tour === null ? head : { ...head, tour: { ...head.tour, dueAt: null } });

/** An officer steers: a running tour resumes after the pause. */
export const tourSteered = (head: HeadState, now: Date): HeadState =>
  head.tour?.dueAt == null ? head : { ...head, tour: { ...head.tour, dueAt: later(now, head.pauseMs) } };

/** Performs the next stop now. */
export const tourStepped = (tour: HeadTour, now: Date): { readonly stop: TourStop | null; readonly tour: HeadTour } => {
  const stop = tour.stops[tour.next % tour.stops.length] ?? null;
  return { stop, tour: { ...tour, next: tour.next + 1, dueAt: stop && later(now, stop.seconds * 1000) } };
};

interface ToursDeps {
  readonly store: Pick<Store, 'cameraHeads' | 'transaction'>;
  readonly cameras: Pick<CameraCatalogue, 'find'>;
  readonly clock: () => Date;
  readonly log: Log;
}

export interface Tours {
  /** Checks for due stops at once, because a tour was started. */
  wake(): void;
  stop(): Promise<void>;
}

const EVERY_MS = 1_000;
/** Maximum stops per batch. Remaining ones follow without a pause. */
const AT_ONCE = 20;

export function runTours({ store, cameras, clock, log }: ToursDeps): Tours {
  const move = async (cameraId: string, { preset }: TourStop): Promise<void> => {
    try {
      const reached = await cameras.find(NATION, cameraId);
      const moved = await vendorFor(reached).goToPreset(reached.device, String(preset));
      if (!moved.ok) log.warn({ cameraId, preset, reason: moved.error }, 'a camera did not go to the preset of its tour');
    } catch (error) {
      // The tour tries again at its next stop.
      log.warn({ cameraId, err: error }, 'a camera could not be moved on its tour');
    }
  };

  const run = async (): Promise<void> => {
    const now = clock();
    if (!(await store.cameraHeads.hasDueTours(now))) return;
    const due = await store.transaction(async (tx) => {
      const heads = await tx.cameraHeads.lockDueTours(now, AT_ONCE);
      return Promise.all(
        heads.map(async ({ name, state }) => {
          if (state.tour === null) return null;
          const { stop, tour } = tourStepped(state.tour, now);
          await tx.cameraHeads.save(name, [], { ...state, tour });
          return stop && { cameraId: tour.cameraId, stop };
        }),
      );
    });
    await Promise.all(due.map((one) => one && move(one.cameraId, one.stop)));
    if (due.length === AT_ONCE) await run();
  };
  const polling = poll({ run, everyMs: EVERY_MS, failed: (error) => log.warn({ err: error }, 'the tours of cameras cannot be looked at') });

  return { wake: () => void polling.wake(), stop: () => polling.stop() };
}
