// Sessions: stored under the hash of their token, and valid only while their account is enabled.
import type { Capability, GridNo } from '@lookout/domain';
import type { Clock, Limit } from '@lookout/store';
import { type Db, isUuid } from '@lookout/store/sql.ts';
import { sql } from 'kysely';
import { type AccountRow, accountColumns, accountOf } from '../admin/accounts.store.ts';
import type { Account } from '../admin/admin.ts';
import type { OwnSession, SessionWay } from './own-account.ts';

export interface NewSession {
  /** SHA-256 of the token; the token itself is never stored. */
  readonly tokenHash: Buffer;
  readonly accountId: string;
  /** The grid this session works in: the account's own, or one it switched to. */
  readonly gridNo: GridNo;
  readonly expiresAt: Date;
  readonly address: string | null;
  readonly userAgent: string | null;
  /** Default: `password`. */
  readonly way?: SessionWay;
  /** Maximum idle time; null, the default: no limit until the session expires. */
  readonly idleSeconds?: number | null;
  /** The provider's session that began this one, and by which the provider may end it; default: none. */
  readonly providerSession?: string | null;
}

export interface Session extends Omit<NewSession, 'way' | 'idleSeconds' | 'providerSession'> {
  readonly way: SessionWay;
  readonly createdAt: Date;
  /** The unit of the organisation that the account belongs to; null when it has none. */
  readonly post: string | null;
  /** When the session last passed the back-office verification; null: never. */
  readonly verifiedAt: Date | null;
}

export interface LiveSession {
  readonly session: Session;
  readonly account: Account;
  /** Whether the account's second factor is turned on. */
  readonly hasSecondFactor: boolean;
}

/** The data by which an open connection is checked. */
export interface AliveSession {
  /** The grid that the session acts for. */
  readonly gridNo: GridNo;
  /** The rights that the account has, of the rights in the query. */
  readonly rights: readonly Capability[];
}

/** A session that has neither ended nor expired, of an account that is enabled. */
const alive = (now: Date) => sql`s.ended_at is null and s.expires_at > ${now} and account.enabled
  and (s.idle_seconds is null or s.used_at > ${now}::timestamptz - make_interval(secs => s.idle_seconds))`;

