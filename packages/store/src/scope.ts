// The grid fence in SQL: the same rule as domain `covers`, as a range that an index on a COLLATE "C" column can serve.
import { type GridNo, prefixOf } from '@lookout/domain';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * The condition "lies in `scope`" on a column of grid numbers; true for the nation.
 * A range, not LIKE: no pattern characters, and every index that begins with the column serves it.
 */
export function withinScope(column: string, scope: GridNo): RawBuilder<SqlBool> {
  const prefix = prefixOf(scope);
  if (prefix === '') return sql<SqlBool>`true`;
  return sql<SqlBool>`(${sql.ref(column)} >= ${prefix} and ${sql.ref(column)} < ${endOf(prefix)})`;
}

/** The first text after all those that begin with `prefix`, in byte order ('5139' → '513:'). */
const endOf = (prefix: string): string => prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
