// Whether live updates may change the list of other sources of the same place. Only triggers a refetch: the server decides.
import type { LiveUpdate } from '@lookout/contract';
import { type Alarm, haversineMetres, SAME_PLACE_METRES, SAME_PLACE_MS } from '@lookout/domain';

type Observed = Pick<Alarm, 'id' | 'position' | 'observedAt'>;

/** Within 3 km and 24 h of each other. */
const isNear = (one: Observed, other: Observed): boolean =>
  one.id !== other.id &&
  Math.abs(one.observedAt.getTime() - other.observedAt.getTime()) <= SAME_PLACE_MS &&
  haversineMetres(one.position, other.position) <= SAME_PLACE_METRES;

/** @param known ids of the sources shown now: one of them may have changed, moved away or been deleted */
export const touchesSamePlace = (updates: readonly LiveUpdate[], alarm: Observed, known: ReadonlySet<string>): boolean =>
  updates.some((update) => {
    if (update.kind === 'alarm-gone') return known.has(update.alarmId);
    return 'alarm' in update && (known.has(update.alarm.id) || isNear(alarm, update.alarm));
  });