export function sessionsRepository(db: Db, clock: Clock) {
  /**
   * Sessions and their accounts with rights, in one round trip, by lower-case hex hash. Sessions that are unknown, ended or whose account
   * is disabled are left out.
   */
  const findMany = async (tokenHashes: readonly Buffer[]): Promise<ReadonlyMap<string, LiveSession>> => {
    const hexes = tokenHashes.map((hash) => hash.toString('hex'));
    const { rows } = await sql<AccountRow & SessionColumns>`
      select ${accountColumns}, s.token_hash as s_token_hash, s.grid_no as s_grid_no, s.created_at as s_created_at, s.expires_at as s_expires_at,
        s.address as s_address, s.user_agent as s_user_agent, s.verified_at as s_verified_at, s.way as s_way, org_group.name as s_post,
        exists (select from second_factor f where f.account_id = account.id and f.confirmed_at is not null) as s_second_factor
      from session s join account on account.id = s.account_id left join org_group on org_group.id = account.group_id
      where s.token_hash = any(array(select decode(hex, 'hex') from unnest(${hexes}::text[]) as hex)) and ${alive(clock())}`.execute(db);
    return new Map(
      rows.map((row) => {
        const session = {
          tokenHash: row.s_token_hash,
          accountId: row.id,
          gridNo: row.s_grid_no,
          createdAt: row.s_created_at,
          expiresAt: row.s_expires_at,
          address: row.s_address,
          userAgent: row.s_user_agent,
          post: row.s_post,
          verifiedAt: row.s_verified_at,
          way: row.s_way,
        };
        return [row.s_token_hash.toString('hex'), { session, account: accountOf(row), hasSecondFactor: row.s_second_factor }] as const;
      }),
    );
  };

  return {
    ...sessionEndings(db, clock),
    async create(session: NewSession): Promise<void> {
      await db
        .insertInto('session')
        .values({
          token_hash: session.tokenHash,
          account_id: session.accountId,
          grid_no: session.gridNo,
          way: session.way ?? 'password',
          created_at: clock(),
          used_at: clock(),
          idle_seconds: session.idleSeconds ?? null,
          provider_session: session.providerSession ?? null,
          expires_at: session.expiresAt,
          ended_at: null,
          address: session.address,
          user_agent: session.userAgent,
          verified_at: null,
        })
        .execute();
    },

    /** Whether this account has logged in from this address, as far back as sessions are retained. */
    async hasBegunAt(userName: string, address: string): Promise<boolean> {
      const found = await db
        .selectFrom('session')
        .innerJoin('account', 'account.id', 'session.account_id')
        .select('session.account_id')
        .where(sql<boolean>`lower(account.user_name) = lower(${userName}) and session.address = ${address}`)
        .limit(1)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** The session and its account with rights; null if the session is unknown, ended or expired, or its account is disabled. */
    async find(tokenHash: Buffer): Promise<LiveSession | null> {
      return (await findMany([tokenHash])).get(tokenHash.toString('hex')) ?? null;
    },

    findMany,

    /**
     * The sessions that are still alive, by lower-case hex hash: the grid each acts for, and which of these rights its account has now.
     * Used to check open connections.
     */
    async aliveOf(tokenHashes: readonly Buffer[], rights: readonly Capability[] = []): Promise<ReadonlyMap<string, AliveSession>> {
      if (tokenHashes.length === 0) return new Map();
      const hexes = tokenHashes.map((hash) => hash.toString('hex'));
      const { rows } = await sql<AliveSession & { readonly hex: string }>`
        select requested.hex, s.grid_no as "gridNo",
          array(select r.code from account_right r where r.account_id = account.id and r.code = any(${rights}::text[])) as rights
        from unnest(${hexes}::text[]) as requested(hex)
        join session s on s.token_hash = decode(requested.hex, 'hex') join account on account.id = s.account_id
        where ${alive(clock())}`.execute(db);
      return new Map(rows.map(({ hex, ...session }) => [hex, session]));
    },

    /** Records that these sessions were used now. A session that has ended remains ended. */
    async touch(tokenHashes: readonly Buffer[]): Promise<void> {
      if (tokenHashes.length === 0) return;
      const hexes = tokenHashes.map((hash) => hash.toString('hex'));
      await sql`update session s set used_at = ${clock()} from unnest(${hexes}::text[]) as used(hex), account
        where s.token_hash = decode(used.hex, 'hex') and account.id = s.account_id and ${alive(clock())}`.execute(db);
    },

    /** Applies these limits to sessions that began under a weaker rule. */
    async bound({ idleSeconds, lifeSeconds }: { readonly idleSeconds: number; readonly lifeSeconds: number }): Promise<void> {
      await sql`update session set idle_seconds = least(idle_seconds, ${idleSeconds}::int),
          expires_at = least(expires_at, created_at + make_interval(secs => ${lifeSeconds}))
        where ended_at is null and expires_at > ${clock()}`.execute(db);
    },

    /** The live sessions of an account, newest first. */
    async listOwn(accountId: string, tokenHash: Buffer, { limit }: Limit): Promise<OwnSession[]> {
      const { rows } = await sql<OwnSession>`
        select s.id, s.created_at as "createdAt", s.used_at as "usedAt", s.expires_at as "expiresAt", s.address, s.user_agent as "userAgent", s.way,
          s.token_hash = ${tokenHash} as "isThis"
        from session s join account on account.id = s.account_id where s.account_id = ${accountId} and ${alive(clock())}
        order by "isThis" desc, s.created_at desc limit ${limit}`.execute(db);
      return rows;
    },

    /** Extends a live session. */
    async extend(tokenHash: Buffer, expiresAt: Date): Promise<void> {
      await db
        .updateTable('session')
        .set({ expires_at: expiresAt })
        .where('token_hash', '=', tokenHash)
        .where('ended_at', 'is', null)
        .execute();
    },

    /** Records that the session has passed the back-office verification now. */
    async verify(tokenHash: Buffer): Promise<void> {
      await db
        .updateTable('session')
        .set({ verified_at: clock() })
        .where('token_hash', '=', tokenHash)
        .where('ended_at', 'is', null)
        .execute();
    },

    /**
     * Switches to another grid of its account (/switch). Returns the previous grid, also when two switches run at the same time; null: the
     * session has ended.
     */
    async switchGrid(tokenHash: Buffer, gridNo: GridNo): Promise<GridNo | null> {
      const { rows } = await sql<{ before: GridNo }>`
        with s as (select grid_no from session where token_hash = ${tokenHash} and ended_at is null for update)
        update session set grid_no = ${gridNo} from s where session.token_hash = ${tokenHash} and session.ended_at is null
        returning s.grid_no as before`.execute(db);
      return rows[0]?.before ?? null;
    },
  };
}

/** How sessions end. */
const sessionEndings = (db: Db, clock: Clock) => ({
  /** Ends one session of this account; false: the account has no such live session. */
  async endOwn(accountId: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const { rows } = await sql`update session s set ended_at = ${clock()} from account
      where s.id = ${id} and s.account_id = ${accountId} and account.id = s.account_id and ${alive(clock())} returning 1`.execute(db);
    return rows.length > 0;
  },

  /** false if it had ended before. */
  async end(tokenHash: Buffer): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('session')
      .set({ ended_at: clock() })
      .where('token_hash', '=', tokenHash)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  },

  /** Ends every session of an account except `except`. Returns the hashes of the ended sessions. */
  async endAllOf(accountId: string, except?: Buffer): Promise<Buffer[]> {
    const rows = await db
      .updateTable('session')
      .set({ ended_at: clock() })
      .where('account_id', '=', accountId)
      .where('ended_at', 'is', null)
      .$if(except !== undefined, (query) => query.where('token_hash', '!=', except ?? Buffer.alloc(0)))
      .returning('token_hash')
      .execute();
    return rows.map((row) => row.token_hash);
  },

  /** Ends the oldest sessions of an account, so that at most `most` are left. @returns the number of ended sessions */
  async endOldestOf(accountId: string, most: number): Promise<number> {
    const { rows } = await sql`update session set ended_at = ${clock()} where token_hash in (
        select s.token_hash from session s join account on account.id = s.account_id
        where s.account_id = ${accountId} and ${alive(clock())} order by s.created_at desc, s.id offset ${most}
      ) returning 1`.execute(db);
    return rows.length;
  },

  /**
   * Ends the sessions that a provider began, because its session there has ended.
   * @param accountId null: of any account, for this session of the provider
   * @param providerSession null: all such sessions of the account
   * @returns the number of ended sessions
   */
  async endOutsideOf(accountId: string | null, providerSession: string | null): Promise<number> {
    if (accountId === null && providerSession === null) return 0;
    const { numUpdatedRows } = await db
      .updateTable('session')
      .set({ ended_at: clock() })
      .where('way', '=', 'oidc')
      .$if(accountId !== null, (query) => query.where('account_id', '=', accountId))
      .where('ended_at', 'is', null)
      .$if(providerSession !== null, (query) => query.where('provider_session', '=', providerSession))
      .executeTakeFirst();
    return Number(numUpdatedRows);
  },

  /** Deletes sessions that ended before `before`. */
  async prune(before: Date): Promise<void> {
    await sql`delete from session where coalesce(ended_at, expires_at) < ${before}`.execute(db);
  },
});

