// Monitoring points (towers): position, contact, and whether online.

import { type GridNo, NATION } from '@lookout/domain';
import type { Clock, Limit, Listed, PageRequest } from '@lookout/store';
import { assetTable } from '@lookout/store/asset-table.ts';
import { allOf, contains, type Db, isAnyOf, jsonText, listed, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, sql } from 'kysely';
import type { CameraLinkTable } from './camera.tables.ts';
import type { Camera, CameraMask, MonitoringPoint, Sector, TourStop } from './camera.ts';

/** Specification §3, "Resource or monitoring point", in domain terms. */
export interface MonitoringPointFilters {
  readonly text?: string | undefined;
  readonly gridNo?: GridNo | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly online?: boolean | undefined;
}

export function monitoringPointsRepository(db: Db, clock: Clock) {
  const monitoringPoints = assetTable<MonitoringPoint>({ db, clock }, 'monitoring_point', {
    id: 'id text',
    name: 'name text',
    resourceCode: 'resource_code text',
    online: 'online boolean',
    districtName: 'district_name text',
    streetName: 'street_name text',
    gridNo: 'grid_no text',
    groundHeightMetres: 'z float8',
    towerHeightMetres: 'tower_height_metres float8',
    leaderName: 'leader_name text',
    leaderPhone: 'leader_phone text',
    description: 'description text',
    rangeMetres: 'range_metres float8',
    horizontalAngleDegrees: 'horizontal_angle_degrees float8',
  });

  const matching = ({ text, gridNo, ids, online }: MonitoringPointFilters) =>
    allOf([
      ...(text === undefined ? [] : [contains('monitoring_point.name', text)]),
      ...(gridNo === undefined ? [] : [withinScope('monitoring_point.grid_no', gridNo)]),
      ...(ids === undefined ? [] : [isAnyOf('monitoring_point.id', ids)]),
      ...(online === undefined ? [] : [sql<boolean>`monitoring_point.online = ${online}`]),
    ]);

  return {
    find: monitoringPoints.find,
    list: (scope: GridNo, filters: MonitoringPointFilters, limit: Limit) => monitoringPoints.list(scope, matching(filters), limit),
    page: (scope: GridNo, filters: MonitoringPointFilters, request: PageRequest) =>
      monitoringPoints.page(scope, matching(filters), request),
    put: (scope: GridNo, points: readonly MonitoringPoint[]) => monitoringPoints.put(scope, points),
    /** Removes the point together with its cameras. */
    remove: monitoringPoints.remove,
  };
}

// Cameras: the channels of a device, on a monitoring point or alone.

export interface CameraFilters {
  readonly text?: string | undefined;
  readonly gridNo?: GridNo | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly deviceId?: string | undefined;
  readonly deviceIds?: readonly string[] | undefined;
  readonly monitoringPointId?: string | undefined;
  readonly online?: boolean | undefined;
}

/** The addresses by which a camera can be reached: URL hosts in lower case, vendor names, and codes in lower case without leading zeros. */
export interface ReachFilters {
  readonly hosts: readonly string[];
  readonly codes: readonly string[];
}

/** A camera with its link; null: the link is not set up. */
export interface LinkedCamera {
  readonly camera: Camera;
  readonly link: CameraLink | null;
}

/** More channels than any recorder has. */
const MOST_CHANNELS = 10_000;

