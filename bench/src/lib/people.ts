// Accounts by the thousand, written directly into the database: hashing ten thousand passwords is not part of any measurement.
import { randomUUID } from 'node:crypto';
import type { GridNo } from '@lookout/domain';
import type pg from 'pg';

/** The counties of Aba in turn. */
const countyOfAba = (n: number): GridNo => `5132${21 + (n % 13)}` as GridNo;

interface Accounts {
  /** Prefix of the user names; `fullName` is the prefix of the full names. A number from 1 follows. */
  readonly named: string;
  readonly fullName: string;
  readonly grids: readonly GridNo[];
  readonly rights: readonly string[];
}

/** Creates one account for each grid. @returns their ids */
export async function makeAccounts(client: pg.Client, { named, fullName, grids, rights }: Accounts): Promise<string[]> {
  const ids = grids.map(() => randomUUID());
  await client.query(
    `insert into account (id, user_name, password_hash, full_name, grid_no, group_id, enabled, demo, created_at, updated_at)
     select id, $3 || '-' || n, 'none', $4 || n, grid_no, '001', true, false, now(), now()
     from unnest($1::uuid[], $2::text[]) with ordinality as i(id, grid_no, n)`,
    [ids, grids, named, fullName],
  );
  await client.query('insert into account_right select id, code from unnest($1::uuid[]) as i(id), unnest($2::text[]) as r(code)', [
    ids,
    rights,
  ]);
  return ids;
}

/** Creates rangers as an import does. @param gridOf the grid of each, by its index. @returns their ids */
export const makePeople = (client: pg.Client, count: number, gridOf: (n: number) => GridNo = countyOfAba): Promise<string[]> =>
  makeAccounts(client, {
    named: 'bench',
    fullName: '护林员',
    grids: Array.from({ length: count }, (_, n) => gridOf(n)),
    rights: ['report-as-ranger'],
  });