interface SessionColumns {
  s_token_hash: Buffer;
  s_grid_no: GridNo;
  s_created_at: Date;
  s_expires_at: Date;
  s_address: string | null;
  s_user_agent: string | null;
  s_post: string | null;
  s_verified_at: Date | null;
  s_way: SessionWay;
  s_second_factor: boolean;
}

export function noncesRepository(db: Db, clock: Clock) {
  return {
    async put(value: string, expiresAt: Date): Promise<void> {
      await db.insertInto('nonce').values({ value, expires_at: expiresAt }).execute();
    },

    /** Returns true once for each stored nonce that has not expired. */
    async take(value: string): Promise<boolean> {
      const { rows } = await sql<{ expires_at: Date }>`delete from nonce where value = ${value} returning expires_at`.execute(db);
      const expiresAt = rows[0]?.expires_at;
      return expiresAt !== undefined && expiresAt > clock();
    },

    async prune(): Promise<void> {
      await db.deleteFrom('nonce').where('expires_at', '<=', clock()).execute();
    },
  };
}

// Failed logins: five lock the pair of account and address for 15 minutes (docs/interface.md "Login"), and the lock survives restarts.

export const LOGIN_FAILURES_BEFORE_LOCK = 5;
export const LOGIN_LOCK_MINUTES = 15;
/**
 * Failures of one address, over all accounts, within the duration of a lock. An office behind one address remains far below this limit; a
 * person who tries out accounts does not.
 */
