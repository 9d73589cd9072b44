// Cameras: the channels of a device, on a monitoring point or alone.
import type { Camera, GridNo } from '@lookout/domain';
import { sql } from 'kysely';
import type { Clock, Db } from '../db.ts';
import type { Limit } from '../lists.ts';
import { placedTable } from '../placed-table.ts';
import { withinScope } from '../scope.ts';
import { allOf, contains, isAnyOf } from '../sql.ts';

export interface CameraFilters {
  readonly text?: string | undefined;
  readonly gridNo?: GridNo | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly deviceId?: string | undefined;
  readonly deviceIds?: readonly string[] | undefined;
  readonly monitorId?: string | undefined;
  readonly online?: boolean | undefined;
}

/** More than any recorder has. */
const MOST_CHANNELS = 10_000;

export type Cameras = ReturnType<typeof camerasRepository>;

export function camerasRepository(db: Db, clock: Clock) {
  const cameras = placedTable<Camera>({ db, clock }, 'camera', {
    id: 'id text',
    deviceId: 'device_id text',
    channelNum: 'channel_num int',
    name: 'name text',
    cameraType: 'camera_type text',
    manufacturer: 'manufacturer text',
    monitorId: 'monitor_id text',
    towerHeightMetres: 'tower_height_metres float8',
    northCorrectionDegrees: 'north_correction_degrees float8',
    gridNo: 'grid_no text',
    online: 'online boolean',
  });

  const matching = ({ text, gridNo, ids, deviceId, deviceIds, monitorId, online }: CameraFilters) =>
    allOf([
      ...(text === undefined ? [] : [contains('camera.name', text)]),
      ...(gridNo === undefined ? [] : [withinScope('camera.grid_no', gridNo)]),
      ...(ids === undefined ? [] : [isAnyOf('camera.id', ids)]),
      ...(deviceId === undefined ? [] : [sql<boolean>`camera.device_id = ${deviceId}`]),
      ...(deviceIds === undefined ? [] : [isAnyOf('camera.device_id', deviceIds)]),
      ...(monitorId === undefined ? [] : [sql<boolean>`camera.monitor_id = ${monitorId}`]),
      ...(online === undefined ? [] : [sql<boolean>`camera.online = ${online}`]),
    ]);

  return {
    find: cameras.find,
    list: (scope: GridNo, filters: CameraFilters, limit: Limit) => cameras.list(scope, matching(filters), limit),

    /** The channels of one device, lowest first. */
    async findByDevice(scope: GridNo, deviceId: string): Promise<Camera[]> {
      const { list } = await cameras.list(scope, matching({ deviceId }), { limit: MOST_CHANNELS });
      return list.toSorted((a, b) => a.channelNum - b.channelNum);
    },

    put: (scope: GridNo, channels: readonly Camera[]) => cameras.put(scope, channels),
    remove: cameras.remove,
  };
}
