import type { NamedAlarm } from '@lookout/domain';
import { useCallback, useSyncExternalStore } from 'react';
import { alarmRecords } from '../../entities/alarm/alarm-records.ts';
import { useServices } from '../../shared/services.ts';

/** An alarm as the desk knows it now; what was known when it was opened, if the desk knows nothing (more) of it. */
export function useAlarmAsItStands(known: NamedAlarm): NamedAlarm {
  const alarms = useServices().records(alarmRecords);
  const read = useCallback(() => alarms.get(known.id), [alarms, known.id]);
  return useSyncExternalStore(alarms.subscribe, read) ?? known;
}
