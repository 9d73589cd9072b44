// What is known of the area that a fire has burnt: drawn by officers, or told by a feed. Reports go by it, and the sums of duty.

import { areaSquareMetres } from '@lookout/geo';
import type { Alarm } from '../../alarm/alarm.ts';
import type { Plot } from '../../plot/plot.ts';
import type { Known } from '../../reporting/reporting-rule.ts';

const SQUARE_METRES_PER_HECTARE = 10_000;

/** Hectares. */
type Area = Known<number>;

/**
 * The larger of what was drawn and of what feeds say, with when it was known.
 * @param alarms of the fire
 * @param drawn what officers drew as burnt for it
 * @returns null: nobody has drawn or told any
 */
export function burntArea(alarms: readonly Alarm[], drawn: readonly Pick<Plot, 'points' | 'changedAt'>[]): Area | null {
  return largerArea(drawnArea(drawn), toldArea(alarms));
}

function drawnArea(plots: readonly Pick<Plot, 'points' | 'changedAt'>[]): Area | null {
  if (plots.length === 0) return null;
  const value = plots.reduce((sum, { points }) => sum + areaSquareMetres(points), 0) / SQUARE_METRES_PER_HECTARE;
  return { value, at: new Date(Math.max(...plots.map(({ changedAt }) => changedAt.getTime()))) };
}

/** As a feed says it. */
function toldArea(alarms: readonly Alarm[]): Area | null {
  return alarms.reduce<Area | null>(
    (larger, { facts, arrivedAt }) =>
      largerArea(larger, facts.kind === 'satellite' && facts.areaHectares !== null ? { value: facts.areaHectares, at: arrivedAt } : null),
    null,
  );
}

const largerArea = (a: Area | null, b: Area | null): Area | null => (a === null || (b !== null && b.value > a.value) ? b : a);
