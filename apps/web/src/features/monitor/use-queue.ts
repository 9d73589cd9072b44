// The queue of this desk: which fires, in which order, and whether they are shown by area.
import type { NamedAlarm } from '@lookout/domain';
import { useMemo, useRef } from 'react';
import { alarmRecords } from '../../entities/alarm/alarm-records.ts';
import { levelsBy, rememberedDanger } from '../../entities/incident/fire-danger.ts';
import type { FireIdOf } from '../../entities/incident/folding.ts';
import { memberRecords } from '../../entities/incident/member-records.ts';
import { CALM_MS, useFireIdOf } from '../../entities/incident/use-fires.ts';
import { useOperatingMode } from '../../entities/operating-mode/mode-records.ts';
import { useCalmRecords, useServices } from '../../shared/services.ts';
import { areasOf, type FireArea, type Influx, influxOf, isFlood } from './flood.ts';
import { type Queue, queueOf } from './queue.ts';
import { useDeskState } from './use-desk.ts';

export interface ArrangedQueue extends Queue {
  /** Every alarm of this desk, newest arrival first. */
  readonly alarms: readonly NamedAlarm[];
  readonly fireIdOf: FireIdOf;
  /** null: fires stand by themselves. */
  readonly areas: readonly FireArea[] | null;
  /** What is coming in, while it is a flood. */
  readonly flood: Influx | null;
  readonly isByDanger: boolean;
}

export function useQueue(): ArrangedQueue {
  const { records } = useServices();
  const alarms = useCalmRecords(alarmRecords, CALM_MS);
  const fireIdOf = useFireIdOf();
  const filter = useDeskState((state) => state.filter);
  const now = useDeskState((state) => state.now);
  const levels = useDeskState((state) => state.levels);
  const arrangement = useDeskState((state) => state.arrangement);
  const isEmergency = useOperatingMode() === 'emergency';
  const wasFlood = useRef(false);
  const influx = useMemo(() => influxOf(alarms, fireIdOf, now), [alarms, fireIdOf, now]);
  wasFlood.current = isFlood(wasFlood.current, influx);
  const flood = wasFlood.current ? influx : null;
  const isByArea = arrangement === 'areas' || (arrangement === 'auto' && flood !== null);
  const isByDanger = isEmergency || isByArea;
  const danger = useMemo(
    () => rememberedDanger({ levelOf: levelsBy(levels), evidenceOf: (id: string) => records(memberRecords).get(id)?.evidence }),
    [levels, records],
  );
  const queue = useMemo(
    () => queueOf(alarms, filter, now, fireIdOf, isByDanger ? danger : null),
    [alarms, filter, now, fireIdOf, danger, isByDanger],
  );
  const areas = useMemo(() => (isByArea ? areasOf(queue.shown) : null), [queue, isByArea]);
  // Areas put the fires of one place together: steps follow what is seen.
  const shown = useMemo(() => areas?.flatMap(({ fires }) => fires) ?? queue.shown, [areas, queue]);
  return useMemo(
    () => ({ ...queue, alarms, fireIdOf, shown, areas, flood, isByDanger }),
    [queue, alarms, fireIdOf, shown, areas, flood, isByDanger],
  );
}
