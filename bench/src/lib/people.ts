// Rangers by the thousand, written directly into the database: hashing ten thousand passwords is not part of any measurement.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';

/** Rangers of the counties of Aba, like an import creates them. */
export async function makePeople(client: pg.Client, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await client.query(
    `insert into account (id, user_name, password_hash, full_name, grid_no, group_id, enabled, demo, created_at, updated_at)
     select id, 'bench-' || n, 'none', '护林员' || n, '5132' || lpad((21 + n % 13)::text, 2, '0'), '001', true, false, now(), now()
     from unnest($1::uuid[]) with ordinality as i(id, n)`,
    [ids],
  );
  await client.query(`insert into account_right select id, 'report-as-ranger' from unnest($1::uuid[]) as i(id)`, [ids]);
  return ids;
}
