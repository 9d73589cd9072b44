// How late an alarm is that arrives long after what it reports: from a daily file, from a phone or device without signal, or after an
// outage of the platform. Pure.
import { HOUR_MS } from '@lookout/domain';
import type { Alarm, AlarmKind } from './alarm.ts';

/**
 * Delay from which an alarm of a source states how late it is. FIRMS itself takes up to three hours, all other sources deliver within
 * minutes.
 */
export const LATE_AFTER_MS: Readonly<Record<AlarmKind, number>> = {
  satellite: 6 * HOUR_MS,
  camera: HOUR_MS,
  report: HOUR_MS,
  smoke: HOUR_MS,
  danger: HOUR_MS,
};

/** Whole hours between observation and arrival of an alarm; null: no longer than usual for its source. */
export function hoursLate({ observedAt, arrivedAt, facts }: Pick<Alarm, 'observedAt' | 'arrivedAt' | 'facts'>): number | null {
  const lateMs = arrivedAt.getTime() - observedAt.getTime();
  return lateMs >= LATE_AFTER_MS[facts.kind] ? Math.floor(lateMs / HOUR_MS) : null;
}
