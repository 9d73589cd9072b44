// From an alarm as it travels to what the map draws of it. Handled alarms have no mark, but a fire judged real lives on until it is closed.
import { readKind, readVerdict, type WireAlarm } from '@lookout/contract';
import { parseGridNo } from '@lookout/domain';
import type { AlarmMark } from '@lookout/map';
import { instantOf } from './wire-time.ts';

export const isOpen = (alarm: WireAlarm): boolean => alarm.isHandle === 0;

/** Judged real and not closed: a marker of its own that no filter hides. */
export const isInProgress = (alarm: WireAlarm): boolean => alarm.isReal === 1 && alarm.closeTime === null;

/** @returns null when the alarm has nothing to show on the map */
export function markOf(alarm: WireAlarm, isNew: boolean): AlarmMark | null {
  const inProgress = isInProgress(alarm);
  const gridNo = parseGridNo(alarm.gridNo);
  if (gridNo === null || (!inProgress && !isOpen(alarm))) return null;
  const { scan, track } = alarm.kind === 'satellite' ? alarm : { scan: null, track: null };
  return {
    id: alarm.id,
    kind: readKind(alarm.kind),
    lng: alarm.longitude,
    lat: alarm.latitude,
    gridNo,
    ...(scan !== null && track !== null ? { footprint: { scanKilometres: scan, trackKilometres: track } } : {}),
    observedAt: new Date(instantOf(alarm.observationDateTime)),
    arrivedAt: new Date(instantOf(alarm.arriveTime)),
    verdict: readVerdict(alarm.isReal),
    inProgress,
    isNew,
  };
}
