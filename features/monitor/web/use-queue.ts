// The queue of this desk, for components.

import { perSession, useCalmRecords, useServices } from '@lookout/web/shared/services.ts';
import { useDeferredValue, useSyncExternalStore } from 'react';
import { alarmRecords } from '../../alarm/parts/alarm-records.ts';
import { agingOf } from '../../incident/parts/aging.ts';
import { fireIdBy } from '../../incident/parts/folding.ts';
import { memberRecords } from '../../incident/parts/member-records.ts';
import { modeRecords, operatingModeOf } from '../../operating-mode/parts/mode-records.ts';
import { createFloodWatch, type Influx } from './flood.ts';
import { type ArrangedQueue, createQueueStore, type QueueStore } from './queue-store.ts';
import { deskOf, useDeskState } from './use-desk.ts';

/** Shared by the queue and the notice on other pages. */
const floodWatchOf = perSession(createFloodWatch);

const queueOf = perSession((services) =>
  createQueueStore({
    alarms: services.records(alarmRecords),
    members: services.records(memberRecords),
    modes: services.records(modeRecords),
    desk: deskOf(services).store,
    isEmergency: () => operatingModeOf(services) === 'emergency',
    floodIn: floodWatchOf(services),
    aging: agingOf(services).store,
  }),
);

export const useQueueStore = (): QueueStore => queueOf(useServices());

/** Used to render long lists: the officer's input has priority, and the rendering is done in slices. */
export function useQueue(): ArrangedQueue {
  const { subscribe, get } = useQueueStore();
  return useDeferredValue(useSyncExternalStore(subscribe, get));
}

/** Sufficient for a notice. */
const FLOOD_EVERY_MS = 1_000;

/** The alarm rate during a flood; null: no flood. The queue is not arranged for this. */
export function useFlood(): Influx | null {
  const services = useServices();
  const alarms = useCalmRecords(alarmRecords, FLOOD_EVERY_MS);
  const now = useDeskState((state) => state.now);
  return floodWatchOf(services)(alarms, fireIdBy(services.records(memberRecords)), now);
}
