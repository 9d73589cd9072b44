// The queue: open alarms that pass the filter, newest arrival first, and moving along it.
import { WIRE_KINDS, type WireAlarm, type WireKind } from '@lookout/contract';
import { acceptor, boundsOf, type QueueFilter } from './filter.ts';

export interface Queue {
  readonly shown: readonly WireAlarm[];
  /** Open alarms in all. */
  readonly total: number;
  /** Open alarms within the window of time, by source, whether or not the source is switched on. */
  readonly bySource: Readonly<Record<WireKind, number>>;
}

/** @param alarms newest arrival first, as the record store lists them */
export function queueOf(alarms: readonly WireAlarm[], filter: QueueFilter, now: number): Queue {
  const accepts = acceptor(filter, now);
  const { from, to } = boundsOf(filter.window, now);
  const bySource = Object.fromEntries(WIRE_KINDS.map((kind) => [kind, 0])) as Record<WireKind, number>;
  const shown: WireAlarm[] = [];
  let total = 0;
  for (const alarm of alarms) {
    if (alarm.isHandle !== 0) continue;
    total++;
    if ((from === null || alarm.arriveTime >= from) && (to === null || alarm.arriveTime <= to)) bySource[alarm.kind]++;
    if (accepts(alarm)) shown.push(alarm);
  }
  return { shown, total, bySource };
}

/**
 * The alarm `step` places further down (1: older) or up (−1: newer); stays at the ends.
 * One that has left the queue meanwhile (handled by a colleague) is counted from where it stood.
 */
export function neighbour(shown: readonly WireAlarm[], current: WireAlarm | null, step: 1 | -1): WireAlarm | null {
  if (shown.length === 0) return null;
  if (current === null) return shown[0] ?? null;
  const index = shown.findIndex(({ id }) => id === current.id);
  if (index >= 0) return shown[Math.min(shown.length - 1, Math.max(0, index + step))] ?? null;
  const after = shown.findIndex(({ arriveTime }) => arriveTime <= current.arriveTime);
  const below = after < 0 ? shown.length : after;
  return shown[Math.min(shown.length - 1, Math.max(0, step === 1 ? below : below - 1))] ?? null;
}
