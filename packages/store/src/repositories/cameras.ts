// Cameras: the channels of a device, on a monitoring point or alone.
import type { Camera, GridNo } from '@lookout/domain';
import { type Selectable, sql } from 'kysely';
import type { Clock, Db } from '../db.ts';
import { type Limit, type Listed, listed } from '../lists.ts';
import { withinScope } from '../scope.ts';
import { allOf, contains, isAnyOf, jsonText } from '../sql.ts';
import type { CameraTable } from '../tables-devices.ts';

export interface CameraFilters {
  readonly text?: string | undefined;
  readonly gridNo?: GridNo | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly deviceId?: string | undefined;
  readonly deviceIds?: readonly string[] | undefined;
  readonly monitorId?: string | undefined;
  readonly online?: boolean | undefined;
}

export type Cameras = ReturnType<typeof camerasRepository>;

export function camerasRepository(db: Db, clock: Clock) {
  const matching = (scope: GridNo, { text, gridNo, ids, deviceId, deviceIds, monitorId, online }: CameraFilters) =>
    db
      .selectFrom('camera')
      .where(
        allOf([
          withinScope('camera.grid_no', scope),
          ...(text === undefined ? [] : [contains('camera.name', text)]),
          ...(gridNo === undefined ? [] : [withinScope('camera.grid_no', gridNo)]),
          ...(ids === undefined ? [] : [isAnyOf('camera.id', ids)]),
          ...(deviceId === undefined ? [] : [sql<boolean>`camera.device_id = ${deviceId}`]),
          ...(deviceIds === undefined ? [] : [isAnyOf('camera.device_id', deviceIds)]),
          ...(monitorId === undefined ? [] : [sql<boolean>`camera.monitor_id = ${monitorId}`]),
          ...(online === undefined ? [] : [sql<boolean>`camera.online = ${online}`]),
        ]),
      );

  return {
    async find(scope: GridNo, id: string): Promise<Camera | null> {
      const row = await matching(scope, { ids: [id] })
        .selectAll()
        .executeTakeFirst();
      return row ? cameraOf(row) : null;
    },

    /** The channels of one device, lowest first. */
    async findByDevice(scope: GridNo, deviceId: string): Promise<Camera[]> {
      const rows = await matching(scope, { deviceId }).selectAll().orderBy('channel_num').execute();
      return rows.map(cameraOf);
    },

    /** In the order of names. */
    async list(scope: GridNo, filters: CameraFilters, { limit }: Limit): Promise<Listed<Camera>> {
      const rows = await matching(scope, filters)
        .selectAll()
        .orderBy('name')
        .orderBy('id')
        .limit(limit + 1)
        .execute();
      return listed(rows.map(cameraOf), limit);
    },

    /** As `monitors.put`: in bulk, by id, fenced on both sides; returns the ids written. */
    async put(scope: GridNo, cameras: readonly Camera[]): Promise<string[]> {
      const rows = cameras.map(({ position, ...camera }) => ({ ...camera, ...position }));
      const { rows: written } = await sql<{ id: string }>`
        insert into camera (id, device_id, channel_num, name, camera_type, manufacturer, monitor_id, tower_height_metres,
          north_correction_degrees, lng, lat, grid_no, online, updated_at)
        select id, "deviceId", "channelNum", name, "cameraType", manufacturer, "monitorId", "towerHeightMetres",
          "northCorrectionDegrees", lng, lat, "gridNo", online, ${clock()}
        from json_to_recordset(${jsonText(rows)}::json) as c(id text, "deviceId" text, "channelNum" int, name text, "cameraType" text,
          manufacturer text, "monitorId" text, "towerHeightMetres" float8, "northCorrectionDegrees" float8, lng float8, lat float8,
          "gridNo" text, online boolean)
        where ${withinScope('c.gridNo', scope)}
        on conflict (id) do update set device_id = excluded.device_id, channel_num = excluded.channel_num, name = excluded.name,
          camera_type = excluded.camera_type, manufacturer = excluded.manufacturer, monitor_id = excluded.monitor_id,
          tower_height_metres = excluded.tower_height_metres, north_correction_degrees = excluded.north_correction_degrees,
          lng = excluded.lng, lat = excluded.lat, grid_no = excluded.grid_no, online = excluded.online, updated_at = excluded.updated_at
        where ${withinScope('camera.grid_no', scope)}
        returning id`.execute(db);
      return written.map((row) => row.id);
    },

    async remove(scope: GridNo, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('camera')
        .where('id', '=', id)
        .where(withinScope('camera.grid_no', scope))
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

const cameraOf = (row: Selectable<CameraTable>): Camera => ({
  id: row.id,
  deviceId: row.device_id,
  channelNum: row.channel_num,
  name: row.name,
  cameraType: row.camera_type,
  manufacturer: row.manufacturer,
  monitorId: row.monitor_id,
  towerHeightMetres: row.tower_height_metres,
  northCorrectionDegrees: row.north_correction_degrees,
  position: { lng: row.lng, lat: row.lat },
  gridNo: row.grid_no,
  online: row.online,
});
