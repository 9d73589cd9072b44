// The queue: open alarms that pass the filter, newest arrival first, and moving along it.
import { ALARM_KINDS, type AlarmKind, isHandled, type NamedAlarm } from '@lookout/domain';
import { acceptor, boundsOf, isWithin, type QueueFilter } from './filter.ts';

export interface Queue {
  readonly shown: readonly NamedAlarm[];
  /** Open alarms in all. */
  readonly total: number;
  /** Open alarms within the window of time, by source, whether or not the source is switched on. */
  readonly bySource: Readonly<Record<AlarmKind, number>>;
}

/** @param alarms newest arrival first, as the record store lists them */
export function queueOf(alarms: readonly NamedAlarm[], filter: QueueFilter, now: number): Queue {
  const accepts = acceptor(filter, now);
  const bounds = boundsOf(filter.window, now);
  const bySource = Object.fromEntries(ALARM_KINDS.map((kind) => [kind, 0])) as Record<AlarmKind, number>;
  const shown: NamedAlarm[] = [];
  let total = 0;
  for (const alarm of alarms) {
    if (isHandled(alarm.response)) continue;
    total++;
    if (isWithin(bounds, alarm)) bySource[alarm.facts.kind]++;
    if (accepts(alarm)) shown.push(alarm);
  }
  return { shown, total, bySource };
}

/**
 * The alarm `step` places further down (1: older) or up (−1: newer); stays at the ends.
 * One that has left the queue meanwhile (handled by a colleague) is counted from where it stood.
 */
export function neighbour(shown: readonly NamedAlarm[], current: NamedAlarm | null, step: 1 | -1): NamedAlarm | null {
  if (shown.length === 0) return null;
  if (current === null) return shown[0] ?? null;
  const index = shown.findIndex(({ id }) => id === current.id);
  if (index >= 0) return shown[Math.min(shown.length - 1, Math.max(0, index + step))] ?? null;
  const after = shown.findIndex(({ arrivedAt }) => arrivedAt <= current.arrivedAt);
  const below = after < 0 ? shown.length : after;
  return shown[Math.min(shown.length - 1, Math.max(0, step === 1 ? below : below - 1))] ?? null;
}
