// Geological hazard points with their monitors and readings, and the watch over each: the levels that its readings and the rain of its grid
// reach.
import { type GridNo, ok, type Result, refuse } from '@lookout/domain';
import type { Limit, Listed, Paged, PageRequest } from '@lookout/store';
import { violates } from '@lookout/store/errors.ts';
import { allOf, contains, type Db, isAnyOf, isUuid, jsonText, listed, withinScope } from '@lookout/store/sql.ts';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { HazardMonitorTable, HazardRainTable, HazardTable } from './hazard.tables.ts';
import type {
  Hazard,
  HazardCount,
  HazardKind,
  HazardLevel,
  HazardMonitor,
  HazardOverview,
  HazardState,
  HazardWarningLevel,
  MonitorNow,
  Reading,
  ReadingSpan,
  WarningCause,
  Watch,
} from './hazard.ts';

export interface HazardFilters {
  readonly kind?: HazardKind | undefined;
  readonly level?: HazardLevel | undefined;
  readonly state?: HazardState | undefined;
  /** A part of the name or the code. */
  readonly text?: string | undefined;
  /** Points with an open warning. */
  readonly isWarned?: boolean | undefined;
  /** Selects points whose open warning has this level. */
  readonly warningLevel?: HazardWarningLevel | undefined;
}

/** A hazard point with everything that its watch needs. */
export interface WatchedHazard {
  readonly hazard: Hazard;
  readonly watch: Watch;
  /** The highest threshold that the rain reaches; null: none. */
  readonly rainCause: WarningCause | null;
  /** In the order of the hazard's monitors. */
  readonly monitors: readonly MonitorNow[];
}

export interface NewReading extends Reading {
  readonly monitorId: string;
}

/** The rain of an hour at the centre of a grid, millimetres. */
export interface HazardRain {
  readonly gridNo: GridNo;
  /** The full hour in which the rain was queried. */
  readonly hour: Date;
  readonly fallen: number;
  /** Forecast; null: unknown. */
  readonly nextHour: number | null;
  readonly nextDay: number | null;
  readonly askedAt: Date;
  readonly source: 'qweather' | 'demo';
}

/** The most points of a curve, so that a year of readings is drawn as fast as an hour. */
const CURVE_POINTS = 400;

