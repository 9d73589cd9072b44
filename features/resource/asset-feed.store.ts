// Assets as a stream, for indexes in memory: all of them once, then the changes.

import type { GridNo } from '@lookout/domain';
import type { AssetTableName } from '@lookout/store/asset-table.ts';
import type { Db } from '@lookout/store/sql.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Asset, AssetKind } from './resource.ts';
import { type AssetRow, assetOf, assetRowsIn } from './resources.store.ts';

/** Kind, grid and position of an asset; all other fields as a JSON array (`readAsset`). */
export interface AssetRecord {
  readonly kind: AssetKind;
  readonly grid_no: GridNo;
  readonly lng: number;
  readonly lat: number;
  readonly fields_json: string;
}

/** The transactions that had ended at the time of a read, as the text of PostgreSQL's `pg_snapshot`. */
export type Snapshot = string & { readonly __brand: 'Snapshot' };

export interface AssetChanges {
  readonly snapshot: Snapshot;
  readonly written: readonly AssetRecord[];
  /** Ids. An id that is also in `written` was inserted again. */
  readonly removed: readonly string[];
  /** The limit was exceeded: both lists are empty. */
  readonly more: boolean;
}

type ChangeRow = { readonly snapshot: Snapshot; readonly more: boolean } & (
  | AssetRecord
  | { readonly kind: null; readonly removed: string | null }
);

const TABLES = ['resource', 'monitoring_point', 'camera'] as const satisfies readonly AssetTableName[];

/** The columns of an asset's row in `fields_json`, in their order; the id is the first, for `assetIdOf`. */
const FIELDS = [
  'id',
  'code',
  'name',
  'online',
  'district_name',
  'street_name',
  'height_metres',
  'leader_name',
  'leader_phone',
  'description',
  'range_metres',
  'horizontal_angle_degrees',
  'attributes',
] as const satisfies readonly (keyof AssetRow)[];

/** The asset records of a table. */
const recordsIn = (table: AssetTableName, where: RawBuilder<SqlBool>) => sql`
  select kind, grid_no, lng, lat, json_build_array(${sql.join(FIELDS.map((field) => sql.ref(field)))})::text as fields_json
  from (${assetRowsIn(table, where)}) asset`;

export function readAsset({ fields_json: fields, ...known }: AssetRecord): Asset {
  const values = JSON.parse(fields) as unknown[];
  const row: Partial<Record<keyof AssetRow, unknown>> = known;
  for (let i = 0; i < FIELDS.length; i += 1) row[FIELDS[i] as (typeof FIELDS)[number]] = values[i];
  return assetOf(row as AssetRow);
}

/** The id in `fields_json`, without parsing the rest: the first field, which contains no escapes. */
export const assetIdOf = (fields: string): string => fields.slice(2, fields.indexOf('"', 2));

/** Table pages read at once: 4 MB. */
const PAGES_AT_ONCE = 512;

/** How long removed ids are stored; an index older than that is rebuilt. */
export const REMOVED_RETAINED_MS = 24 * 3_600_000;

export function assetFeedRepository(db: Db) {
  return {
    /** An estimate of the number of assets, from the size of the table of resources. */
    async size(): Promise<number> {
      const { rows } = await sql<{ bytes: number }>`select pg_relation_size('resource')::float8 as bytes`.execute(db);
      return Math.round((rows[0]?.bytes ?? 0) / 250);
    },

    async now(): Promise<Snapshot> {
      const { rows } = await sql<{ snapshot: Snapshot }>`select pg_current_snapshot()::text as snapshot`.execute(db);
      return (rows[0] as { snapshot: Snapshot }).snapshot;
    },

    /**
     * All assets, in batches, table by table. A row that is written meanwhile may appear in its old form, its new one, both or neither: call
     * `now` before and `since` afterwards.
     */
    async *all(): AsyncGenerator<readonly AssetRecord[]> {
      for (const table of TABLES) {
        const { rows } = await sql<{ pages: number }>`
          select ceil(pg_relation_size(${table}::regclass) / current_setting('block_size')::float8) as pages`.execute(db);
        const pages = rows[0]?.pages ?? 0;
        for (let page = 0; page < pages; page += PAGES_AT_ONCE) {
          const onPages = sql<SqlBool>`ctid >= ${`(${page},0)`}::tid and ctid < ${`(${page + PAGES_AT_ONCE},0)`}::tid`;
          const { rows: records } = await sql<AssetRecord>`${recordsIn(table, onPages)}`.execute(db);
          yield records;
        }
      }
    },

    /** The changes of transactions that had not ended at the snapshot. @param limit of written and removed each */
    async since(snapshot: Snapshot, limit: number): Promise<AssetChanges> {
      // The first condition uses the index. A future transaction number comes from another server's backup.
      const unseen = (
        table: AssetTableName | 'asset_removed',
      ) => sql<SqlBool>`${sql.ref(`${table}.changed`)} >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
        and ${sql.ref(`${table}.changed`)} < pg_snapshot_xmax(pg_current_snapshot())
        and not pg_visible_in_snapshot(${sql.ref(`${table}.changed`)}, ${snapshot}::pg_snapshot)`;
      const writtenRows = sql.join(
        TABLES.map((table) => sql`(select * from (${recordsIn(table, unseen(table))}) record limit ${limit + 1})`),
        sql` union all `,
      );
      // Reading rows beyond the limit would be useless and would block the event loop, so they stay in the database.
      const { rows } = await sql<ChangeRow>`
        with written as materialized (${writtenRows}),
        removed as materialized (select id from asset_removed where ${unseen('asset_removed')} limit ${limit + 1}),
        state as (
          select pg_current_snapshot() as snapshot,
            (select count(*) from written) > ${limit} or (select count(*) from removed) > ${limit} as more
        )
        select state.snapshot::text as snapshot, state.more, change.* from state left join (
          select written.*, null::text as removed from written union all select null, null, null, null, null, id from removed
        ) change on not state.more`.execute(db);
      const written = rows.flatMap((row) => (row.kind === null ? [] : [row]));
      const removed = rows.flatMap((row) => (row.kind === null && row.removed !== null ? [row.removed] : []));
      const { snapshot: now, more } = rows[0] as ChangeRow;
      return { snapshot: now, written, removed, more };
    },

    /** Deletes old removed ids. */
    async prune(now: Date): Promise<void> {
      await sql`delete from asset_removed where at < ${new Date(now.getTime() - REMOVED_RETAINED_MS)}`.execute(db);
    },
  };
}
