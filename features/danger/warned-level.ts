// The warned level of fire danger: the level of the index, raised on days near a holiday and on days with lightning, if a province's rules
// require it. Maps, the order of alarms, statistics and verification use the unraised level of the index.
import { DAY_MS } from '@lookout/domain';
import { type DangerRaising, type DangerRulesInForce, type Holiday, holidaysOn, type LevelsRaised } from './danger-rules.ts';
import type { FireLevel } from './fire-level.ts';

/** Why a level was raised. */
export type DangerCause = HolidayCause | { readonly kind: 'lightning'; readonly strokes: number };

interface HolidayCause {
  readonly kind: 'holiday';
  readonly name: string;
  /** Days from the holiday: negative before it, 0 within it, positive after it. */
  readonly days: number;
}

export interface DangerRaise {
  readonly cause: DangerCause;
  readonly levels: LevelsRaised;
}

export interface WarnedLevel {
  readonly level: FireLevel;
  /** Empty: the level is that of the index. */
  readonly raisedBy: readonly DangerCause[];
}

/**
 * The causes that raise a day's level.
 * @param day `YYYY-MM-DD`, Beijing time
 * @param strokes of the grid and day; null: not known, which raises nothing
 */
export function dangerRaisesOf(
  day: string,
  strokes: number | null,
  { holidays, raising }: Pick<DangerRulesInForce, 'holidays' | 'raising'>,
): readonly DangerRaise[] {
  return [...holidayRaisesOf(day, { holidays, raising }), ...lightningRaisesOf(strokes, raising)];
}

/** The raises by holidays only, which are the same for all grids with the same rules. */
export function holidayRaisesOf(
  day: string,
  { holidays, raising: { holiday } }: Pick<DangerRulesInForce, 'holidays' | 'raising'>,
): readonly DangerRaise[] {
  if (holiday.levels === 0) return [];
  return holidaysAround(day, holidays, holiday).map((cause) => ({ cause, levels: holiday.levels }));
}

export function lightningRaisesOf(strokes: number | null, { lightning }: DangerRaising): readonly DangerRaise[] {
  if (lightning.levels === 0 || strokes === null || strokes < lightning.strokes) return [];
  return [{ cause: { kind: 'lightning', strokes }, levels: lightning.levels }];
}

const TOP: FireLevel = 5;

/**
 * The strongest raise counts. Raises are not added, because their combined effect was never measured. The result never exceeds the top
 * level.
 */
export function warnedLevelOf(level: FireLevel, raises: readonly DangerRaise[]): WarnedLevel {
  const warned = Math.min(TOP, level + Math.max(0, ...raises.map(({ levels }) => levels))) as FireLevel;
  return { level: warned, raisedBy: warned === level ? [] : raises.map(({ cause }) => cause) };
}

/** Each holiday once, with its nearest day; if a past and a future day are equally near, the future one. */
function holidaysAround(
  day: string,
  holidays: readonly Holiday[],
  { daysBefore, daysAfter }: DangerRaising['holiday'],
): readonly HolidayCause[] {
  const found = new Map<string, HolidayCause>();
  for (let away = 0; away <= Math.max(daysBefore, daysAfter); away += 1) {
    const sides = away === 0 ? [0] : [...(away <= daysBefore ? [-away] : []), ...(away <= daysAfter ? [away] : [])];
    for (const days of sides) {
      for (const name of holidaysOn(dayAfter(day, -days), holidays)) if (!found.has(name)) found.set(name, { kind: 'holiday', name, days });
    }
  }
  return [...found.values()];
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