export function hazardsRepository(db: Db) {
  const conditions = (scope: GridNo, filters: HazardFilters): RawBuilder<SqlBool> => {
    const { kind, level, state, text, isWarned, warningLevel } = filters;
    return allOf([
      withinScope('hazard.grid_no', scope),
      ...(kind === undefined ? [] : [sql<boolean>`hazard.kind = ${kind}`]),
      ...(level === undefined ? [] : [sql<boolean>`hazard.level = ${level}`]),
      ...(state === undefined ? [] : [sql<boolean>`hazard.state = ${state}`]),
      ...(text === undefined ? [] : [sql<boolean>`(${contains('hazard.name', text)} or ${contains('hazard.code', text)})`]),
      ...(isWarned === undefined ? [] : [sql<boolean>`(w.id is not null) = ${isWarned}`]),
      ...(warningLevel === undefined ? [] : [sql<boolean>`w.level = ${warningLevel}`]),
    ]);
  };

  /** Points with an open warning first, by level from the highest; then by the time of the last change, newest first. */
  const overviews = async (scope: GridNo, filters: HazardFilters, { offset, limit }: PageRequest): Promise<HazardOverview[]> => {
    const { rows } = await sql<OverviewRow>`
      select hazard.*, w.id as warning_id, w.level as warning_level, m.monitor_count, m.last_reading_at
      from hazard
      left join hazard_warning w on w.hazard_id = hazard.id and w.closed is null
      left join lateral (
        select count(*)::int as monitor_count, max(last_at) as last_reading_at from hazard_monitor where hazard_id = hazard.id
      ) m on true
      where ${conditions(scope, filters)}
      order by (w.id is null), array_position(array['red', 'orange', 'yellow', 'blue'], w.level), hazard.changed_at desc, hazard.id
      offset ${offset} limit ${limit}`.execute(db);
    return rows.map(overviewOf);
  };

  const monitorsOf = async (hazardIds: readonly string[]): Promise<Map<string, Selectable<HazardMonitorTable>[]>> => {
    const rows = await db
      .selectFrom('hazard_monitor')
      .selectAll()
      .where(isAnyOf('hazard_monitor.hazard_id', hazardIds, 'uuid'))
      .orderBy('hazard_id')
      .orderBy('ord')
      .execute();
    return Map.groupBy(rows, (row) => row.hazard_id);
  };

  const watched = async (rows: readonly Selectable<HazardTable>[]): Promise<WatchedHazard[]> => {
    const monitors = await monitorsOf(rows.map(({ id }) => id));
    return rows.map((row) => watchedOf(row, monitors.get(row.id) ?? []));
  };

  return {
    ...monitorWatches(db),
    ...hazardReadings(db),
    async page(scope: GridNo, filters: HazardFilters, request: PageRequest): Promise<Paged<HazardOverview>> {
      const { rows } = await sql<{ total: number }>`
        select count(*) as total from hazard
        left join hazard_warning w on w.hazard_id = hazard.id and w.closed is null
        where ${conditions(scope, filters)}`.execute(db);
      return { total: rows[0]?.total ?? 0, list: await overviews(scope, filters, request) };
    },

    async list(scope: GridNo, filters: HazardFilters, { limit }: Limit): Promise<Listed<HazardOverview>> {
      return listed(await overviews(scope, filters, { offset: 0, limit: limit + 1 }), limit);
    },

    /** Counts by kind, level and grid; registered points only. */
    async counts(scope: GridNo): Promise<HazardCount[]> {
      const { rows } = await sql<{ kind: HazardKind; level: HazardLevel; gridNo: GridNo; count: number; people: number; warned: number }>`
        select hazard.kind, hazard.level, hazard.grid_no as "gridNo", count(*) as count, sum(hazard.people) as people, count(w.id) as warned
        from hazard left join hazard_warning w on w.hazard_id = hazard.id and w.closed is null
        where ${withinScope('hazard.grid_no', scope)} and hazard.state = 'registered'
        group by 1, 2, 3 order by 3, 1, 2`.execute(db);
      return rows.map(({ people, ...row }) => ({ ...row, people: Number(people) }));
    },

    async find(scope: GridNo, id: string): Promise<WatchedHazard | null> {
      if (!isUuid(id)) return null;
      const rows = await db.selectFrom('hazard').selectAll().where('id', '=', id).where(withinScope('hazard.grid_no', scope)).execute();
      return (await watched(rows))[0] ?? null;
    },

    /**
     * In a transaction: the current state of these points, in the order of their ids, locked until commit. Points out of scope are left
     * out.
     */
    async lockForUpdate(scope: GridNo, ids: readonly string[]): Promise<WatchedHazard[]> {
      const rows = await db
        .selectFrom('hazard')
        .selectAll()
        .where(allOf([isAnyOf('hazard.id', ids.filter(isUuid), 'uuid'), withinScope('hazard.grid_no', scope)]))
        .orderBy('id')
        .forUpdate()
        .execute();
      return watched(rows);
    },

    /** In a transaction: the points with these codes, locked, by code. */
    async lockByCodes(codes: readonly string[]): Promise<Map<string, WatchedHazard>> {
      const rows = await db.selectFrom('hazard').selectAll().where(isAnyOf('hazard.code', codes)).orderBy('id').forUpdate().execute();
      return new Map((await watched(rows)).map((point) => [point.hazard.code, point]));
    },

    async byCode(code: string): Promise<Hazard | null> {
      const rows = await db.selectFrom('hazard').selectAll().where('code', '=', code).execute();
      return (await watched(rows))[0]?.hazard ?? null;
    },

    /**
     * Adds new points and saves locked ones, with their monitors. A monitor that keeps its id keeps its readings. In a transaction: after a
     * refusal it must be rolled back.
     */
    async put(hazards: readonly Hazard[]): Promise<Result<void, 'code-taken' | 'monitor-code-taken'>> {
      const ids = hazards.map(({ id }) => id);
      const monitors = hazards.flatMap(({ id, monitors }) => monitors.map((monitor, ord) => ({ ...monitor, hazardId: id, ord })));
      try {
        await sql`
          insert into hazard (id, code, name, kind, level, state, lng, lat, grid_no, address, people, households, duty_name, duty_phone,
            description, photos, rain, version, changed_by, changed_at)
          select id, code, name, kind, level, state, (position->>'lng')::float8, (position->>'lat')::float8, "gridNo", address, people,
            households, "dutyName", "dutyPhone", description, photos, rain, version, "changedBy", "changedAt"
          from json_to_recordset(${jsonText(hazards)}::json) as given(
            id uuid, code text, name text, kind text, level text, state text, position jsonb, "gridNo" text, address text, people int,
            households int, "dutyName" text, "dutyPhone" text, description text, photos uuid[], rain jsonb, version int, "changedBy" text,
            "changedAt" timestamptz)
          on conflict (id) do update set code = excluded.code, name = excluded.name, kind = excluded.kind, level = excluded.level,
            state = excluded.state, lng = excluded.lng, lat = excluded.lat, grid_no = excluded.grid_no, address = excluded.address,
            people = excluded.people, households = excluded.households, duty_name = excluded.duty_name, duty_phone = excluded.duty_phone,
            description = excluded.description, photos = excluded.photos, rain = excluded.rain, version = excluded.version,
            changed_by = excluded.changed_by, changed_at = excluded.changed_at`.execute(db);
        await sql`
          with gone as (
            delete from hazard_monitor where ${isAnyOf('hazard_monitor.hazard_id', ids, 'uuid')}
              and not ${isAnyOf(
                'hazard_monitor.id',
                monitors.map(({ id }) => id),
                'uuid',
              )} returning id
          )
          delete from hazard_reading using gone where monitor_id = gone.id`.execute(db);
        await sql`
          insert into hazard_monitor (id, hazard_id, ord, code, kind, name, value, rate)
          select id, "hazardId", ord, code, kind, name, value, rate from json_to_recordset(${jsonText(monitors)}::json)
            as given(id uuid, "hazardId" uuid, ord int, code text, kind text, name text, value jsonb, rate jsonb)
          on conflict (id) do update set ord = excluded.ord, code = excluded.code, kind = excluded.kind, name = excluded.name,
            value = excluded.value, rate = excluded.rate`.execute(db);
        return ok(undefined);
      } catch (error) {
        if (violates(error, 'hazard_code_key')) return refuse('code-taken');
        if (violates(error, 'hazard_monitor_code_key')) return refuse('monitor-code-taken');
        throw error;
      }
    },

    // Readings.

    /** The monitors with these codes, by code. */
    async monitorsByCode(codes: readonly string[]): Promise<Map<string, { readonly monitorId: string; readonly hazardId: string }>> {
      const rows = await db
        .selectFrom('hazard_monitor')
        .select(['id', 'hazard_id', 'code'])
        .where(isAnyOf('hazard_monitor.code', codes))
        .execute();
      return new Map(rows.map((row) => [row.code, { monitorId: row.id, hazardId: row.hazard_id }]));
    },
  };
}

