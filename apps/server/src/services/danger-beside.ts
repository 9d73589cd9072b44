// What is said of a grid's day beside its index: LY/T 1172 by the rules in force, the fuels of the FBP System, holidays and lightning.
import { formatTime } from '@lookout/contract';
import {
  type DangerBeside,
  type DangerRules,
  type DangerRulesInForce,
  dangerRatingOf,
  dangerRulesInForce,
  type FireDay,
  type FuelDanger,
  type GridNo,
  holidaysOn,
  lineage,
  type RatingTable,
} from '@lookout/domain';
import { type FbpStand, fbpHead } from '@lookout/fire-model';
import type { Store } from '@lookout/store';

/** @param day its rules and counts were read for; of another grid or day it answers without lightning */
type Beside = (day: FireDay & { readonly forecastAt?: Date }) => DangerBeside;

/** Reads what the days need, all at once. @param scope that covers their grids */
export async function dangerBeside(
  { dangerRules, lightning }: Pick<Store, 'dangerRules' | 'lightning'>,
  scope: GridNo,
  days: readonly FireDay[],
): Promise<Beside> {
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  if (first === undefined || last === undefined) return besideOf(rulesOf([]), null);
  const [rules, since, counts] = await Promise.all([dangerRules.all(), lightning.knownSince(), lightning.counts(scope, first, last)]);
  return besideOf(rulesOf(rules), since && strokesOf(counts, formatTime(since).slice(0, first.length)));
}

/** The rules of each grid, worked out once a grid. */
export function rulesOf(rules: readonly DangerRules[]): (gridNo: GridNo) => DangerRulesInForce {
  const set = new Map(rules.map((one) => [one.gridNo, one]));
  const known = new Map<GridNo, DangerRulesInForce>();
  return (gridNo) => {
    const found = known.get(gridNo) ?? dangerRulesInForce(gridNo, (no) => set.get(no));
    known.set(gridNo, found);
    return found;
  };
}

/** The rating of a day; null: it was worked out by a version that did not store what is rated. */
export const ratingOfDay = ({ day, extremes, drySpell }: FireDay, table: RatingTable) =>
  extremes && drySpell ? dangerRatingOf(extremes, drySpell, monthOf(day), table) : null;

/** @param strokes of a grid and day, null where nothing is known of them; null: no feed gives lightning */
function besideOf(rules: (gridNo: GridNo) => DangerRulesInForce, strokes: ((gridNo: GridNo, day: string) => number | null) | null): Beside {
  return (day) => {
    const { rating: table, holidays } = rules(day.gridNo);
    return {
      rating: ratingOfDay(day, table),
      fuels: fuelsOn(day, table.season.points[monthOf(day.day) - 1] ?? 0),
      holidays: holidaysOn(day.day, holidays),
      lightning: strokes === null || day.forecastAt !== undefined ? null : strokes(day.gridNo, day.day),
    };
  };
}

/** Counts of counties, summed up to every grid above them. @param firstDay before it nothing is known */
function strokesOf(counts: readonly { readonly gridNo: GridNo; readonly day: string; readonly count: number }[], firstDay: string) {
  const sums = new Map<string, number>();
  for (const { gridNo, day, count } of counts) {
    for (const no of lineage(gridNo)) sums.set(`${no} ${day}`, (sums.get(`${no} ${day}`) ?? 0) + count);
  }
  return (gridNo: GridNo, day: string): number | null => (day < firstDay ? null : (sums.get(`${gridNo} ${day}`) ?? 0));
}

const monthOf = (day: string): number => Number(day.slice(5, 7));

/** Points that the season's table takes off when everything is green. */
const ALL_GREEN = 20;

/**
 * Pine, broadleaves, a mixed stand and tall grass. How far grass is cured and whether the broadleaves have leaves follow the season's table, as the share of
 * the ground that is not green (our reading, 待核对).
 */
function fuelsOn({ ffmc, isi, bui }: FireDay, seasonPoints: number): readonly FuelDanger[] {
  const green = Math.min(1, Math.max(0, seasonPoints / ALL_GREEN));
  const stands: readonly FbpStand[] = [
    { fuel: 'C-3' },
    { fuel: 'D-1' },
    { fuel: green < 0.5 ? 'M-1' : 'M-2', coniferPercent: 50 },
    { fuel: 'O-1b', curingPercent: 100 * (1 - green) },
  ];
  return stands.map((stand) => {
    const { rateMetresPerMinute, intensityKilowattsPerMetre, intensityClass } = fbpHead(stand, { ffmc, isi, bui });
    return { fuel: stand.fuel, rateMetresPerMinute, intensityKilowattsPerMetre, intensityClass };
  });
}
