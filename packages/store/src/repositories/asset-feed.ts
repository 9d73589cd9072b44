// assets as a stream, for indexes in memory: everything once, then the changes.
import type { Asset, AssetKind, GridNo, Resource } from '@lookout/domain';
import { sql } from 'kysely';
import type { AssetTableName } from '../asset-table.ts';
import type { Db } from '../sql.ts';

/** Its place, and all other fields in one text (`readSaid`). */
export interface AssetRecord {
  readonly kind: AssetKind;
  readonly grid_no: GridNo;
  readonly lng: number;
  readonly lat: number;
  readonly said: string;
}

/** Which transactions had ended when something was read, as PostgreSQL's `pg_snapshot` in text. */
export type Snapshot = string & { readonly __brand: 'Snapshot' };

export interface AssetChanges {
  readonly snapshot: Snapshot;
  readonly written: readonly AssetRecord[];
  /** Ids. One that is also among the written was inserted again. */
  readonly removed: readonly string[];
  /** The limit was exceeded: both lists are incomplete. */
  readonly more: boolean;
}

const TABLES = ['resource', 'monitoring_point', 'camera'] as const satisfies readonly AssetTableName[];

const record = {
  resource: sql`kind, grid_no, lng, lat, json_build_array(id, code, name, online, district_name, street_name, height_metres, leader_name,
    leader_phone, description, range_metres, horizontal_angle_degrees, attributes)::text as said`,
  monitoring_point: sql`'monitoring-point' as kind, grid_no, lng, lat, json_build_array(id, resource_code, name, online, district_name, street_name, z,
    leader_name, leader_phone, description, range_metres, horizontal_angle_degrees, '{}'::json)::text as said`,
  camera: sql`'camera' as kind, grid_no, lng, lat, json_build_array(id, device_id, name, online, null, null, null, null, null, null, null,
    null, '{}'::json)::text as said`,
} as const;

type Said = [
  id: string,
  code: string | null,
  name: string,
  online: boolean | null,
  districtName: string | null,
  streetName: string | null,
  heightMetres: number | null,
  leaderName: string | null,
  leaderPhone: string | null,
  description: string | null,
  rangeMetres: number | null,
  horizontalAngleDegrees: number | null,
  attributes: Resource['attributes'],
];

/** The thing of a record. */
export function readSaid(said: string, at: Pick<Asset, 'kind' | 'gridNo' | 'position'>): Asset {
  const [
    id,
    code,
    name,
    online,
    districtName,
    streetName,
    heightMetres,
    leaderName,
    leaderPhone,
    description,
    rangeMetres,
    angle,
    attributes,
  ] = JSON.parse(said) as Said;
  return {
    id,
    code,
    name,
    online,
    districtName,
    streetName,
    heightMetres,
    leaderName,
    leaderPhone,
    description,
    rangeMetres,
    horizontalAngleDegrees: angle,
    attributes,
    kind: at.kind,
    gridNo: at.gridNo,
    position: at.position,
  };
}

/** The id alone: the first field, which contains no escapes. */
export const idSaid = (said: string): string => said.slice(2, said.indexOf('"', 2));

/** Table pages read at once: 4 MB. */
const PAGES_AT_ONCE = 512;

/** How long removed ids are kept; an older index is rebuilt. */
export const REMOVED_KEPT_MS = 24 * 3_600_000;

export function assetFeedRepository(db: Db) {
  return {
    /** An estimate of the number of things, from the size of the table. */
    async size(): Promise<number> {
      const { rows } = await sql<{ bytes: number }>`select pg_relation_size('resource')::float8 as bytes`.execute(db);
      return Math.round((rows[0]?.bytes ?? 0) / 250);
    },

    async now(): Promise<Snapshot> {
      const { rows } = await sql<{ snapshot: Snapshot }>`select pg_current_snapshot()::text as snapshot`.execute(db);
      return (rows[0] as { snapshot: Snapshot }).snapshot;
    },

    /**
     * Everything, in pieces, table by table. A row written meanwhile may appear in its old form, its new one, both or neither: call `now` before
     * and `since` afterwards.
     */
    async *all(): AsyncGenerator<readonly AssetRecord[]> {
      for (const table of TABLES) {
        const { rows } = await sql<{ pages: number }>`
          select ceil(pg_relation_size(${table}::regclass) / current_setting('block_size')::float8) as pages`.execute(db);
        const pages = rows[0]?.pages ?? 0;
        for (let page = 0; page < pages; page += PAGES_AT_ONCE) {
          const found = await sql<AssetRecord>`select ${record[table]} from ${sql.table(table)}
            where ctid >= ${`(${page},0)`}::tid and ctid < ${`(${page + PAGES_AT_ONCE},0)`}::tid`.execute(db);
          yield found.rows;
        }
      }
    },

    /** The changes of transactions that had not ended at the snapshot. @param limit of written and removed each */
    async since(snapshot: Snapshot, limit: number): Promise<AssetChanges> {
      // The first condition is for the index; a number of a future transaction comes from another server's backup.
      const unseen = (table: string) => sql`${sql.ref(`${table}.changed`)} >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
        and ${sql.ref(`${table}.changed`)} < pg_snapshot_xmax(pg_current_snapshot())
        and not pg_visible_in_snapshot(${sql.ref(`${table}.changed`)}, ${snapshot}::pg_snapshot)`;
      const written = sql.join(
        TABLES.map(
          (table) =>
            sql`(select ${record[table]}, null::text as removed from ${sql.table(table)} where ${unseen(table)} limit ${limit + 1})`,
        ),
        sql` union all `,
      );
      const { rows } = await sql<{ snapshot: Snapshot } & (AssetRecord | { kind: null; removed: string | null })>`
        select now.snapshot::text as snapshot, change.* from (select pg_current_snapshot() as snapshot) now left join (
          ${written} union all
          (select null, null, null, null, null, id from asset_removed where ${unseen('asset_removed')} limit ${limit + 1})
        ) change on true`.execute(db);
      const wrote = rows.flatMap((row) => (row.kind === null ? [] : [row]));
      const removed = rows.flatMap((row) => (row.kind === null && row.removed !== null ? [row.removed] : []));
      const isWhole = wrote.length <= limit && removed.length <= limit;
      return { snapshot: (rows[0] as { snapshot: Snapshot }).snapshot, written: wrote, removed, more: !isWhole };
    },

    /** Deletes old removed ids. */
    async prune(now: Date): Promise<void> {
      await sql`delete from asset_removed where at < ${new Date(now.getTime() - REMOVED_KEPT_MS)}`.execute(db);
    },
  };
}
