// Persistent named values (seed version, anchors …).
import { sql } from 'kysely';
import { type Db, jsonb } from '../sql.ts';

export type Settings = ReturnType<typeof settingsRepository>;

export function settingsRepository(db: Db) {
  return {
    /** The value, or undefined when it was never set. The caller checks its type. */
    async get(key: string): Promise<unknown> {
      return (await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst())?.value;
    },

    async set(key: string, value: unknown): Promise<void> {
      await sql`insert into setting (key, value) values (${key}, ${jsonb(value)}) on conflict (key) do update set value = excluded.value`.execute(
        db,
      );
    },

    async remove(key: string): Promise<void> {
      await db.deleteFrom('setting').where('key', '=', key).execute();
    },

    /** Sets the value if absent and returns the stored value, the same for all concurrent callers. */
    async settle(key: string, value: unknown): Promise<unknown> {
      const { rows } = await sql<{ value: unknown }>`
        insert into setting (key, value) values (${key}, ${jsonb(value)})
        on conflict (key) do update set value = setting.value returning value`.execute(db);
      return rows[0]?.value;
    },
  };
}
