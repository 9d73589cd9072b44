// Resources (资源) of every kind: lists by grid, and search around a position, including monitoring points and cameras.

import { createHash } from 'node:crypto';
import { boxAround, type GridNo, haversineMetres, type Position } from '@lookout/domain';
import { type Clock, type Limit, type Listed, mapInSlices } from '@lookout/store';
import { type AssetTableName, assetTable } from '@lookout/store/asset-table.ts';
import { allOf, contains, type Db, isAnyOf, isUuid, jsonText, listed, withinScope } from '@lookout/store/sql.ts';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { ResourceTable } from './resource.tables.ts';
import { ASSET_KINDS, type Asset, type AssetKind, RESOURCE_KINDS, type Resource } from './resource.ts';

export interface ResourceFilters {
  readonly kinds?: readonly Resource['kind'][] | undefined;
  readonly text?: string | undefined;
}

/** Degrees; the edges belong to the box. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

export interface AssetFilters {
  /** Absent: all kinds of resources, without monitoring points and cameras. */
  readonly kinds?: readonly AssetKind[] | undefined;
  readonly text?: string | undefined;
  readonly box?: Box | undefined;
}

/** The number of assets of one kind in a grid (> 0), and their mean position. */
export interface AssetCount {
  readonly gridNo: GridNo;
  readonly kind: AssetKind;
  readonly count: number;
  readonly middle: Position;
}

export interface AroundRequest {
  readonly centre: Position;
  readonly radiusMetres: number;
  readonly kinds?: readonly AssetKind[] | undefined;
  readonly text?: string | undefined;
  /** true: `limit` applies to each kind separately. */
  readonly byKind: boolean;
}

export interface Around {
  /** Nearest first. */
  readonly list: readonly Asset[];
  /** The number of assets within the radius, listed or not, by kind. For a request that is not `byKind`, only the sum, under ''. */
  readonly counts: ReadonlyMap<AssetKind | '', number>;
}

export interface PutResources {
  /** New or changed. */
  readonly written: ReadonlySet<string>;
  /** Unchanged. */
  readonly unchanged: ReadonlySet<string>;
}