export const LOGIN_FAILURES_OF_AN_ADDRESS = 40;

/** User names are case-insensitive, as at login. */
export function loginFailuresRepository(db: Db, clock: Clock) {
  return {
    /**
     * The end of the pair's lock; null if it is not locked. The remaining time never exceeds the length of a lock: otherwise a lock set
     * while the clock was an hour ahead would shut out a duty desk for more than an hour.
     */
    async lockedUntil(userName: string, address: string): Promise<Date | null> {
      const now = clock();
      const latest = new Date(now.getTime() + LOGIN_LOCK_MINUTES * 60_000);
      await sql`update login_failure set locked_until = ${latest}
        where user_name = lower(${userName}) and address = ${address} and locked_until > ${latest}`.execute(db);
      const { rows } = await sql<{ locked_until: Date }>`
        select locked_until from login_failure
        where user_name = lower(${userName}) and address = ${address} and locked_until > ${now}`.execute(db);
      return rows[0]?.locked_until ?? null;
    },

    /** Counts a failure; the fifth locks the pair. After a lock has expired, counting starts again. */
    async fail(userName: string, address: string): Promise<{ count: number; lockedUntil: Date | null }> {
      const now = clock();
      const until = new Date(now.getTime() + LOGIN_LOCK_MINUTES * 60_000);
      const next = sql`case when f.locked_until <= ${now} then 1 else f.count + 1 end`;
      const { rows } = await sql<{ count: number; locked_until: Date | null }>`
        insert into login_failure as f (user_name, address, count, failed_at) values (lower(${userName}), ${address}, 1, ${now})
        on conflict (user_name, address) do update set failed_at = ${now}, count = ${next},
          locked_until = case when ${next} >= ${LOGIN_FAILURES_BEFORE_LOCK} then coalesce(f.locked_until, ${until}) end
        returning count, locked_until`.execute(db);
      return { count: rows[0]?.count ?? 1, lockedUntil: rows[0]?.locked_until ?? null };
    },

    /**
     * Waits until no other attempt at this pair is in progress on any server of this database, and blocks other attempts until the
     * transaction ends. Each of several simultaneous attempts therefore sees the failures of all earlier ones.
     */
    async alone(userName: string, address: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended(lower(${userName}) || ' ' || ${address}, 0))`.execute(db);
    },

    /** The number of failures from this address within the duration of a lock, and the number of accounts concerned. */
    async ofAddress(address: string): Promise<{ failures: number; accounts: number }> {
      const [since, until] = [-LOGIN_LOCK_MINUTES, LOGIN_LOCK_MINUTES].map((minutes) => new Date(clock().getTime() + minutes * 60_000));
      const { rows } = await sql<{ failures: number; accounts: number }>`
        select coalesce(sum(count), 0)::int as failures, count(*)::int as accounts from login_failure
        where address = ${address} and failed_at between ${since} and ${until}`.execute(db);
      return rows[0] ?? { failures: 0, accounts: 0 };
    },

    /** The number of failures of this account within the duration of a lock, over all addresses. */
    async ofAccount(userName: string): Promise<number> {
      const [since, until] = [-LOGIN_LOCK_MINUTES, LOGIN_LOCK_MINUTES].map((minutes) => new Date(clock().getTime() + minutes * 60_000));
      const { rows } = await sql<{ failures: number }>`
        select coalesce(sum(count), 0)::int as failures from login_failure
        where user_name = lower(${userName}) and failed_at between ${since} and ${until}`.execute(db);
      return rows[0]?.failures ?? 0;
    },

    /** Resets the count after a successful login. */
    async clear(userName: string, address: string): Promise<void> {
      await sql`delete from login_failure where user_name = lower(${userName}) and address = ${address}`.execute(db);
    },

    /** Deletes unlocked pairs without a failure since `before`. */
    async prune(before: Date): Promise<void> {
      await sql`delete from login_failure where failed_at < ${before} and (locked_until is null or locked_until < ${clock()})`.execute(db);
    },
  };
}
