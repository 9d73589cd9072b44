// How large the sources' errors really are, learned once a day from the fires that users confirmed (`packages/fusion/src/calibration.ts`).
import { DAY_MS } from '@lookout/domain';
import { calibrate, covarianceOf, detectionSourceOf, lookOf, type PlacedLook } from '@lookout/fusion';
import type { Log } from '@lookout/server/log-lines/log.ts';
import { type Polling, poll } from '@lookout/server/services/poll.ts';
import type { SharedJobs } from '@lookout/server/services/shared-jobs.ts';
import type { Store } from '../../store.ts';
import { cameraAt, camerasOf } from './evidence.ts';

interface LearnDeps {
  readonly store: Store;
  readonly sharedJobs: SharedJobs;
  readonly clock: () => Date;
  readonly log: Log;
}

const LEARNED_FROM_MS = 90 * DAY_MS;
/** Maximum number of alarms of confirmed fires, newest fires first; far more than a factor needs. */
const MOST_ALARMS = 20_000;

/** server/association.ts reads the learned factors with the rest of its `Basis`, within the hour. */
export function learnErrors({ store, sharedJobs, clock, log }: LearnDeps): Polling {
  const run = async (): Promise<void> => {
    const now = clock();
    const members = await store.incidents.confirmedSince(new Date(now.getTime() - LEARNED_FROM_MS), MOST_ALARMS);
    const cameras = await camerasOf(
      store,
      members.map(({ alarm }) => alarm),
    );
    const fires = Map.groupBy(members, ({ member }) => member.incidentId);
    const looks = [...fires.values()].map((fire) =>
      fire.flatMap(({ alarm }): PlacedLook[] => {
        const source = detectionSourceOf(alarm.facts);
        if (source === null) return [];
        // The covariance as stated, so that a factor learned earlier is not learned again.
        const covariance = covarianceOf(alarm, cameraAt(alarm, cameras));
        return [{ look: lookOf(alarm), source, position: alarm.position, covariance, atMs: alarm.observedAt.getTime() }];
      }),
    );
    await store.errorScales.save(calibrate(looks), now);
  };
  return poll({
    run: sharedJobs.alone('error-scales', run),
    everyMs: sharedJobs.pause('error-scales', DAY_MS),
    failed: (error) => log.warn({ err: error }, 'the errors of the sources could not be learned'),
  });
}
