// Danger level and weather of each grid and day, as one byte, because they are looked up for a million alarms at once.
import { beijingDayOf, type GridNo, lineage, NATION } from '@lookout/domain';
import type { FireLevel } from '../../danger/fire-level.ts';
import type { FireDay } from '../../danger/fire-weather.ts';
import { WEATHER_CLASSES, type WeatherClass, weatherClassOf } from '../statistics.ts';

/** A day's code: the level in the lowest three bits (0: unknown), above it the weather class, from 1. */
export const levelOfCode = (code: number): FireLevel | null => ((code & 7) === 0 ? null : ((code & 7) as FireLevel));
export const weatherOfCode = (code: number): WeatherClass | null => WEATHER_CLASSES[(code >> 3) - 1] ?? null;
/** @param levelOf the danger level of a day by the rules in force */
type LevelOf = (day: FireDay) => FireLevel;
const codeOf = (day: FireDay, levelOf: LevelOf): number => levelOf(day) | ((WEATHER_CLASSES.indexOf(weatherClassOf(day)) + 1) << 3);

/** The codes of one grid, from a first day on. */
export interface DayCodes {
  /** Day number as in `beijingDayOf`. */
  readonly firstDay: number;
  readonly codes: Uint8Array;
}

const NONE: DayCodes = { firstDay: 0, codes: new Uint8Array(0) };

export class FireDays {
  /** The newest known day of each grid that has any. */
  readonly newest = new Map<GridNo, string>();
  /** Incremented by each change. */
  version = 0;
  readonly #own = new Map<GridNo, DayCodes>();
  #filled = new Map<GridNo, DayCodes>();

  /** Clears all days, because the rules for their levels have changed. */
  clear(): void {
    this.newest.clear();
    this.#own.clear();
    this.#filled = new Map();
    this.version++;
  }

  add(days: readonly FireDay[], levelOf: LevelOf): void {
    if (days.length === 0) return;
    for (const [gridNo, own] of Map.groupBy(days, (day) => day.gridNo)) {
      this.#own.set(gridNo, withDays(this.#own.get(gridNo) ?? NONE, own, levelOf));
      const known = this.newest.get(gridNo) ?? '';
      this.newest.set(gridNo, [known, ...own.map(({ day }) => day)].sort().at(-1) ?? known);
    }
    this.#filled = new Map();
    this.version++;
  }

  /** The codes of a grid; where it has no weather, those of the nearest grid above it. */
  of(gridNo: GridNo): DayCodes {
    const known = this.#filled.get(gridNo);
    if (known !== undefined) return known;
    const line = lineage(gridNo)
      .filter((no) => no !== NATION)
      .flatMap((no) => this.#own.get(no) ?? []);
    const filled = line.length < 2 ? (line[0] ?? NONE) : filledFrom(line);
    this.#filled.set(gridNo, filled);
    return filled;
  }
}

const dayNumber = (day: string): number => beijingDayOf(Date.parse(`${day}T00:00:00+08:00`));

function withDays({ firstDay, codes }: DayCodes, days: readonly FireDay[], levelOf: LevelOf): DayCodes {
  const numbers = days.map(({ day }) => dayNumber(day));
  const known = codes.length === 0 ? [] : [firstDay, firstDay + codes.length - 1];
  const [first, last] = [Math.min(...known, ...numbers), Math.max(...known, ...numbers)];
  const grown = new Uint8Array(last - first + 1);
  grown.set(codes, codes.length === 0 ? 0 : firstDay - first);
  days.forEach((day, index) => {
    grown[(numbers[index] as number) - first] = codeOf(day, levelOf);
  });
  return { firstDay: first, codes: grown };
}

/** @param line the grids' codes, nearest first */
function filledFrom(line: readonly DayCodes[]): DayCodes {
  const first = Math.min(...line.map(({ firstDay }) => firstDay));
  const end = Math.max(...line.map(({ firstDay, codes }) => firstDay + codes.length));
  const codes = new Uint8Array(end - first);
  for (const one of line.toReversed()) {
    for (let index = 0; index < one.codes.length; index++) {
      const code = one.codes[index] as number;
      if (code !== 0) codes[one.firstDay - first + index] = code;
    }
  }
  return { firstDay: first, codes };
}
