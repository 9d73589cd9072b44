// Resources, monitoring points and cameras in one shape: how the rows of three tables are read as things that stand at a place.
import type { PlacedKind, PlacedThing } from '@lookout/domain';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Db } from '../db.ts';
import type { PlacedTableName } from '../placed-table.ts';
import { isAnyOf } from '../sql.ts';
import type { ResourceTable } from '../tables.ts';

export interface PlacedKey {
  readonly kind: PlacedKind;
  readonly id: string;
}

export const keyOf = ({ kind, id }: PlacedKey): string => `${kind}/${id}`;

const columns = {
  resource: sql`resource.id::text as id, kind, code, name, online, district_name, street_name, grid_no, lng, lat, height_metres, leader_name,
    leader_phone, description, range_metres, horizontal_angle_degrees, attributes`,
  monitor: sql`id, 'monitor' as kind, resource_code as code, name, online, district_name, street_name, grid_no, lng, lat,
    z as height_metres, leader_name, leader_phone, description, monitor_range_metres as range_metres, horizontal_angle_degrees,
    '{}'::jsonb as attributes`,
  camera: sql`id, 'camera' as kind, device_id as code, name, online, null as district_name, null as street_name, grid_no, lng, lat,
    null::float8 as height_metres, null as leader_name, null as leader_phone, null as description, null::float8 as range_metres,
    null::float8 as horizontal_angle_degrees, '{}'::jsonb as attributes`,
} as const satisfies Record<PlacedTableName, RawBuilder<unknown>>;

/** Whole rows of one table, named as the columns of `resource`: to be joined by `union all`, resources first. */
export const thingsIn = (table: PlacedTableName, where: RawBuilder<SqlBool>): RawBuilder<ThingRow> =>
  sql<ThingRow>`select ${columns[table]} from ${sql.table(table)} where ${where}`;

/** The things that stand under these keys, by `keyOf`. What is not there is not in it. */
export async function loadThings(db: Db, keys: readonly PlacedKey[]): Promise<Map<string, PlacedThing>> {
  const idsOf = (isWanted: (kind: PlacedKind) => boolean) => keys.flatMap(({ kind, id }) => (isWanted(kind) ? [id] : []));
  const { rows } = await sql<ThingRow>`
    ${thingsIn(
      'resource',
      isAnyOf(
        'id',
        idsOf((kind) => kind !== 'monitor' && kind !== 'camera'),
        'uuid',
      ),
    )}
    union all ${thingsIn(
      'monitor',
      isAnyOf(
        'id',
        idsOf((kind) => kind === 'monitor'),
      ),
    )}
    union all ${thingsIn(
      'camera',
      isAnyOf(
        'id',
        idsOf((kind) => kind === 'camera'),
      ),
    )}`.execute(db);
  return new Map(rows.map((row) => [keyOf(row), thingOf(row)]));
}

export type ThingRow = Omit<Selectable<ResourceTable>, 'kind' | 'code' | 'updated_at'> & { kind: PlacedKind; code: string | null };

export const thingOf = <R extends ThingRow>(row: R) => ({
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
