// The live messages about an alarm.

import { topicMessage } from '@lookout/contract/live/topic-message.ts';
import { topic } from '@lookout/contract/live/topics.ts';
import type { GridNo } from '@lookout/domain';
import { z } from 'zod';
import type { NamedAlarm } from './alarm.ts';
import { readAlarm } from './alarm.wire.ts';
import type { AlarmEventKind } from './alarm-events.ts';
import { eventsOfAct } from './alarm-history.wire.ts';
import { HISTORY_ACTS, type HistoryAct } from './history-acts.wire.ts';
import { anyAlarm, cameraAlarm, dangerAlarm, reportAlarm, satelliteAlarm, smokeAlarm } from './specified-alarm.schema.ts';

interface AlarmRecorded {
  readonly kind: 'alarm-recorded';
  readonly alarm: NamedAlarm;
}
interface Change {
  readonly change: AlarmEventKind;
  /** Full name. */
  readonly changedBy: string;
}
interface AlarmChanged extends Change {
  readonly kind: 'alarm-changed';
  readonly alarm: NamedAlarm;
}
/** The alarm was deleted, or moved to a grid that this desk does not see. */
interface AlarmGone extends Change {
  readonly kind: 'alarm-gone';
  readonly alarmId: string;
}
/** The alarm was pushed to this superior's desk. */
interface AlarmReported {
  readonly kind: 'alarm-reported';
  readonly alarm: NamedAlarm;
  readonly pushedBy: string;
  readonly note: string | null;
  readonly fromGridNo: GridNo;
  readonly fromGridName: string;
}

const everyAlarmWith = <S extends z.ZodRawShape>(shape: S) =>
  z.discriminatedUnion('kind', [
    satelliteAlarm.extend(shape),
    cameraAlarm.extend(shape),
    reportAlarm.extend(shape),
    smokeAlarm.extend(shape),
    dangerAlarm.extend(shape),
  ]);

/** The change, and the full name of who made it. */
const change = { change: z.enum(HISTORY_ACTS), changedBy: z.string() };
/** By whom, why and from which grid an alarm was pushed upwards. */
const report = { pushedBy: z.string(), pushNote: z.string().nullable(), fromGridNo: z.string(), fromGridName: z.string() };

// Every act has exactly one event, except an arrival, which is not published as a change.
const readChange = (data: { readonly change: HistoryAct; readonly changedBy: string }): Change => ({
  change: eventsOfAct(data.change)[0] as AlarmEventKind,
  changedBy: data.changedBy,
});

export const newFireTopic = topic({
  name: 'newFire',
  right: 'watch-alarms',
  scope: 'upwards',
  summary: '新火警：产生时一次',
});

export const fireAlarmTopic = topic({
  name: 'fireAlarm',
  right: 'watch-alarms',
  scope: 'upwards',
  summary: '火警的每次变化（接警、研判、上报、处置、移位、命令与其收到、关闭、删除）',
});

export const countyReportTopic = topic({
  name: 'countyReport',
  right: 'watch-alarms',
  scope: 'upwards',
  summary: '县级上报的火警，送达上级席位',
});

export const cityReportTopic = topic({
  name: 'cityReport',
  right: 'watch-alarms',
  scope: 'upwards',
  summary: '市州或省级上报的火警，送达上级席位',
});

export const alarmTopicMessages = [
  topicMessage({
    topics: [newFireTopic],
    data: anyAlarm,
    read: (data): AlarmRecorded => ({ kind: 'alarm-recorded', alarm: readAlarm(data) }),
  }),
  topicMessage({
    topics: [fireAlarmTopic],
    data: everyAlarmWith(change),
    read: (data): AlarmChanged => ({ kind: 'alarm-changed', alarm: readAlarm(data), ...readChange(data) }),
  }),
  topicMessage({
    topics: [fireAlarmTopic],
    data: z.object({ id: z.uuid(), deleted: z.literal(true), ...change }),
    read: (data): AlarmGone => ({ kind: 'alarm-gone', alarmId: data.id, ...readChange(data) }),
  }),
  topicMessage({
    topics: [countyReportTopic, cityReportTopic],
    data: everyAlarmWith(report),
    read: ({ pushedBy, pushNote, fromGridNo, fromGridName, ...alarm }): AlarmReported => ({
      kind: 'alarm-reported',
      alarm: readAlarm(alarm),
      pushedBy,
      note: pushNote,
      fromGridNo: fromGridNo as GridNo,
      fromGridName,
    }),
  }),
] as const;
