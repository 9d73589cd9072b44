// Monitoring points (towers): what stands where, who answers for it, and whether it is online.
import type { GridNo, MonitoringPoint } from '@lookout/domain';
import { type Selectable, sql } from 'kysely';
import type { Clock, Db } from '../db.ts';
import type { Limit, Listed, Paged, PageRequest } from '../lists.ts';
import { listed } from '../lists.ts';
import { withinScope } from '../scope.ts';
import { allOf, contains, isAnyOf, jsonText } from '../sql.ts';
import type { MonitorTable } from '../tables-devices.ts';

/** Specification §3, "Resource or monitoring point", in domain terms. */
export interface MonitorFilters {
  readonly text?: string | undefined;
  readonly gridNo?: GridNo | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly online?: boolean | undefined;
}

export type Monitors = ReturnType<typeof monitorsRepository>;

export function monitorsRepository(db: Db, clock: Clock) {
  const matching = (scope: GridNo, { text, gridNo, ids, online }: MonitorFilters) =>
    db
      .selectFrom('monitor')
      .where(
        allOf([
          withinScope('monitor.grid_no', scope),
          ...(text === undefined ? [] : [contains('monitor.name', text)]),
          ...(gridNo === undefined ? [] : [withinScope('monitor.grid_no', gridNo)]),
          ...(ids === undefined ? [] : [isAnyOf('monitor.id', ids)]),
          ...(online === undefined ? [] : [sql<boolean>`monitor.online = ${online}`]),
        ]),
      );

  return {
    async find(scope: GridNo, id: string): Promise<MonitoringPoint | null> {
      const row = await matching(scope, { ids: [id] })
        .selectAll()
        .executeTakeFirst();
      return row ? monitorOf(row) : null;
    },

    /** In the order of names. */
    async list(scope: GridNo, filters: MonitorFilters, { limit }: Limit): Promise<Listed<MonitoringPoint>> {
      const rows = await matching(scope, filters)
        .selectAll()
        .orderBy('name')
        .orderBy('id')
        .limit(limit + 1)
        .execute();
      return listed(rows.map(monitorOf), limit);
    },

    async page(scope: GridNo, filters: MonitorFilters, { offset, limit }: PageRequest): Promise<Paged<MonitoringPoint>> {
      const { total } = await matching(scope, filters).select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
      const rows = await matching(scope, filters).selectAll().orderBy('name').orderBy('id').offset(offset).limit(limit).execute();
      return { total, list: rows.map(monitorOf) };
    },

    /**
     * Puts in or changes by id, in bulk. The scope fences both sides: a monitor may neither be taken from nor put outside it.
     * @returns the ids written; those missing lie outside.
     */
    async put(scope: GridNo, monitors: readonly MonitoringPoint[]): Promise<string[]> {
      const rows = monitors.map(({ position, ...monitor }) => ({ ...monitor, ...position }));
      const { rows: written } = await sql<{ id: string }>`
        insert into monitor (id, name, resource_code, resource_type, online, district_name, street_name, grid_no, lng, lat, z,
          tower_height_metres, leader_name, leader_phone, description, monitor_range_metres, horizontal_angle_degrees, updated_at)
        select id, name, "resourceCode", "resourceType", online, "districtName", "streetName", "gridNo", lng, lat, "groundHeightMetres",
          "towerHeightMetres", "leaderName", "leaderPhone", description, "rangeMetres", "horizontalAngleDegrees", ${clock()}
        from json_to_recordset(${jsonText(rows)}::json) as m(id text, name text, "resourceCode" text, "resourceType" text, online boolean,
          "districtName" text, "streetName" text, "gridNo" text, lng float8, lat float8, "groundHeightMetres" float8,
          "towerHeightMetres" float8, "leaderName" text, "leaderPhone" text, description text, "rangeMetres" float8,
          "horizontalAngleDegrees" float8)
        where ${withinScope('m.gridNo', scope)}
        on conflict (id) do update set name = excluded.name, resource_code = excluded.resource_code, resource_type = excluded.resource_type,
          online = excluded.online, district_name = excluded.district_name, street_name = excluded.street_name, grid_no = excluded.grid_no,
          lng = excluded.lng, lat = excluded.lat, z = excluded.z, tower_height_metres = excluded.tower_height_metres,
          leader_name = excluded.leader_name, leader_phone = excluded.leader_phone, description = excluded.description,
          monitor_range_metres = excluded.monitor_range_metres, horizontal_angle_degrees = excluded.horizontal_angle_degrees,
          updated_at = excluded.updated_at
        where ${withinScope('monitor.grid_no', scope)}
        returning id`.execute(db);
      return written.map((row) => row.id);
    },

    /** Its cameras go with it. */
    async remove(scope: GridNo, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('monitor')
        .where('id', '=', id)
        .where(withinScope('monitor.grid_no', scope))
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

const monitorOf = (row: Selectable<MonitorTable>): MonitoringPoint => ({
  id: row.id,
  name: row.name,
  resourceCode: row.resource_code,
  resourceType: row.resource_type,
  online: row.online,
  districtName: row.district_name,
  streetName: row.street_name,
  gridNo: row.grid_no,
  position: { lng: row.lng, lat: row.lat },
  groundHeightMetres: row.z,
  towerHeightMetres: row.tower_height_metres,
  leaderName: row.leader_name,
  leaderPhone: row.leader_phone,
  description: row.description,
  rangeMetres: row.monitor_range_metres,
  horizontalAngleDegrees: row.horizontal_angle_degrees,
});
