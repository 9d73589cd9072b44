// Accounts with their rights and the further grids they may switch to.

import { type Capability, type GridNo, isCapability, ok, type Result, refuse } from '@lookout/domain';
import { type Clock, type Limit, type Listed, mapInSlices, type Paged, type PageRequest } from '@lookout/store';
import { violates } from '@lookout/store/errors.ts';
import { allOf, contains, type Db, isAnyOf, isUuid, jsonText, listed, withinScope } from '@lookout/store/sql.ts';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { AccountTable } from './admin.tables.ts';
import type { Account } from './admin.ts';

export type NewAccount = Omit<Account, 'createdAt' | 'updatedAt' | 'passwordGivenAt'> & Partial<Pick<Account, 'passwordGivenAt'>>;
export type AccountChange = Partial<
  Pick<Account, 'userName' | 'fullName' | 'headUrl' | 'phone' | 'gridNo' | 'groupId' | 'deviceId' | 'topic' | 'enabled'>
>;

export interface AccountFilters {
  /** Matched as a substring of the user name or the full name. */
  readonly text?: string | undefined;
  /** This group and those whose code begins with it. */
  readonly groupId?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly right?: Capability | undefined;
  readonly ids?: readonly string[] | undefined;
}

export const accountColumns = sql<AccountRow>`account.*,
  array(select code from account_right r where r.account_id = account.id order by code) as rights,
  array(select g.grid_no from account_grid g where g.account_id = account.id order by g.grid_no) as grids`;

export function accountsRepository(db: Db, clock: Clock) {
  const select = async (where: RawBuilder<SqlBool>, rest: RawBuilder<unknown> = sql``): Promise<Account[]> => {
    const { rows } = await sql<AccountRow>`select ${accountColumns} from account where ${where} ${rest}`.execute(db);
    return mapInSlices(rows, accountOf);
  };
  const selectOne = async (where: RawBuilder<SqlBool>): Promise<Account | null> => (await select(where))[0] ?? null;
  const inScope = (scope: GridNo, filters: AccountFilters) => allOf([withinScope('account.grid_no', scope), ...conditionsOf(filters)]);

  const insert = async (accounts: readonly NewAccount[], conflict: RawBuilder<unknown>): Promise<string[]> => {
    const at = clock();
    const input = accounts.map((account) => ({
      row: {
        ...columnsOf(account),
        id: account.id,
        password_hash: account.passwordHash,
        password_given_at: account.passwordGivenAt ?? null,
        demo: account.demo,
        created_at: at,
        updated_at: at,
      },
      rights: account.rights,
      grids: account.grids,
    }));
    // One statement, so that rights and grids are inserted only for accounts that were actually created.
    const { rows } = await sql<{ id: string }>`
      with input as (
        select * from json_to_recordset(${jsonText(input)}::json) as i("row" account, rights json, grids json)
      ), made as (
        insert into account select ("row").* from input ${conflict} returning id
      ), given_rights as (
        insert into account_right select distinct made.id, r.code from input i join made on made.id = (i."row").id, json_array_elements_text(i.rights) as r(code)
      ), given_grids as (
        insert into account_grid select distinct made.id, g.no from input i join made on made.id = (i."row").id, json_array_elements_text(i.grids) as g(no)
      )
      select id from made`.execute(db);
    return rows.map((row) => row.id);
  };

  return {
    async create(account: NewAccount): Promise<Result<string, 'user-name-taken'>> {
      try {
        await insert([account], sql``);
        return ok(account.id);
      } catch (error) {
        if (violates(error, 'account_user_name')) return refuse('user-name-taken');
        throw error;
      }
    },

    /**
     * Creates the accounts whose user name does not exist yet; existing accounts are not changed. Returns the ids of the created accounts.
     */
    createMissing: (accounts: readonly NewAccount[]): Promise<string[]> => insert(accounts, sql`on conflict do nothing`),

    /** For login: without a scope, because no user is authenticated yet. */
    findByUserName: (userName: string): Promise<Account | null> => selectOne(sql`lower(account.user_name) = lower(${userName})`),

    /** The caller's own account (by the session). */
    findOwn: async (id: string): Promise<Account | null> => (isUuid(id) ? selectOne(sql`account.id = ${id}`) : null),

    find: async (scope: GridNo, id: string): Promise<Account | null> =>
      isUuid(id) ? selectOne(sql`account.id = ${id} and ${withinScope('account.grid_no', scope)}`) : null,

    /**
     * Locks the account for a change in this transaction. Its rights and grids are read after the lock is taken, so an earlier change has
     * committed.
     */
    async lockForUpdate(scope: GridNo, id: string): Promise<Account | null> {
      if (!isUuid(id)) return null;
      const where = sql<SqlBool>`account.id = ${id} and ${withinScope('account.grid_no', scope)}`;
      await sql`select 1 from account where ${where} for update`.execute(db);
      return selectOne(where);
    },

    async list(scope: GridNo, filters: AccountFilters, { limit }: Limit): Promise<Listed<Account>> {
      return listed(await select(inScope(scope, filters), sql`order by account.user_name limit ${limit + 1}`), limit);
    },

    async page(scope: GridNo, filters: AccountFilters, { offset, limit }: PageRequest): Promise<Paged<Account>> {
      const where = inScope(scope, filters);
      const { rows } = await sql<{ total: number }>`select count(*) as total from account where ${where}`.execute(db);
      const list = await select(where, sql`order by account.user_name offset ${offset} limit ${limit}`);
      return { total: rows[0]?.total ?? 0, list };
    },

    /** Whether any account exists (first start without demo). */
    async isEmpty(): Promise<boolean> {
      return (await db.selectFrom('account').select('id').limit(1).executeTakeFirst()) === undefined;
    },

    async update(scope: GridNo, id: string, change: AccountChange): Promise<Result<void, 'not-found' | 'user-name-taken'>> {
      if (!isUuid(id)) return refuse('not-found');
      try {
        const { numUpdatedRows } = await db
          .updateTable('account')
          .set({ ...columnsOf(change), updated_at: clock() })
          .where('id', '=', id)
          .where(withinScope('account.grid_no', scope))
          .executeTakeFirst();
        return numUpdatedRows > 0n ? ok(undefined) : refuse('not-found');
      } catch (error) {
        if (violates(error, 'account_user_name')) return refuse('user-name-taken');
        throw error;
      }
    },

    /** @param by `other`: the user has not chosen the password and may have to change it */
    async setPasswordHash(id: string, passwordHash: string, by: 'owner' | 'other'): Promise<void> {
      const at = clock();
      const change = { password_hash: passwordHash, password_given_at: by === 'other' ? at : null, updated_at: at };
      await db.updateTable('account').set(change).where('id', '=', id).execute();
    },

    /** Stores the same password under a costlier hash; a password that was changed meanwhile is not overwritten. */
    async rehash(id: string, before: string, after: string): Promise<void> {
      await db.updateTable('account').set({ password_hash: after }).where('id', '=', id).where('password_hash', '=', before).execute();
    },

    /** Replaces the rights of the account; false: no such account in scope. */
    setRights: (scope: GridNo, id: string, codes: readonly Capability[]): Promise<boolean> =>
      replace(scope, id, 'account_right', 'code', codes),

    /** Replaces the further grids of the account; false: no such account in scope. */
    setGrids: (scope: GridNo, id: string, grids: readonly GridNo[]): Promise<boolean> =>
      replace(scope, id, 'account_grid', 'grid_no', grids),
  };

  async function replace(scope: GridNo, id: string, table: string, column: string, values: readonly string[]): Promise<boolean> {
    if (!isUuid(id)) return false;
    const { rows } = await sql<{ id: string }>`
      with holder as (
        update account set updated_at = ${clock()} where id = ${id} and ${withinScope('account.grid_no', scope)} returning id
      ), dropped as (
        delete from ${sql.table(table)} t using holder where t.account_id = holder.id and not t.${sql.ref(column)} = any(${[...values]}::text[])
      ), given as (
        insert into ${sql.table(table)} select distinct holder.id, v from holder, unnest(${[...values]}::text[]) as v on conflict do nothing
      )
      select id from holder`.execute(db);
    return rows.length > 0;
  }
}

