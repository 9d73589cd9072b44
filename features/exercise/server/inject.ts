// Inserts the alarms of running exercises at their minute. Several servers share the scripts.

import type { System } from '@lookout/domain';
import { actOf } from '@lookout/server/acting/act.ts';
import type { Log } from '@lookout/server/log-lines/log.ts';
import type { LivePublisher } from '@lookout/server/services/deps.ts';
import { type Polling, poll } from '@lookout/server/services/poll.ts';
import type { Observation } from '../../alarm/alarm.ts';
import type { Gazetteer } from '../../grid/service/gazetteer.ts';
import type { Store } from '../../store.ts';
import { EXERCISE_SCRIPT } from '../drill.wire.ts';
import { DRILL_FIND_TYPES, drillFacts } from '../exercise.ts';
import type { DueInject } from '../exercises.store.ts';

interface Injecting {
  readonly store: Store;
  readonly gazetteer: () => Gazetteer;
  readonly clock: () => Date;
  readonly live: Pick<LivePublisher, 'committed'>;
  readonly log: Log;
}

const EVERY_MS = 1_000;
/** Alarms inserted in one transaction; the rest follow immediately. */
const AT_ONCE = 50;

const SCRIPT: System = { kind: 'system', name: EXERCISE_SCRIPT };

export function startInjecting({ store, gazetteer, clock, live, log }: Injecting): Polling {
  const observationOf = (inject: DueInject, now: Date): Observation => ({
    findType: DRILL_FIND_TYPES[inject.kind],
    position: inject.position,
    observedAt: now,
    address: null,
    facts: drillFacts(inject.kind, inject, inject.exerciseName),
    dedupeKey: `drill:${inject.id}`,
  });

  const injectDue = async (): Promise<void> => {
    const now = clock();
    const count = await store.transaction(async (tx) => {
      const due = await tx.exercises.lockDue(now, AT_ONCE);
      const placed = due.flatMap((inject) => {
        const at = gazetteer().locateObservation(observationOf(inject, now), inject.gridNo);
        // The position was checked when the script was written, but the boundaries may have been imported again since.
        return at.ok ? [{ inject, observation: { ...at.value, exerciseId: inject.exerciseId } }] : [];
      });
      const [first] = placed;
      if (first === undefined) return 0;
      const { audit } = actOf(SCRIPT, { name: 'inject-drill-alarms', scope: first.inject.gridNo, now });
      audit.target('exercise', first.inject.exerciseId, first.inject.gridNo);
      audit.detail({ alarms: placed.length });
      const { fresh } = await tx.alarms.record({
        observations: placed.map(({ observation }) => observation),
        audit: [audit.take()],
        arrivedAt: now,
        origin: { actor: SCRIPT, requestId: null },
      });
      await tx.exercises.injected(
        placed.map(({ inject }) => inject.id),
        fresh.map(({ id }) => id),
      );
      return fresh.length;
    });
    if (count > 0) live.committed();
    if (count === AT_ONCE) await injectDue();
  };

  return poll({
    run: injectDue,
    everyMs: EVERY_MS,
    failed: (error) => log.warn({ err: error }, 'alarms of an exercise could not be put in'),
  });
}