export function camerasRepository(db: Db, clock: Clock) {
  const cameras = assetTable<Camera>({ db, clock }, 'camera', {
    id: 'id text',
    deviceId: 'device_id text',
    channelNum: 'channel_num int',
    name: 'name text',
    cameraType: 'camera_type text',
    manufacturer: 'manufacturer text',
    monitoringPointId: 'monitoring_point_id text',
    towerHeightMetres: 'tower_height_metres float8',
    northCorrectionDegrees: 'north_correction_degrees float8',
    gridNo: 'grid_no text',
    online: 'online boolean',
  });

  const matching = ({ text, gridNo, ids, deviceId, deviceIds, monitoringPointId, online }: CameraFilters) =>
    allOf([
      ...(text === undefined ? [] : [contains('camera.name', text)]),
      ...(gridNo === undefined ? [] : [withinScope('camera.grid_no', gridNo)]),
      ...(ids === undefined ? [] : [isAnyOf('camera.id', ids)]),
      ...(deviceId === undefined ? [] : [sql<boolean>`camera.device_id = ${deviceId}`]),
      ...(deviceIds === undefined ? [] : [isAnyOf('camera.device_id', deviceIds)]),
      ...(monitoringPointId === undefined ? [] : [sql<boolean>`camera.monitoring_point_id = ${monitoringPointId}`]),
      ...(online === undefined ? [] : [sql<boolean>`camera.online = ${online}`]),
    ]);

  return {
    find: cameras.find,
    list: (scope: GridNo, filters: CameraFilters, limit: Limit) => cameras.list(scope, matching(filters), limit),

    /** The channels of one device, lowest number first. */
    async findByDevice(scope: GridNo, deviceId: string): Promise<Camera[]> {
      const { list } = await cameras.list(scope, matching({ deviceId }), { limit: MOST_CHANNELS });
      return list.toSorted((a, b) => a.channelNum - b.channelNum);
    },

    /**
     * Must be called first in every transaction that writes ownership (device ids, addresses, grids of cameras). It serializes such writes
     * across all servers, so that each sees the changes of the ones before it.
     */
    async holdOwners(): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended('camera-owners', 33))`.execute(db);
    },

    /** Cameras of any grid that may be reachable by one of these. The result can contain false matches: the caller compares exactly. */
    async reachedBy({ hosts, codes }: ReachFilters): Promise<LinkedCamera[]> {
      const bare = (column: string) => sql`ltrim(lower(${sql.ref(column)}), '0')`;
      const urls = sql`lower(concat_ws(' ', camera_link.control_url, camera_link.stream_url, camera_link.sub_stream_url))`;
      const found = await db
        .selectFrom('camera')
        .leftJoin('camera_link', 'camera_link.camera_id', 'camera.id')
        .select('camera.id')
        .where(
          sql<boolean>`${bare('camera.device_id')} = any(${[...codes]}::text[]) or ${bare('camera_link.channel_code')} = any(${[...codes]}::text[])
            or exists (select from unnest(${[...hosts]}::text[]) as host where position(host in ${urls}) > 0)`,
        )
        .execute();
      const ids = found.map(({ id }) => id);
      const { list } = await cameras.list(NATION, matching({ ids }), { limit: ids.length });
      const links = new Map((await cameraLinksRepository(db, clock).list(NATION, ids)).map((link) => [link.cameraId, link]));
      return list.map((camera) => ({ camera, link: links.get(camera.id) ?? null }));
    },

    put: (scope: GridNo, channels: readonly Camera[]) => cameras.put(scope, channels),
    remove: cameras.remove,
  };
}

// Camera links: addresses, settings, and the online history. Limited by the camera's grid.

export interface CameraLink {
  readonly cameraId: string;
  readonly controlUrl: string | null;
  /** The vendor's identifier of the channel: ONVIF profile, ISAPI channel, index code. null: the camera's channel number is used. */
  readonly channelCode: string | null;
  readonly streamUrl: string | null;
  readonly subStreamUrl: string | null;
  readonly userName: string | null;
  /** Encrypted by the server; null: no password. */
  readonly encryptedPassword: string | null;
  /** Whether the password may be sent in clear text (Basic). */
  readonly isBasicAllowed: boolean;
  /** Horizontal field of view, degrees. */
  readonly widestFieldDegrees: number | null;
  readonly narrowestFieldDegrees: number | null;
  readonly masks: readonly CameraMask[];
  readonly ranges: readonly Sector[];
  readonly tour: readonly TourStop[];
  /** Recorded continuously, not only while a user is watching. */
  readonly isRecorded: boolean;
}

/** A period of being online or offline. */
export interface CameraTime {
  readonly cameraId: string;
  readonly name: string;
  readonly gridNo: GridNo;
  readonly online: boolean;
  readonly begin: Date;
  /** null: the period is still open. */
  readonly end: Date | null;
}

export interface CameraTimeFilters {
  readonly cameraId?: string | undefined;
  /** Periods that overlap this window. */
  readonly begin?: Date | undefined;
  readonly end?: Date | undefined;
}

export function cameraLinksRepository(db: Db, clock: Clock) {
  return {
    async find(scope: GridNo, cameraId: string): Promise<CameraLink | null> {
      const row = await db
        .selectFrom('camera_link')
        .innerJoin('camera', 'camera.id', 'camera_link.camera_id')
        .selectAll('camera_link')
        .where('camera_link.camera_id', '=', cameraId)
        .where(withinScope('camera.grid_no', scope))
        .executeTakeFirst();
      return row ? linkOf(row) : null;
    },

    /** The links of these cameras, or of all cameras in scope. */
    async list(scope: GridNo, cameraIds?: readonly string[]): Promise<CameraLink[]> {
      const rows = await db
        .selectFrom('camera_link')
        .innerJoin('camera', 'camera.id', 'camera_link.camera_id')
        .selectAll('camera_link')
        .where(
          allOf([withinScope('camera.grid_no', scope), ...(cameraIds === undefined ? [] : [isAnyOf('camera_link.camera_id', cameraIds)])]),
        )
        .execute();
      return rows.map(linkOf);
    },

    /** Whether any camera is set up. */
    async isAny(): Promise<boolean> {
      return (await db.selectFrom('camera_link').select('camera_id').limit(1).executeTakeFirst()) !== undefined;
    },

    /** The cameras that are to be recorded. */
    async recorded(): Promise<string[]> {
      const rows = await db.selectFrom('camera_link').select('camera_id').where('is_recorded', '=', true).execute();
      return rows.map(({ camera_id: cameraId }) => cameraId);
    },

    /** All stored passwords, encrypted. */
    async passwords(): Promise<{ cameraId: string; encryptedPassword: string }[]> {
      const rows = await db
        .selectFrom('camera_link')
        .select(['camera_id', 'encrypted_password'])
        .where('encrypted_password', 'is not', null)
        .execute();
      return rows.flatMap(({ camera_id: cameraId, encrypted_password: encryptedPassword }) =>
        encryptedPassword === null ? [] : [{ cameraId, encryptedPassword }],
      );
    },

    /** Replaces passwords by re-encrypted ones, or clears them. A password that was changed meanwhile is left alone. */
    async exchangePasswords(
      changes: readonly { readonly cameraId: string; readonly before: string; readonly after: string | null }[],
    ): Promise<void> {
      await sql`update camera_link set encrypted_password = c.after
        from json_to_recordset(${jsonText(changes)}::json) as c("cameraId" text, before text, after text)
        where camera_link.camera_id = c."cameraId" and camera_link.encrypted_password = c.before`.execute(db);
    },

    /** Switches continuous recording on or off. The rest of the link is left unchanged, even if another user edits it at the same time. */
    async setRecorded(scope: GridNo, cameraId: string, isRecorded: boolean): Promise<void> {
      await sql`
        insert into camera_link (camera_id, masks, ranges, tour, is_recorded, updated_at)
        select id, '[]', '[]', '[]', ${isRecorded}, ${clock()} from camera where id = ${cameraId} and ${withinScope('camera.grid_no', scope)}
        on conflict (camera_id) do update set is_recorded = excluded.is_recorded, updated_at = excluded.updated_at`.execute(db);
    },

    /**
     * Writes all links in one statement, at most one link per camera. The recording flag of an existing link is not changed (see
     * `setRecorded`). @returns the cameras written: those in scope
     */
    async put(scope: GridNo, links: readonly CameraLink[]): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        insert into camera_link (camera_id, control_url, channel_code, stream_url, sub_stream_url, user_name, encrypted_password, is_basic_allowed,
          widest_field_degrees, narrowest_field_degrees, masks, ranges, tour, is_recorded, updated_at)
        select "cameraId", "controlUrl", "channelCode", "streamUrl", "subStreamUrl", "userName", "encryptedPassword", "isBasicAllowed",
          "widestFieldDegrees", "narrowestFieldDegrees", masks, ranges, tour, "isRecorded", ${clock()}
        from json_to_recordset(${jsonText(links)}::json) as l("cameraId" text, "controlUrl" text, "channelCode" text, "streamUrl" text,
          "subStreamUrl" text, "userName" text, "encryptedPassword" text,
          "isBasicAllowed" boolean, "widestFieldDegrees" float8, "narrowestFieldDegrees" float8,
          masks jsonb, ranges jsonb, tour jsonb, "isRecorded" boolean)
        join camera on camera.id = l."cameraId" where ${withinScope('camera.grid_no', scope)}
        on conflict (camera_id) do update set control_url = excluded.control_url, channel_code = excluded.channel_code,
          stream_url = excluded.stream_url, sub_stream_url = excluded.sub_stream_url, user_name = excluded.user_name,
          encrypted_password = excluded.encrypted_password, is_basic_allowed = excluded.is_basic_allowed,
          widest_field_degrees = excluded.widest_field_degrees, narrowest_field_degrees = excluded.narrowest_field_degrees,
          masks = excluded.masks, ranges = excluded.ranges, tour = excluded.tour, updated_at = excluded.updated_at
        returning camera_id as id`.execute(db);
      return rows.map(({ id }) => id);
    },

    /** Records which cameras are online now. A change begins a new period. @returns the ids that changed */
    async saveOnline(states: ReadonlyMap<string, boolean>): Promise<string[]> {
      if (states.size === 0) return [];
      const reported = JSON.stringify([...states].map(([id, online]) => ({ id, online })));
      const { rows } = await sql<{ id: string }>`
        with reported as (select id, online from json_to_recordset(${reported}::json) as s(id text, online boolean)),
        changed as (
          update camera set online = reported.online, updated_at = ${clock()} from reported
          where camera.id = reported.id and camera.online <> reported.online returning camera.id, camera.online),
        begun as (
          select id, online from changed
          union
          select reported.id, reported.online from reported join camera on camera.id = reported.id
          where not exists (select from camera_time where camera_id = reported.id))
        insert into camera_time (camera_id, began_at, online) select id, ${clock()}, online from begun
        on conflict do nothing returning camera_id as id`.execute(db);
      return rows.map(({ id }) => id);
    },

    /** Returns the orders, newest first. */
    async times(scope: GridNo, { cameraId, begin, end }: CameraTimeFilters, { limit }: Limit): Promise<Listed<CameraTime>> {
      const { rows } = await sql<{
        camera_id: string;
        name: string;
        grid_no: GridNo;
        online: boolean;
        began_at: Date;
        ended_at: Date | null;
      }>`
        select * from (
          select camera_time.camera_id, camera.name, camera.grid_no, camera_time.online, camera_time.began_at,
            lead(camera_time.began_at) over (partition by camera_time.camera_id order by camera_time.began_at) as ended_at
          from camera_time join camera on camera.id = camera_time.camera_id
          where ${withinScope('camera.grid_no', scope)} and (${cameraId ?? null}::text is null or camera_time.camera_id = ${cameraId ?? null})
        ) as times
        where (${end ?? null}::timestamptz is null or began_at <= ${end ?? null})
          and (${begin ?? null}::timestamptz is null or ended_at is null or ended_at >= ${begin ?? null})
        order by began_at desc, camera_id limit ${limit + 1}`.execute(db);
      return listed(
        rows.map((row) => ({
          cameraId: row.camera_id,
          name: row.name,
          gridNo: row.grid_no,
          online: row.online,
          begin: row.began_at,
          end: row.ended_at,
        })),
        limit,
      );
    },
  };
}

const linkOf = (row: Selectable<CameraLinkTable>): CameraLink => ({
  cameraId: row.camera_id,
  controlUrl: row.control_url,
  channelCode: row.channel_code,
  streamUrl: row.stream_url,
  subStreamUrl: row.sub_stream_url,
  userName: row.user_name,
  encryptedPassword: row.encrypted_password,
  isBasicAllowed: row.is_basic_allowed,
  widestFieldDegrees: row.widest_field_degrees,
  narrowestFieldDegrees: row.narrowest_field_degrees,
  masks: row.masks.map(({ endsAt, ...sector }) => ({ ...sector, endsAt: endsAt == null ? null : new Date(endsAt) })),
  ranges: row.ranges,
  tour: row.tour,
  isRecorded: row.is_recorded,
});
