// The danger of a grid's day by the rules in force: LY/T 1172, the fuels of the FBP System, holidays and lightning, and the warned level.
import { formatTime } from '@lookout/contract';
import { type GridNo, lineage } from '@lookout/domain';
import { type FbpStand, fbpHead } from '@lookout/fire-model';
import type { Store } from '../../store.ts';
import { dangerRatingOf, type RatingTable } from '../danger-rating.ts';
import { type DangerRules, type DangerRulesInForce, dangerRulesInForce, holidaysOn } from '../danger-rules.ts';
import { monthOfDay } from '../fire-forecast.ts';
import type { FireLevel } from '../fire-level.ts';
import { type DangerBeside, dangerLevelOf, type FireDay, type FuelDanger } from '../fire-weather.ts';
import { dangerRaisesOf, warnedLevelOf } from '../warned-level.ts';

/** @param day a day for which rules and counts were read; for another grid or day the result has no lightning */
type Beside = (day: FireDay) => DangerBeside;

/** Reads all data of the days at once. @param scope a grid that covers their grids @param days in order */
export async function dangerBeside(
  { dangerRules, lightning }: Pick<Store, 'dangerRules' | 'lightning'>,
  scope: GridNo,
  days: readonly FireDay[],
  now: Date,
): Promise<Beside> {
  const [firstDay, lastDay] = [days[0]?.day, days.at(-1)?.day];
  if (firstDay === undefined || lastDay === undefined) return besideOf(rulesOf([]), () => null);
  const [rules, strokes] = await Promise.all([dangerRules.all(), strokesWithin(lightning, scope, { firstDay, lastDay }, now)]);
  return besideOf(rulesOf(rules), strokes);
}

/** Strokes in a grid on a day so far; null: no feed had reported any by then, they are no longer retained, or the day is in the future. */
type StrokesOn = (gridNo: GridNo, day: string) => number | null;

/** @param scope a grid that covers the queried grids */
export async function strokesWithin(
  lightning: Store['lightning'],
  scope: GridNo,
  { firstDay, lastDay }: { readonly firstDay: string; readonly lastDay: string },
  now: Date,
): Promise<StrokesOn> {
  const [since, counts] = await Promise.all([lightning.knownSince(), lightning.counts(scope, firstDay, lastDay)]);
  return since === null ? () => null : strokesOf(counts, dayOf(since), dayOf(now));
}

/** The day in Beijing time. */
const dayOf = (at: Date): string => formatTime(at).slice(0, 'YYYY-MM-DD'.length);

/** The rules in force for each grid, computed once per grid. */
export function rulesOf(rules: readonly DangerRules[]): (gridNo: GridNo) => DangerRulesInForce {
  const set = new Map(rules.map((one) => [one.gridNo, one]));
  const known = new Map<GridNo, DangerRulesInForce>();
  return (gridNo) => {
    const found = known.get(gridNo) ?? dangerRulesInForce(gridNo, (no) => set.get(no));
    known.set(gridNo, found);
    return found;
  };
}

/** Applies `dangerLevelOf` to a day of any grid, by the rules in force there. @param rules the rules of all grids that have any */
export function dangerLevelsBy(rules: readonly DangerRules[]): (day: FireDay) => FireLevel {
  const rulesIn = rulesOf(rules);
  return (day) => dangerLevelOf(day.fwi, ratingOfDay(day, rulesIn(day.gridNo).rating));
}

/** The rating of a day; null: the day was computed by a version that did not store the inputs of the rating. */
export const ratingOfDay = ({ day, extremes, drySpell }: FireDay, table: RatingTable) =>
  extremes && drySpell ? dangerRatingOf(extremes, drySpell, monthOfDay(day), table) : null;

function besideOf(rulesIn: (gridNo: GridNo) => DangerRulesInForce, strokesOn: StrokesOn): Beside {
  return (day) => {
    const rules = rulesIn(day.gridNo);
    const { rating: table, holidays } = rules;
    const lightning = strokesOn(day.gridNo, day.day);
    const rating = ratingOfDay(day, table);
    return {
      rating,
      fuels: fuelsOn(day, table.season.points[monthOfDay(day.day) - 1] ?? 0),
      holidays: holidaysOn(day.day, holidays),
      lightning,
      warned: warnedLevelOf(dangerLevelOf(day.fwi, rating), dangerRaisesOf(day.day, lightning, rules)),
    };
  };
}

/** Counts of counties, summed up for every grid above them. @param firstDay @param lastDay outside this range nothing is known */
function strokesOf(
  counts: readonly { readonly gridNo: GridNo; readonly day: string; readonly count: number }[],
  firstDay: string,
  lastDay: string,
): StrokesOn {
  const sums = new Map<string, number>();
  for (const { gridNo, day, count } of counts) {
    for (const no of lineage(gridNo)) sums.set(`${no} ${day}`, (sums.get(`${no} ${day}`) ?? 0) + count);
  }
  return (gridNo, day) => (day < firstDay || day > lastDay ? null : (sums.get(`${gridNo} ${day}`) ?? 0));
}

/** Points that the season table subtracts when all vegetation is green. */
const ALL_GREEN = 20;

/**
 * Pine, broadleaves, a mixed stand and tall grass. The curing of grass and the leaf-out of broadleaves follow the season table, as the
 * share of the terrain that is not green (our interpretation, 待核对).
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
