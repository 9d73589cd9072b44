// The common form of the tables of monitoring points, cameras and resources: each row has an id, a grid and a position. Reading, bulk
// upsert and removal are driven by a table of columns.
import type { GridNo, Position } from '@lookout/domain';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { allOf, type Clock, type Db, jsonText, type Limit, type Listed, listed, type Paged, type PageRequest, withinScope } from './sql.ts';

export type AssetTableName = 'resource' | 'monitoring_point' | 'camera';

interface StoredAsset {
  readonly id: string;
  readonly gridNo: GridNo;
  readonly position: Position;
}

type SqlType = 'text' | 'uuid' | 'boolean' | 'int' | 'float8' | 'jsonb';

/** The column and type of each field; the position has two separate columns. */
export type AssetColumns<T> = { readonly [F in Exclude<keyof T, 'position'>]: `${string} ${SqlType}` };

export interface AssetTable<T extends StoredAsset> {
  readonly find: (scope: GridNo, id: string) => Promise<T | null>;
  /** Ordered by name. */
  readonly list: (scope: GridNo, where: RawBuilder<SqlBool>, limit: Limit) => Promise<Listed<T>>;
  /** Ordered by name. */
  readonly page: (scope: GridNo, where: RawBuilder<SqlBool>, request: PageRequest) => Promise<Paged<T>>;
  /**
   * Inserts or updates by id, in bulk, without duplicate ids. No object is moved out of the scope or into it.
   * @param onlyChanged unchanged rows are not written again
   * @returns the ids written; some of the missing ids may lie outside the scope
   */
  readonly put: (scope: GridNo, objects: readonly T[], options?: { readonly onlyChanged?: boolean }) => Promise<string[]>;
  readonly remove: (scope: GridNo, id: string) => Promise<boolean>;
}

/** The parts of SQL statements that name the columns of a table. */
interface ColumnsSql {
  readonly fields: readonly { readonly field: string; readonly column: string; readonly type: RawBuilder<unknown> }[];
  readonly select: RawBuilder<unknown>;
}

/** Cached by table, because every transaction creates its table objects anew. */
const columnsSql = new Map<AssetTableName, ColumnsSql>();

function columnsSqlOf(name: AssetTableName, columns: Readonly<Record<string, string>>): ColumnsSql {
  const cached = columnsSql.get(name);
  if (cached) return cached;
  const fields = Object.entries({ ...columns, lng: 'lng float8', lat: 'lat float8' }).map(([field, words]) => {
    const [column = '', type = ''] = words.split(' ');
    return { field, column, type: sql.raw(type) };
  });
  const named = sql.join(fields.map(({ field, column }) => sql`${sql.ref(`${name}.${column}`)} as ${sql.ref(field)}`));
  const made = { fields, select: sql`select ${named} from ${sql.table(name)}` };
  columnsSql.set(name, made);
  return made;
}

/** @param columns must always be the same for a table name */
export function assetTable<T extends StoredAsset>(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  name: AssetTableName,
  columns: AssetColumns<T>,
): AssetTable<T> {
  const { fields, select } = columnsSqlOf(name, columns);
  const table = sql.table(name);
  const inScope = (scope: GridNo) => withinScope(`${name}.grid_no`, scope);
  const columnsOf = (of: string) => sql.join(fields.map(({ column }) => sql.ref(`${of}.${column}`)));

  const read = async (tail: RawBuilder<unknown>): Promise<T[]> => {
    const { rows } = await sql<T & Position>`${select} ${tail}`.execute(db);
    return rows.map(({ lng, lat, ...rest }) => ({ ...rest, position: { lng, lat } }) as unknown as T);
  };
  const matching = (scope: GridNo, where: RawBuilder<SqlBool>) => sql`where ${allOf([inScope(scope), where])}`;

  return {
    async find(scope, id) {
      const [found] = await read(matching(scope, sql<SqlBool>`${sql.ref(`${name}.id`)} = ${id}`));
      return found ?? null;
    },

    list: async (scope, where, { limit }) => listed(await read(sql`${matching(scope, where)} order by name, id limit ${limit + 1}`), limit),

    async page(scope, where, { offset, limit }) {
      const { rows } = await sql<{ total: number }>`select count(*) as total from ${table} ${matching(scope, where)}`.execute(db);
      return {
        total: rows[0]?.total ?? 0,
        list: await read(sql`${matching(scope, where)} order by name, id limit ${limit} offset ${offset}`),
      };
    },

    async put(scope, objects, { onlyChanged = false } = {}) {
      const given = objects.map(({ position, ...object }) => ({ ...object, ...position }));
      const isChanged = onlyChanged ? [sql<SqlBool>`(${columnsOf(name)}) is distinct from (${columnsOf('excluded')})`] : [];
      const { rows } = await sql<{ id: string }>`
        insert into ${table} (${sql.join(fields.map(({ column }) => sql.ref(column)))}, updated_at)
        select ${sql.join(fields.map(({ field }) => sql.ref(field)))}, ${clock()}
        from json_to_recordset(${jsonText(given)}::json)
          as given(${sql.join(fields.map(({ field, type }) => sql`${sql.ref(field)} ${type}`))})
        where ${withinScope('given.gridNo', scope)}
        on conflict (id) do update set
          ${sql.join(fields.map(({ column }) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))}, updated_at = excluded.updated_at
        where ${allOf([inScope(scope), ...isChanged])}
        returning id`.execute(db);
      return rows.map(({ id }) => id);
    },

    async remove(scope, id) {
      const { numAffectedRows = 0n } = await sql`delete from ${table} where ${allOf([inScope(scope), sql<SqlBool>`id = ${id}`])}`.execute(
        db,
      );
      return numAffectedRows > 0n;
    },
  };
}
