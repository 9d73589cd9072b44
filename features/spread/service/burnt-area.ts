// The known burned area of a fire: drawn by officers, or reported by a feed. Reports and duty statistics use it.

import { areaSquareMetres } from '@lookout/geo';
import type { Alarm } from '../../alarm/alarm.ts';
import type { Plot } from '../../plot/plot.ts';
import type { Known } from '../../reporting/reporting-rule.ts';

const SQUARE_METRES_PER_HECTARE = 10_000;

/** A known area, hectares. */
type Area = Known<number>;

/**
 * The larger of the drawn area and the area in feeds, with the time when it became known.
 * @param alarms of the fire
 * @param drawn the burnt areas that officers drew for it
 * @returns null: no area is drawn or reported
 */
export function burntArea(alarms: readonly Alarm[], drawn: readonly Pick<Plot, 'points' | 'changedAt'>[]): Area | null {
  return largerArea(drawnArea(drawn), reportedArea(alarms));
}

function drawnArea(plots: readonly Pick<Plot, 'points' | 'changedAt'>[]): Area | null {
  if (plots.length === 0) return null;
  const value = plots.reduce((sum, { points }) => sum + areaSquareMetres(points), 0) / SQUARE_METRES_PER_HECTARE;
  return { value, at: new Date(Math.max(...plots.map(({ changedAt }) => changedAt.getTime()))) };
}

/** The area reported by feeds. */
function reportedArea(alarms: readonly Alarm[]): Area | null {
  return alarms.reduce<Area | null>(
    (larger, { facts, arrivedAt }) =>
      largerArea(larger, facts.kind === 'satellite' && facts.areaHectares !== null ? { value: facts.areaHectares, at: arrivedAt } : null),
    null,
  );
}

const largerArea = (a: Area | null, b: Area | null): Area | null => (a === null || (b !== null && b.value > a.value) ? b : a);
