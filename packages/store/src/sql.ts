// Small words of SQL that several repositories share.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { jsonText } from './json-text.ts';

export { jsonText };

/** A value for a jsonb column. */
export const jsonb = <T>(value: T): RawBuilder<T> => sql<T>`${jsonText(value)}::jsonb`;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** An id from outside that is no uuid names nothing: it must be "not there", not an SQL error. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** Does `column` contain `text`? Pattern characters in it mean themselves. */
export const contains = (column: string, text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} ilike ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`;

/** All of the conditions; true when there are none. */
export const allOf = (conditions: readonly Expression<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;

/** `column = any(values)`: one parameter however many there are. */
export const isAnyOf = (column: string, values: readonly string[], type: 'text' | 'uuid' = 'text'): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} = any(${[...values]}::${sql.raw(type)}[])`;