/** What watches the monitors of hazards. */
const monitorWatches = (db: Db) => ({
  // The watch.

  /** Saves the newest readings of monitors. */
  async saveMonitors(monitors: readonly MonitorNow[]): Promise<void> {
    if (monitors.length === 0) return;
    const rows = monitors.map(({ monitor, last, cause }) => ({ id: monitor.id, ...last, cause }));
    await sql`
      update hazard_monitor m set last_at = given.at, last_value = given.value, last_rate = given.rate, cause = given.cause
      from json_to_recordset(${jsonText(rows)}::json) as given(id uuid, at timestamptz, value float8, rate float8, cause jsonb)
      where m.id = given.id`.execute(db);
  },

  /** Saves the watch states of locked points. */
  async saveWatches(hazards: readonly (Pick<WatchedHazard, 'watch' | 'rainCause'> & { readonly id: string })[]): Promise<void> {
    if (hazards.length === 0) return;
    const rows = hazards.map(({ id, watch, rainCause }) => ({ id, ...watch, rainCause }));
    await sql`
      update hazard h set watch_level = given.level, below_since = given."belowSince", rain_cause = given."rainCause"
      from json_to_recordset(${jsonText(rows)}::json) as given(id uuid, level text, "belowSince" timestamptz, "rainCause" jsonb)
      where h.id = given.id`.execute(db);
  },

  /** The points whose measured level has been lower since this time or longer. */
  async belowSince(before: Date, { limit }: Limit): Promise<string[]> {
    const rows = await db
      .selectFrom('hazard')
      .select('id')
      .where('below_since', '<=', before)
      .orderBy('below_since')
      .limit(limit)
      .execute();
    return rows.map(({ id }) => id);
  },
});

