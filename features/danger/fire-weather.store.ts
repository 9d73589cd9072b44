// Fire weather by grid and day: the observation at noon, and the codes computed from it. A day without an observation has no row.

import type { GridNo } from '@lookout/domain';
import type { Clock, Limit } from '@lookout/store';
import { violates } from '@lookout/store/errors.ts';
import { allOf, type Db, isAnyOf, jsonb, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, sql } from 'kysely';
import type { AlarmStage } from '../alarm/alarm.ts';
import type { FireWeatherTable } from './danger.tables.ts';
import type { FireDay } from './fire-weather.ts';

export interface FireDayFilters {
  readonly gridNos?: readonly GridNo[] | undefined;
  /** The first and the last day are included. */
  readonly firstDay?: string | undefined;
  readonly lastDay?: string | undefined;
}

/** A forecast day, and when its forecast was requested. */
export interface ForecastFireDay extends FireDay {
  readonly forecastAt: Date;
}

/** Stages of alarms that were judged real. */
const BURNED = ['in-progress', 'closed'] as const satisfies readonly AlarmStage['stage'][];

export function fireWeatherRepository(db: Db, clock: Clock) {
  return {
    ...fireForecasts(db),
    /**
     * Adds all of the days or none.
     * @returns false: one of these grids already has one of these days; nothing was added
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

    /** Ordered by day, then by grid. */
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

    /** Each grid's newest day, from which the next codes are computed. */
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

    /** Each grid's days after its given newest day, ordered by day. */
    async after(newest: ReadonlyMap<GridNo, string>, { limit }: Limit): Promise<FireDay[]> {
      const known = JSON.stringify([...newest].map(([no, day]) => ({ no, day })));
      // The grids are found with an index skip scan, not by reading every day.
      const { rows } = await sql<Selectable<FireWeatherTable>>`
        with recursive grids(no) as (
          (select grid_no from fire_weather order by grid_no limit 1)
          union all
          select (select grid_no from fire_weather where grid_no > grids.no order by grid_no limit 1) from grids where grids.no is not null
        )
        select fire_weather.* from grids left join json_to_recordset(${known}::json) as known(no text, day text) on known.no = grids.no
        join fire_weather on fire_weather.grid_no = grids.no and fire_weather.day > coalesce(known.day, '')
        order by fire_weather.day, fire_weather.grid_no limit ${limit}`.execute(db);
      return rows.map(fireDayOf);
    },

    /**
     * Alarms judged real that were observed in the window, oldest first, each with its day and its fire (the alarm itself if it belongs to
     * none).
     */
    async confirmedAlarms(
      scope: GridNo,
      { firstDay, lastDay }: { readonly firstDay: string; readonly lastDay: string },
      { limit }: Limit,
    ): Promise<{ readonly gridNo: GridNo; readonly day: string; readonly fireId: string }[]> {
      const rows = await db
        .selectFrom('alarm')
        .leftJoin('incident_alarm', 'incident_alarm.alarm_id', 'alarm.id')
        .select(['alarm.grid_no', sql<string>`to_char(alarm.observed_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`.as('day')])
        .select(sql<string>`coalesce(incident_alarm.incident_id, alarm.id)::text`.as('fire'))
        .where('alarm.stage', 'in', BURNED)
        .where('alarm.deleted_at', 'is', null)
        .where('alarm.exercise_id', 'is', null)
        .where(
          allOf([
            withinScope('alarm.grid_no', scope),
            sql<boolean>`alarm.observed_at >= (${firstDay} || ' 00:00+08')::timestamptz`,
            sql<boolean>`alarm.observed_at < (${lastDay} || ' 00:00+08')::timestamptz + interval '1 day'`,
          ]),
        )
        .orderBy('alarm.observed_at')
        .orderBy('alarm.id')
        .limit(limit)
        .execute();
      return rows.map(({ grid_no: gridNo, day, fire: fireId }) => ({ gridNo, day, fireId }));
    },

    /** The grids of enabled accounts. */
    async watchedGrids(): Promise<GridNo[]> {
      const rows = await db.selectFrom('account').select('grid_no').distinct().where('enabled', '=', true).execute();
      return rows.map((row) => row.grid_no);
    },

    /** Acquires or renews the lock. @returns false: another server holds it */
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

    async unlock(holder: string): Promise<void> {
      await db.deleteFrom('fire_weather_lock').where('holder', '=', holder).execute();
    },
  };
}

