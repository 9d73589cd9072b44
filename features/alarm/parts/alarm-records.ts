// Every alarm loaded at this desk, by id: open alarms, fires in progress, and those that live updates add.

import { liveRecords } from '@lookout/web/stores/live-records.ts';
import { isInProgress, type NamedAlarm } from '../alarm.ts';

/** The maximum of an unpaged list. Beyond it the oldest alarms are dropped, but never a fire in progress. */
export const RECORD_LIMIT = 20_000;

/** Newest arrival first. */
const newestFirst = (a: NamedAlarm, b: NamedAlarm): number =>
  b.arrivedAt.getTime() - a.arrivedAt.getTime() || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

export const alarmRecords = liveRecords<NamedAlarm>({
  key: ({ id }) => id,
  order: newestFirst,
  load: async (client, quietly) => {
    const query = { withDrills: 1 } as const;
    return (await Promise.all([client.alarm.latestAlarms({ query, ...quietly }), client.alarm.inProgress({ query, ...quietly })])).flat();
  },
  past: ({ alarms }) => alarms,
  effects: {
    'alarm-recorded': ({ alarm }) => [{ put: alarm }],
    'alarm-changed': ({ alarm }) => [{ put: alarm }],
    'alarm-reported': ({ alarm }) => [{ put: alarm }],
    'alarm-gone': ({ alarmId }) => [{ gone: alarmId }],
  },
  retention: { most: RECORD_LIMIT, keeps: ({ response }) => isInProgress(response), countsNeverDropped: true },
});
