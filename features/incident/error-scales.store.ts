// How far the sources' stated errors are off: factors on the errors that they state.

import { type Db, jsonText } from '@lookout/store/sql.ts';
import { sql } from 'kysely';

export function errorScalesRepository(db: Db) {
  return {
    /** By source; empty: nothing has been learned yet. */
    async all(): Promise<Map<string, number>> {
      const rows = await db.selectFrom('error_scale').select(['source', 'scale']).execute();
      return new Map(rows.map(({ source, scale }) => [source, scale]));
    },

    async save(scales: Readonly<Record<string, number>>, learnedAt: Date): Promise<void> {
      const rows = Object.entries(scales).map(([source, scale]) => ({ source, scale, learned_at: learnedAt }));
      await sql`
        insert into error_scale select * from json_populate_recordset(null::error_scale, ${jsonText(rows)}::json)
        on conflict (source) do update set scale = excluded.scale, learned_at = excluded.learned_at`.execute(db);
    },
  };
}
