// How late an alarm is that comes well after what it reports: a file of a day, a phone or a device that had no signal, a platform that was down. Pure.
import { HOUR_MS } from '@lookout/domain';
import type { Alarm, AlarmKind } from './alarm.ts';

/** From when on an alarm of a source states how late it is. FIRMS takes up to three hours of its own; everything else comes within minutes. */
export const LATE_AFTER_MS: Readonly<Record<AlarmKind, number>> = {
  satellite: 6 * HOUR_MS,
  camera: HOUR_MS,
  report: HOUR_MS,
  smoke: HOUR_MS,
  danger: HOUR_MS,
};

/** How long before its arrival an alarm was seen, whole hours; null: no longer than usual for its source. */
export function hoursLate({ observedAt, arrivedAt, facts }: Pick<Alarm, 'observedAt' | 'arrivedAt' | 'facts'>): number | null {
  const lateMs = arrivedAt.getTime() - observedAt.getTime();
  return lateMs >= LATE_AFTER_MS[facts.kind] ? Math.floor(lateMs / HOUR_MS) : null;
}