/** Readings of monitors, and the rain. */
const hazardReadings = (db: Db) => ({
  /**
   * A monitor has at most one reading for a time. Readings of monitors that no longer exist are left out.
   * @returns the readings that are new
   */
  async addReadings(readings: readonly NewReading[]): Promise<NewReading[]> {
    const { rows } = await sql<{ monitorId: string; at: Date; value: number }>`
      insert into hazard_reading (monitor_id, at, value)
      select given."monitorId", given.at, given.value
      from json_to_recordset(${jsonText(readings)}::json) as given("monitorId" uuid, at timestamptz, value float8)
      join hazard_monitor on hazard_monitor.id = given."monitorId"
      on conflict do nothing
      returning monitor_id as "monitorId", at, value`.execute(db);
    return rows;
  },

  /**
   * For each newest reading, the reading from which its change is calculated: the oldest of the last hour, else the latest of the 24
   * hours before.
   * @param spans milliseconds: the least distance of the earlier reading, the usual span, and the largest distance
   */
  async earlierReadings(
    newest: readonly NewReading[],
    spans: { readonly leastMs: number; readonly spanMs: number; readonly mostMs: number },
  ): Promise<Map<string, Reading>> {
    const seconds = (ms: number) => sql`${ms / 1_000} * interval '1 second'`;
    const { rows } = await sql<{ monitorId: string; at: Date; value: number }>`
      select given."monitorId", r.at, r.value
      from json_to_recordset(${jsonText(newest)}::json) as given("monitorId" uuid, at timestamptz)
      cross join lateral (
        (select at, value from hazard_reading where monitor_id = given."monitorId"
          and at between given.at - ${seconds(spans.spanMs)} and given.at - ${seconds(spans.leastMs)} order by at limit 1)
        union all
        (select at, value from hazard_reading where monitor_id = given."monitorId"
          and at between given.at - ${seconds(spans.mostMs)} and given.at - ${seconds(spans.spanMs)} order by at desc limit 1)
        order by at desc limit 1
      ) r`.execute(db);
    return new Map(rows.map(({ monitorId, ...reading }) => [monitorId, reading]));
  },

  /**
   * The readings of a period, oldest first, in at most about 400 points. Each point has the lowest, the highest and the last value of its
   * span.
   */
  async readings(monitorId: string, begin: Date, end: Date): Promise<ReadingSpan[]> {
    const width = Math.max(1, Math.ceil((end.getTime() - begin.getTime()) / 1_000 / CURVE_POINTS));
    const { rows } = await sql<ReadingSpan>`
      select max(at) as at, min(value) as lowest, max(value) as highest, (array_agg(value order by at desc))[1] as value
      from hazard_reading where monitor_id = ${monitorId} and at >= ${begin} and at <= ${end}
      group by date_bin(${width} * interval '1 second', at, ${begin}::timestamptz) order by 1`.execute(db);
    return rows;
  },

  async pruneReadings(before: Date): Promise<void> {
    await db.deleteFrom('hazard_reading').where('at', '<', before).execute();
    await db.deleteFrom('hazard_rain').where('hour', '<', before).execute();
  },

  /** The registered points with a threshold for rain, by grid. */
  async watchedForRain(): Promise<Map<GridNo, string[]>> {
    const { rows } = await sql<{ id: string; gridNo: GridNo }>`
      select id, grid_no as "gridNo" from hazard where state = 'registered' and rain @? '$.*.* ? (@ != null)' order by id`.execute(db);
    return new Map([...Map.groupBy(rows, ({ gridNo }) => gridNo)].map(([gridNo, ofGrid]) => [gridNo, ofGrid.map(({ id }) => id)]));
  },

  /** Of two rows for the same hour, the larger rainfall and the newest forecast are stored. */
  async putRain(rains: readonly HazardRain[]): Promise<void> {
    if (rains.length === 0) return;
    await sql`
      insert into hazard_rain (grid_no, hour, fallen, next_hour, next_day, asked_at, source)
      select "gridNo", hour, fallen, "nextHour", "nextDay", "askedAt", source from json_to_recordset(${jsonText(rains)}::json)
        as given("gridNo" text, hour timestamptz, fallen float8, "nextHour" float8, "nextDay" float8, "askedAt" timestamptz, source text)
      on conflict (grid_no, hour) do update set fallen = greatest(hazard_rain.fallen, excluded.fallen), next_hour = excluded.next_hour,
        next_day = excluded.next_day, asked_at = excluded.asked_at, source = excluded.source`.execute(db);
  },

  /** The hours after this one, by grid, newest first. */
  async rain(gridNos: readonly GridNo[], after: Date): Promise<Map<GridNo, HazardRain[]>> {
    const rows = await db
      .selectFrom('hazard_rain')
      .selectAll()
      .where(isAnyOf('hazard_rain.grid_no', gridNos))
      .where('hour', '>', after)
      .orderBy('hour', 'desc')
      .execute();
    return Map.groupBy(rows.map(rainOf), ({ gridNo }) => gridNo);
  },
});

