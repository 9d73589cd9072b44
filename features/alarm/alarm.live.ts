// An alarm's live messages: its arrival, each change, and the superior's copy when it is pushed. A desk that may no longer see the alarm,
// because it was moved away or deleted, gets a message that it has been removed.

import type { GridNames } from '@lookout/contract';
import { actorName, covers, type GridNo, levelOf } from '@lookout/domain';
import type { LiveContent, LiveData, LiveMessagesOf } from '../live-messages.ts';
import { writeAlarm } from './alarm.wire.ts';
import type { AlarmEvent } from './alarm-events.ts';
import { actOfEvent } from './alarm-history.wire.ts';

/**
 * Not published: a view changes nothing, the origin of an alarm is published with the other alarm, progress with the task, and what cameras
 * saw with their look.
 */
const NOT_PUBLISHED = ['alarm.seen', 'alarm.linked', 'alarm.progressed', 'alarm.second-looked'];

export const alarmLive: LiveMessagesOf<'alarm'> = (event, after, nameOf) => {
  if (NOT_PUBLISHED.includes(event.kind)) return [];
  if (event.kind === 'alarm.recorded') return after ? [{ kind: 'newFire', gridNo: event.gridNo, data: writeAlarm(after, nameOf) }] : [];
  const change = { change: actOfEvent[event.kind], changedBy: actorName(event.actor) };
  const goneFrom = (gridNo: GridNo): LiveContent => ({ kind: 'fireAlarm', gridNo, data: { id: event.objectId, deleted: true, ...change } });
  if (after === null) return [goneFrom(event.gridNo)];
  const alarm = writeAlarm(after, nameOf);
  const changed: LiveContent = { kind: 'fireAlarm', gridNo: event.gridNo, data: { ...alarm, ...change } as LiveData<'fireAlarm'> };
  const left = event.leftGridNo !== null && !covers(event.leftGridNo, event.gridNo) ? [goneFrom(event.leftGridNo)] : [];
  return [...left, changed, ...reportOf(event, alarm, nameOf)];
};

/** Notifies the superior's desk: a county's push is a countyReport, a prefecture's or a province's a cityReport. */
function reportOf(event: AlarmEvent, alarm: ReturnType<typeof writeAlarm>, nameOf: GridNames): LiveContent[] {
  // A pushed smoke alarm is not reported: it becomes a separate alarm.
  if (event.kind !== 'alarm.pushed' || event.payload.toAlarmId !== null) return [];
  const { note, fromGridNo } = event.payload;
  const level = levelOf(fromGridNo);
  const kind = level === 'county' || level === 'town' ? 'countyReport' : 'cityReport';
  const report = { pushedBy: actorName(event.actor), pushNote: note, fromGridNo, fromGridName: nameOf(fromGridNo) ?? fromGridNo };
  return [{ kind, gridNo: event.gridNo, data: { ...alarm, ...report } as LiveData<'countyReport'> }];
}