/** The same id for the same kind and code on every server: a name-based UUID (RFC 9562, version 8, with a custom hash). */
export function resourceId({ kind, code }: Pick<Resource, 'kind' | 'code'>): string {
  const hash = createHash('sha256').update(`lookout/resource/${kind}/${code}`).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

export function resourcesRepository(db: Db, clock: Clock) {
  const table = assetTable<Resource>({ db, clock }, 'resource', {
    id: 'id uuid',
    kind: 'kind text',
    code: 'code text',
    name: 'name text',
    online: 'online boolean',
    districtName: 'district_name text',
    streetName: 'street_name text',
    gridNo: 'grid_no text',
    heightMetres: 'height_metres float8',
    leaderName: 'leader_name text',
    leaderPhone: 'leader_phone text',
    description: 'description text',
    rangeMetres: 'range_metres float8',
    horizontalAngleDegrees: 'horizontal_angle_degrees float8',
    attributes: 'attributes jsonb',
  });

  const matching = ({ kinds, text }: ResourceFilters) =>
    allOf([
      ...(kinds === undefined ? [] : [isAnyOf('resource.kind', kinds)]),
      ...(text === undefined ? [] : [contains('resource.name', text)]),
    ]);

  return {
    find: async (scope: GridNo, id: string): Promise<Resource | null> => (isUuid(id) ? table.find(scope, id) : null),
    list: (scope: GridNo, filters: ResourceFilters, limit: Limit): Promise<Listed<Resource>> => table.list(scope, matching(filters), limit),

    /**
     * Resources, and monitoring points and cameras where they are requested, ordered by the bytes of their names, the same on every server.
     * For a box with more assets than the limit, some of each kind from all over it: ids of resources are hashes, so they are scattered.
     */
    async assets(scope: GridNo, { kinds = RESOURCE_KINDS, text, box }: AssetFilters, { limit }: Limit): Promise<Listed<Asset>> {
      const found = tablesOf(kinds).map(({ table, more }) =>
        assetRowsIn(
          table,
          allOf([
            ...(box === undefined ? [] : [isInBox(box)]),
            withinScope(`${table}.grid_no`, scope),
            ...(text === undefined ? [] : [contains(`${table}.name`, text)]),
            ...more,
          ]),
        ),
      );
      if (found.length === 0) return { list: [], more: false };
      const byName = sql`order by name collate "C", id collate "C"`;
      const assets = sql`select * from (${sql.join(found, sql` union all `)}) assets`;
      const { rows } = await sql<AssetRow>`
        select * from (${assets} ${box === undefined ? byName : sql`order by id collate "C"`} limit ${limit + 1}) taken
        ${byName}`.execute(db);
      return listed(await mapInSlices(rows, assetOf), limit);
    },

    /** Counts by prefecture or county. An asset known only by a wider grid counts in that grid. Ordered by grid. */
    async counts(scope: GridNo, level: 'prefecture' | 'county'): Promise<AssetCount[]> {
      const branches = tablesOf(ASSET_KINDS).map(
        ({ table, kind }) =>
          sql`select ${kind} as kind, grid_no, lng, lat from ${sql.table(table)} where ${withinScope(`${table}.grid_no`, scope)}`,
      );
      const digits = level === 'prefecture' ? 4 : 6;
      const { rows } = await sql<{ grid_no: GridNo; kind: AssetKind; count: number; lng: number; lat: number }>`
        select rpad(left(grid_no, ${digits}), 6, '0') as grid_no, kind, count(*)::int as count, avg(lng) as lng, avg(lat) as lat
        from (${sql.join(branches, sql` union all `)}) as assets group by 1, 2 order by 1, 2`.execute(db);
      return rows.map(({ grid_no: gridNo, kind, count, lng, lat }) => ({ gridNo, kind, count, middle: { lng, lat } }));
    },

    /** Returns what lies within the radius on the sphere (domain `haversineMetres`) and within scope. */
    async around(scope: GridNo, request: AroundRequest, { limit }: Limit): Promise<Around> {
      const near = nearBranches(scope, request);
      if (near.length === 0) return { list: [], counts: new Map() };
      const group = request.byKind ? sql`kind` : sql`''`;
      const { rows } = await sql<{ kind: AssetKind; id: string; counted: AssetKind | ''; total: number }>`
        with near as (${sql.join(near, sql` union all `)}),
        ranked as (
          select kind, id, metres, ${group} as counted, count(*) over (partition by ${group}) as total,
            row_number() over (partition by ${group} order by metres, id) as rank
          from near where metres <= ${request.radiusMetres}
        )
        select kind, id, counted, total from ranked where rank <= ${limit} order by metres, id`.execute(db);
      const assets = await loadAssets(db, rows);
      return {
        // Removed between the two queries.
        list: rows.flatMap(({ kind, id }) => assets.get(keyOf({ kind, id })) ?? []),
        counts: new Map(rows.map(({ counted, total }) => [counted, total])),
      };
    },

    /**
     * Inserts or updates by kind and code, in bulk, without duplicates. A resource may neither be moved out of the scope nor into it.
     * @returns the ids from `resourceId`; ids in neither set lie outside the scope
     */
    async put(scope: GridNo, resources: readonly Omit<Resource, 'id'>[]): Promise<PutResources> {
      const rows = resources.map((resource) => ({ ...resource, id: resourceId(resource) }));
      const isWritten = new Set(await table.put(scope, rows, { onlyChanged: true }));
      const others = rows.filter((row) => !isWritten.has(row.id));
      if (others.length === 0) return { written: isWritten, unchanged: new Set() };
      const { rows: existing } = await sql<{ id: string }>`
        select resource.id from resource
        join json_to_recordset(${jsonText(others)}::json) as r(id uuid, "gridNo" text) on r.id = resource.id
        where ${withinScope('resource.grid_no', scope)} and ${withinScope('r.gridNo', scope)}`.execute(db);
      return { written: isWritten, unchanged: new Set(existing.map((row) => row.id)) };
    },

    remove: async (scope: GridNo, id: string): Promise<boolean> => isUuid(id) && table.remove(scope, id),
  };
}

/** The radius used by `haversineMetres`, derived from half the circumference. */
const EARTH_RADIUS_METRES = haversineMetres({ lng: 0, lat: 0 }, { lng: 180, lat: 0 }) / Math.PI;

const metresFrom = ({ lng, lat }: Position): RawBuilder<number> => sql<number>`2 * ${EARTH_RADIUS_METRES}::float8 * asin(least(1, sqrt(
  sind((lat - ${lat}::float8) / 2) ^ 2 + cosd(${lat}::float8) * cosd(lat) * sind((lng - ${lng}::float8) / 2) ^ 2)))`;

/** One select (kind, id, metres) for each table; the box uses its index. */
function nearBranches(scope: GridNo, { centre, radiusMetres, kinds, text }: AroundRequest): RawBuilder<unknown>[] {
  const { west, south, east, north } = boxAround(centre, radiusMetres);
  return tablesOf(kinds ?? ASSET_KINDS).map(({ table, kind, more }) => {
    const conditions = allOf([
      isInBox({ west, south, east, north }),
      withinScope(`${table}.grid_no`, scope),
      ...(text === undefined ? [] : [contains(`${table}.name`, text)]),
      ...more,
    ]);
    return sql`select ${kind} as kind, id::text as id, ${metresFrom(centre)} as metres from ${sql.table(table)} where ${conditions}`;
  });
}

/** Uses the index on the position. */
const isInBox = ({ west, south, east, north }: Box): RawBuilder<SqlBool> =>
  sql<SqlBool>`point(lng, lat) <@ box(point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8))`;

/** The tables of these kinds, the expression of the kind in each, and the condition on it. */
function tablesOf(kinds: readonly AssetKind[]) {
  const resourceKinds = RESOURCE_KINDS.filter((kind) => kinds.includes(kind));
  const isEvery = resourceKinds.length === RESOURCE_KINDS.length;
  const all = {
    resource: { table: 'resource', kind: sql`kind`, more: isEvery ? [] : [isAnyOf('resource.kind', resourceKinds)] },
    monitoringPoint: { table: 'monitoring_point', kind: sql`'monitoring-point'`, more: [] },
    camera: { table: 'camera', kind: sql`'camera'`, more: [] },
  } as const;
  return [
    ...(resourceKinds.length > 0 ? [all.resource] : []),
    ...(kinds.includes('monitoring-point') ? [all.monitoringPoint] : []),
    ...(kinds.includes('camera') ? [all.camera] : []),
  ];
}

// Resources, monitoring points and cameras in one shape: the rows of three tables as assets.

interface AssetKey {
  readonly kind: AssetKind;
  readonly id: string;
}

export const keyOf = ({ kind, id }: AssetKey): string => `${kind}/${id}`;

const columns = {
  resource: sql`resource.id::text as id, kind, code, name, online, district_name, street_name, grid_no, lng, lat, height_metres, leader_name,
    leader_phone, description, range_metres, horizontal_angle_degrees, attributes`,
  monitoring_point: sql`id, 'monitoring-point' as kind, resource_code as code, name, online, district_name, street_name, grid_no, lng, lat,
    z as height_metres, leader_name, leader_phone, description, range_metres, horizontal_angle_degrees,
    '{}'::jsonb as attributes`,
  camera: sql`id, 'camera' as kind, device_id as code, name, online, null as district_name, null as street_name, grid_no, lng, lat,
    null::float8 as height_metres, null as leader_name, null as leader_phone, null as description, null::float8 as range_metres,
    null::float8 as horizontal_angle_degrees, '{}'::jsonb as attributes`,
} as const satisfies Record<AssetTableName, RawBuilder<unknown>>;

/** Whole rows of one table, with the column names of `resource`, to be joined by `union all`, resources first. */
export const assetRowsIn = (table: AssetTableName, where: RawBuilder<SqlBool>): RawBuilder<AssetRow> =>
  sql<AssetRow>`select ${columns[table]} from ${sql.table(table)} where ${where}`;

/** The assets of these keys, by `keyOf`; missing ones are left out. */
async function loadAssets(db: Db, keys: readonly AssetKey[]): Promise<Map<string, Asset>> {
  const idsOf = (isWanted: (kind: AssetKind) => boolean) => keys.flatMap(({ kind, id }) => (isWanted(kind) ? [id] : []));
  const { rows } = await sql<AssetRow>`
    ${assetRowsIn(
      'resource',
      isAnyOf(
        'id',
        idsOf((kind) => kind !== 'monitoring-point' && kind !== 'camera'),
        'uuid',
      ),
    )}
    union all ${assetRowsIn(
      'monitoring_point',
      isAnyOf(
        'id',
        idsOf((kind) => kind === 'monitoring-point'),
      ),
    )}
    union all ${assetRowsIn(
      'camera',
      isAnyOf(
        'id',
        idsOf((kind) => kind === 'camera'),
      ),
    )}`.execute(db);
  return new Map(rows.map((row) => [keyOf(row), assetOf(row)]));
}

export type AssetRow = Omit<Selectable<ResourceTable>, 'kind' | 'code' | 'updated_at' | 'version' | 'confirmed_at' | 'changed_by'> & {
  kind: AssetKind;
  code: string | null;
};

export const assetOf = <R extends AssetRow>(row: R) => ({
  id: row.id,
  kind: row.kind as R['kind'],
  code: row.code as R['code'],
  name: row.name,
  online: row.online,
  districtName: row.district_name,
  streetName: row.street_name,
  gridNo: row.grid_no,
  position: { lng: row.lng, lat: row.lat },
  heightMetres: row.height_metres,
  leaderName: row.leader_name,
  leaderPhone: row.leader_phone,
  description: row.description,
  rangeMetres: row.range_metres,
  horizontalAngleDegrees: row.horizontal_angle_degrees,
  attributes: row.attributes,
});
