// Menus and page elements: the name, target and order of each right code.

import { type Db, jsonText } from '@lookout/store/sql.ts';
import { sql } from 'kysely';
import type { Menu } from './admin.ts';

export function menusRepository(db: Db) {
  return {
    async all(): Promise<Menu[]> {
      const rows = await db.selectFrom('menu').selectAll().orderBy('ord').orderBy('code').execute();
      return rows.map(({ parent_code, ord, ...row }) => ({ ...row, parentCode: parent_code, order: ord }));
    },

    /** Inserts menus, or changes them by code. */
    async put(menus: readonly Menu[]): Promise<void> {
      await sql`
        insert into menu (code, name, icon, parent_code, kind, path, ord, visible)
        select code, name, icon, "parentCode", kind, path, "order", visible from json_to_recordset(${jsonText(menus)}::json)
          as m(code text, name text, icon text, "parentCode" text, kind text, path text, "order" int, visible boolean)
        on conflict (code) do update set name = excluded.name, icon = excluded.icon, parent_code = excluded.parent_code,
          kind = excluded.kind, path = excluded.path, ord = excluded.ord, visible = excluded.visible`.execute(db);
    },
  };
}
