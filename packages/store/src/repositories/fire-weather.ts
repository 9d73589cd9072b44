// Fire weather by grid and day: what was observed at noon, and the codes that came of it. A day that nobody observed has no row.
import type { FireDay, GridNo } from '@lookout/domain';
import { type Selectable, sql } from 'kysely';
import type { Clock, Db } from '../db.ts';
import { violates } from '../errors.ts';
import type { Limit } from '../lists.ts';
import { withinScope } from '../scope.ts';
import { allOf, isAnyOf } from '../sql.ts';
import type { FireWeatherTable } from '../tables-prevention.ts';

export interface FireDayFilters {
  readonly gridNos?: readonly GridNo[] | undefined;
  /** Both included. */
  readonly firstDay?: string | undefined;
  readonly lastDay?: string | undefined;
}

export type FireWeatherDays = ReturnType<typeof fireWeatherRepository>;

export function fireWeatherRepository(db: Db, clock: Clock) {
  return {
    /**
     * All of them or none.
     * @returns false: one of these grids has one of these days already; that one stands, and nothing was added
     */
    async add(days: readonly FireDay[]): Promise<boolean> {
      if (days.length === 0) return true;
      try {
        await db.insertInto('fire_weather').values(days.map(rowOf)).execute();
        return true;
      } catch (error) {
        if (violates(error, 'fire_weather_pkey')) return false;
        throw error;
      }
    },

    /** In the order of days, then of grids. */
    async list(scope: GridNo, { gridNos, firstDay, lastDay }: FireDayFilters, { limit }: Limit): Promise<FireDay[]> {
      const rows = await db
        .selectFrom('fire_weather')
        .selectAll()
        .where(
          allOf([
            withinScope('fire_weather.grid_no', scope),
            ...(gridNos === undefined ? [] : [isAnyOf('fire_weather.grid_no', gridNos)]),
            ...(firstDay === undefined ? [] : [sql<boolean>`fire_weather.day >= ${firstDay}`]),
            ...(lastDay === undefined ? [] : [sql<boolean>`fire_weather.day <= ${lastDay}`]),
          ]),
        )
        .orderBy('day')
        .orderBy('grid_no')
        .limit(limit)
        .execute();
      return rows.map(fireDayOf);
    },

    /** The newest day that any grid in scope has; null: none. */
    async newestDay(scope: GridNo): Promise<string | null> {
      const row = await db
        .selectFrom('fire_weather')
        .select('day')
        .where(withinScope('fire_weather.grid_no', scope))
        .orderBy('day', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.day ?? null;
    },

    /** Each grid's newest day: where tomorrow's codes go on from. */
    async newest(): Promise<Map<GridNo, FireDay>> {
      const rows = await db
        .selectFrom('fire_weather')
        .selectAll()
        .distinctOn('grid_no')
        .orderBy('grid_no')
        .orderBy('day', 'desc')
        .execute();
      return new Map(rows.map((row) => [row.grid_no, fireDayOf(row)]));
    },

    /** The grids that somebody who may log in belongs to. */
    async watchedGrids(): Promise<GridNo[]> {
      const rows = await db.selectFrom('account').select('grid_no').distinct().where('enabled', '=', true).execute();
      return rows.map((row) => row.grid_no);
    },

    /** Takes or keeps the lock until then. @returns false: another server has it */
    async lock(holder: string, until: Date): Promise<boolean> {
      const row = await db
        .insertInto('fire_weather_lock')
        .values({ holder, until })
        .onConflict((conflict) =>
          conflict
            .column('single')
            .doUpdateSet({ holder, until })
            .where(sql<boolean>`fire_weather_lock.holder = ${holder} or fire_weather_lock.until < ${clock()}`),
        )
        .returning('holder')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Lets another server have it at once. */
    async unlock(holder: string): Promise<void> {
      await db.deleteFrom('fire_weather_lock').where('holder', '=', holder).execute();
    },
  };
}

const rowOf = (day: FireDay) => ({
  ...{ grid_no: day.gridNo, day: day.day, driver: day.driver, gap_days: day.gapDays, source: day.source },
  ...{ temperature_celsius: day.temperatureCelsius, humidity_percent: day.humidityPercent },
  ...{ wind_kilometres_per_hour: day.windKilometresPerHour, rain_millimetres: day.rainMillimetres },
  ...{ ffmc: day.ffmc, dmc: day.dmc, dc: day.dc, isi: day.isi, bui: day.bui, fwi: day.fwi },
});

const fireDayOf = (row: Selectable<FireWeatherTable>): FireDay => ({
  gridNo: row.grid_no,
  day: row.day,
  temperatureCelsius: row.temperature_celsius,
  humidityPercent: row.humidity_percent,
  windKilometresPerHour: row.wind_kilometres_per_hour,
  rainMillimetres: row.rain_millimetres,
  ffmc: row.ffmc,
  dmc: row.dmc,
  dc: row.dc,
  isi: row.isi,
  bui: row.bui,
  fwi: row.fwi,
  driver: row.driver,
  gapDays: row.gap_days,
  source: row.source,
});