function conditionsOf({ text, groupId, enabled, right, ids }: AccountFilters): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [];
  if (text !== undefined) conditions.push(sql`(${contains('account.user_name', text)} or ${contains('account.full_name', text)})`);
  if (groupId !== undefined) conditions.push(sql`starts_with(account.group_id, ${groupId})`);
  if (enabled !== undefined) conditions.push(sql`account.enabled = ${enabled}`);
  if (right !== undefined) conditions.push(sql`exists (select from account_right r where r.account_id = account.id and r.code = ${right})`);
  if (ids !== undefined) conditions.push(isAnyOf('account.id', ids.filter(isUuid), 'uuid'));
  return conditions;
}

/** The columns that may be changed; a column absent from the change keeps its value. */
const columnsOf = (change: AccountChange) => ({
  user_name: change.userName,
  full_name: change.fullName,
  head_url: change.headUrl,
  phone: change.phone,
  grid_no: change.gridNo,
  group_id: change.groupId,
  device_id: change.deviceId,
  topic: change.topic,
  enabled: change.enabled,
});

export type AccountRow = Selectable<AccountTable> & { rights: string[]; grids: GridNo[] };

export const accountOf = (row: AccountRow): Account => ({
  id: row.id,
  userName: row.user_name,
  passwordHash: row.password_hash,
  passwordGivenAt: row.password_given_at,
  fullName: row.full_name,
  headUrl: row.head_url,
  phone: row.phone,
  gridNo: row.grid_no,
  groupId: row.group_id,
  deviceId: row.device_id,
  topic: row.topic,
  enabled: row.enabled,
  demo: row.demo,
  rights: row.rights.filter(isCapability),
  grids: row.grids,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