/** The forecast of fire weather. */
const fireForecasts = (db: Db) => ({
  /** Replaces the forecast of the grid. */
  async putForecast(gridNo: GridNo, days: readonly FireDay[], requestedAt: Date): Promise<void> {
    await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('fire_forecast').where('grid_no', '=', gridNo).execute();
      if (days.length === 0) return;
      await tx
        .insertInto('fire_forecast')
        .values(days.map((day) => ({ ...rowOf(day), asked_at: requestedAt })))
        .execute();
    });
  },

  /** The forecast of a day, ordered by grid. */
  async forecast(scope: GridNo, gridNos: readonly GridNo[], day: string, { limit }: Limit): Promise<ForecastFireDay[]> {
    const rows = await db
      .selectFrom('fire_forecast')
      .selectAll()
      .where(allOf([withinScope('fire_forecast.grid_no', scope), isAnyOf('fire_forecast.grid_no', gridNos), sql<boolean>`day = ${day}`]))
      .orderBy('grid_no')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ ...fireDayOf(row), forecastAt: row.asked_at }));
  },

  /** When each grid was last forecast. */
  async forecastTimes(): Promise<Map<GridNo, Date>> {
    const rows = await db.selectFrom('fire_forecast').select(['grid_no', 'asked_at']).distinctOn('grid_no').orderBy('grid_no').execute();
    return new Map(rows.map((row) => [row.grid_no, row.asked_at]));
  },
});

const rowOf = (day: FireDay) => ({
  grid_no: day.gridNo,
  day: day.day,
  driver: day.driver,
  gap_days: day.gapDays,
  source: day.source,
  temperature_celsius: day.temperatureCelsius,
  humidity_percent: day.humidityPercent,
  wind_kilometres_per_hour: day.windKilometresPerHour,
  rain_millimetres: day.rainMillimetres,
  ffmc: day.ffmc,
  dmc: day.dmc,
  dc: day.dc,
  isi: day.isi,
  bui: day.bui,
  fwi: day.fwi,
  drivers: day.drivers === undefined ? null : jsonb(day.drivers),
  highest_celsius: day.extremes?.highestCelsius ?? null,
  lowest_humidity_percent: day.extremes?.lowestHumidityPercent ?? null,
  strongest_wind_kilometres_per_hour: day.extremes?.strongestWindKilometresPerHour ?? null,
  dry_days: day.drySpell?.days ?? null,
  dry_days_at_least: day.drySpell?.isAtLeast ?? null,
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
  ...(row.drivers !== null && { drivers: row.drivers }),
  ...ratedOf(row),
});

type RatedColumns = Pick<
  Selectable<FireWeatherTable>,
  'highest_celsius' | 'lowest_humidity_percent' | 'strongest_wind_kilometres_per_hour' | 'dry_days' | 'dry_days_at_least'
>;

/** The inputs of LY/T 1172. They are stored together, but after the migration some days have a dry spell without extremes. */
function ratedOf(row: RatedColumns): Pick<FireDay, 'extremes' | 'drySpell'> {
  const {
    highest_celsius: highestCelsius,
    lowest_humidity_percent: lowestHumidityPercent,
    strongest_wind_kilometres_per_hour: strongestWindKilometresPerHour,
  } = row;
  const areKnown = highestCelsius !== null && lowestHumidityPercent !== null && strongestWindKilometresPerHour !== null;
  return {
    ...(areKnown && { extremes: { highestCelsius, lowestHumidityPercent, strongestWindKilometresPerHour } }),
    ...(row.dry_days !== null && { drySpell: { days: row.dry_days, isAtLeast: row.dry_days_at_least ?? true } }),
  };
}
