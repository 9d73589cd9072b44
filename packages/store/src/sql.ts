// SQL helpers and types shared by the repositories.
import { type GridNo, prefixOf } from '@lookout/domain';
import { type Expression, type Kysely, type RawBuilder, type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { jsonText } from './json-text.ts';
import type { Tables } from './tables.ts';

export { jsonText };

/** A value for a jsonb column. */
export const jsonb = <T>(value: T): RawBuilder<T> => sql<T>`${jsonText(value)}::jsonb`;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** An id from a request that is not a uuid must result in "not found", not in an SQL error. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** The condition that `column` contains `text`. Pattern characters are taken literally. */
export const contains = (column: string, text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} ilike ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`;

/** All of the conditions; true when there are none. */
export const allOf = (conditions: readonly Expression<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;

/** `column = any(values)`: one parameter for any number of values. */
export const isAnyOf = (column: string, values: readonly string[], type: 'text' | 'uuid' = 'text'): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = any(${[...values]}::${sql.raw(type)}[])`;

/** The condition that the alarm in `column` belongs to the same fire (火情) as this one. Always true for the alarm itself. */
export const ofSameFire = (column: string, alarmId: string): RawBuilder<SqlBool> => sql<SqlBool>`(${sql.ref(column)} = ${alarmId}::uuid
  or ${sql.ref(column)} in (select other.alarm_id from incident_alarm own join incident_alarm other using (incident_id) where own.alarm_id = ${alarmId}::uuid))`;

/** A pool or a transaction: repositories work on either. */
export type Db = Kysely<Tables>;

/** The current time; passed in so that tests control it. */
export type Clock = () => Date;

// The grid scope in SQL: the same rule as domain `covers`, as a range that an index on a COLLATE "C" column can serve.

/**
 * The condition "lies in `scope`" on a column of grid numbers; true for the nation. A range is used instead of LIKE: there are no pattern
 * characters, and every index that begins with the column can serve it.
 */
export function withinScope(column: string, scope: GridNo): RawBuilder<SqlBool> {
  const prefix = prefixOf(scope);
  if (prefix === '') return sql<SqlBool>`true`;
  return sql<SqlBool>`(${sql.ref(column)} >= ${prefix} and ${sql.ref(column)} < ${endOf(prefix)})`;
}

/** The first text after all texts that begin with `prefix`, in byte order ('5139' → '513:'). */
const endOf = (prefix: string): string => prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);

// Lists and pages: a limit is always given, and the result states whether it was reached.

export interface Limit {
  readonly limit: number;
}

/** At most `limit` rows; `more` is true when there were others. */
export interface Listed<T> {
  readonly list: T[];
  readonly more: boolean;
}

export interface PageRequest {
  readonly offset: number;
  readonly limit: number;
}

export interface Paged<T> {
  readonly total: number;
  readonly list: T[];
}

/** Cuts a list that was queried with one extra row. */
export const listed = <T>(rows: T[], limit: number): Listed<T> => ({ list: rows.slice(0, limit), more: rows.length > limit });

/** One page of the matching rows, each read by `of`, and their total number. @param order order of the rows, for `order by` */
export async function pageOf<T extends keyof Tables, V>(
  matching: SelectQueryBuilder<Tables, T, object>,
  order: RawBuilder<unknown>,
  { offset, limit }: PageRequest,
  of: (row: Selectable<Tables[T]>) => V,
): Promise<Paged<V>> {
  const { total } = await matching.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  const list = await matching.selectAll().orderBy(order).offset(offset).limit(limit).$castTo<Selectable<Tables[T]>>().execute();
  return { total, list: list.map(of) };
}

/** Tables whose rows belong to a grid. */
type TableInGrids = {
  [T in keyof Tables]: Tables[T] extends { readonly id: unknown; readonly grid_no: unknown } ? T : never;
}[keyof Tables];

async function rowWithin<T extends TableInGrids, V>(
  db: Db,
  table: T,
  scope: GridNo,
  id: string,
  of: (row: Selectable<Tables[T]>) => V,
  lock: RawBuilder<unknown>,
): Promise<V | null> {
  if (!isUuid(id)) return null;
  const condition = withinScope(`${table}.grid_no`, scope);
  const { rows } = await sql<
    Selectable<Tables[T]>
  >`select * from ${sql.table(table)} where id = ${id}::uuid and ${condition} ${lock}`.execute(db);
  const [row] = rows;
  return row ? of(row) : null;
}

/** The row with this id, read by `of`. null: it is missing, or not in this grid. */
export const oneWithin = <T extends TableInGrids, V>(
  db: Db,
  table: T,
  scope: GridNo,
  id: string,
  of: (row: Selectable<Tables[T]>) => V,
): Promise<V | null> => rowWithin(db, table, scope, id, of, sql``);

/** The same in a transaction, locked against other changes until commit. */
export const lockWithin: typeof oneWithin = (db, table, scope, id, of) => rowWithin(db, table, scope, id, of, sql`for update`);
