// Rangers by the thousand, written directly into the database: hashing ten thousand passwords is not part of any measurement.
import { randomUUID } from 'node:crypto';
import type { GridNo } from '@lookout/domain';
import type pg from 'pg';

/** The counties of Aba in turn. */
const countyOfAba = (n: number): GridNo => `5132${21 + (n % 13)}` as GridNo;

/** Rangers like an import creates them. @param gridOf of each, by its place. @returns their ids */
export async function makePeople(client: pg.Client, count: number, gridOf: (n: number) => GridNo = countyOfAba): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID());
  await client.query(
    `insert into account (id, user_name, password_hash, full_name, grid_no, group_id, enabled, demo, created_at, updated_at)
     select id, 'bench-' || n, 'none', '护林员' || n, grid_no, '001', true, false, now(), now()
     from unnest($1::uuid[], $2::text[]) with ordinality as i(id, grid_no, n)`,
    [ids, ids.map((_, n) => gridOf(n))],
  );
  await client.query(`insert into account_right select id, 'report-as-ranger' from unnest($1::uuid[]) as i(id)`, [ids]);
  return ids;
}
