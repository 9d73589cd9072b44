// Groups (the units people belong to): a tree by code prefix, three digits a level.

import { type Db, jsonText } from '@lookout/store/sql.ts';
import { sql } from 'kysely';
import type { Group } from './admin.ts';

export function groupsRepository(db: Db) {
  return {
    async find(id: string): Promise<Group | null> {
      const row = await db.selectFrom('org_group').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? { id: row.id, name: row.name, parentId: row.parent_id } : null;
    },

    /** The group `below` and all groups whose code begins with it; without `below`, all groups. */
    async list(below = ''): Promise<Group[]> {
      const rows = await db.selectFrom('org_group').selectAll().where(sql<boolean>`starts_with(id, ${below})`).orderBy('id').execute();
      return rows.map((row) => ({ id: row.id, name: row.name, parentId: row.parent_id }));
    },

    /** Inserts groups, or renames them by id. */
    async put(groups: readonly Group[]): Promise<void> {
      await sql`
        insert into org_group (id, name, parent_id)
        select id, name, "parentId" from json_to_recordset(${jsonText(groups)}::json) as g(id text, name text, "parentId" text)
        on conflict (id) do update set name = excluded.name, parent_id = excluded.parent_id`.execute(db);
    },
  };
}
