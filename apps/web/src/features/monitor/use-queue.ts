// The queue of this desk, for components.
import { useDeferredValue, useSyncExternalStore } from 'react';
import { alarmRecords } from '../../entities/alarm/alarm-records.ts';
import { memberRecords } from '../../entities/incident/member-records.ts';
import { modeRecords, operatingModeOf } from '../../entities/operating-mode/mode-records.ts';
import { perSession, useServices } from '../../shared/services.ts';
import { type ArrangedQueue, createQueueStore, type QueueStore } from './queue-store.ts';
import { deskOf } from './use-desk.ts';

const queueOf = perSession((services) =>
  createQueueStore({
    alarms: services.records(alarmRecords),
    members: services.records(memberRecords),
    modes: services.records(modeRecords),
    desk: deskOf(services).store,
    isEmergency: () => operatingModeOf(services) === 'emergency',
  }),
);

export const useQueueStore = (): QueueStore => queueOf(useServices());

/** Long lists are drawn from it: what an officer types and clicks goes before it, and the drawing is done in slices. */
export function useQueue(): ArrangedQueue {
  const { subscribe, get } = useQueueStore();
  return useDeferredValue(useSyncExternalStore(subscribe, get));
}