interface OverviewRow extends Selectable<HazardTable> {
  readonly warning_id: string | null;
  readonly warning_level: HazardWarningLevel | null;
  readonly monitor_count: number;
  readonly last_reading_at: Date | null;
}

const factsOf = (row: Selectable<HazardTable>) => ({
  id: row.id,
  code: row.code,
  name: row.name,
  kind: row.kind,
  level: row.level,
  state: row.state,
  position: { lng: row.lng, lat: row.lat },
  gridNo: row.grid_no,
  address: row.address,
  people: row.people,
  households: row.households,
  dutyName: row.duty_name,
  dutyPhone: row.duty_phone,
  description: row.description,
  version: row.version,
  changedBy: row.changed_by,
  changedAt: row.changed_at,
});

const overviewOf = (row: OverviewRow): HazardOverview => ({
  ...factsOf(row),
  monitorCount: row.monitor_count,
  lastReadingAt: row.last_reading_at,
  warning: row.warning_id === null ? null : { id: row.warning_id, level: row.warning_level },
});

const monitorOf = ({ id, code, kind, name, value, rate }: Selectable<HazardMonitorTable>): HazardMonitor => ({
  id,
  code,
  kind,
  name,
  value,
  rate,
});

const monitorNowOf = (row: Selectable<HazardMonitorTable>): MonitorNow => ({
  monitor: monitorOf(row),
  last: row.last_at === null || row.last_value === null ? null : { at: row.last_at, value: row.last_value, rate: row.last_rate },
  cause: row.cause,
});

const watchedOf = (row: Selectable<HazardTable>, monitors: readonly Selectable<HazardMonitorTable>[]): WatchedHazard => ({
  hazard: { ...factsOf(row), photos: row.photos, rain: row.rain, monitors: monitors.map(monitorOf) },
  watch: { level: row.watch_level, belowSince: row.below_since },
  rainCause: row.rain_cause,
  monitors: monitors.map(monitorNowOf),
});

const rainOf = (row: Selectable<HazardRainTable>): HazardRain => ({
  gridNo: row.grid_no,
  hour: row.hour,
  fallen: row.fallen,
  nextHour: row.next_hour,
  nextDay: row.next_day,
  askedAt: row.asked_at,
  source: row.source,
});
