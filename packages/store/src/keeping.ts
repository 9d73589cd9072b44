// What the owner of the tables has set for archived months: how many months are retained, and which events stay in the log. The server's
// role can only read it, so that it cannot remove more.
import { KEEPING } from '@lookout/features/events.ts';
import type pg from 'pg';
import { jsonText } from './json-text.ts';

/** Whole months that a log retains; null: all. */
export interface KeepMonths {
  readonly event: number | null;
  readonly audit: number | null;
}

/**
 * Runs in the owner's transaction, after the migrations. A role that may not write these tables leaves them unchanged: events of an unknown
 * kind stay, and the server reports that the retention differs from its setting.
 */
export async function sayWhatStays(client: pg.ClientBase, keepMonths?: KeepMonths): Promise<void> {
  const { rows } = await client.query<{ may: boolean }>(
    `select bool_and(has_table_privilege(oid, 'insert')) as may from pg_class
     where relname in ('log_keeping', 'log_retention') and relnamespace = current_schema()::regnamespace`,
  );
  // Also null for a database from before these tables existed.
  if (rows[0]?.may !== true) return;
  await client.query(
    `with said as (select key as kind, value as keeps from json_each_text($1::json)),
     gone as (delete from log_keeping where kind not in (select kind from said))
     insert into log_keeping select kind, keeps from said
     on conflict (kind) do update set keeps = excluded.keeps where log_keeping.keeps <> excluded.keeps`,
    [jsonText(KEEPING)],
  );
  if (keepMonths === undefined) return;
  for (const [log, months] of Object.entries(keepMonths)) {
    if (months === null) await client.query('delete from log_retention where log = $1', [log]);
    else {
      await client.query(
        `insert into log_retention values ($1, $2)
         on conflict (log) do update set months = excluded.months where log_retention.months <> excluded.months`,
        [log, months],
      );
    }
  }
}
