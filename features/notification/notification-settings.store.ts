// Users' notification settings (通知设置), the policies of duty lists, the browsers subscribed to push messages, and the recipients: read
// together when a fire is notified.
import { type GridNo, lineage } from '@lookout/domain';
import { type Db, isAnyOf, jsonb, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, sql } from 'kysely';
import type { NotificationChoiceTable, NotificationPolicyTable } from './notification.tables.ts';
import type { NotificationChoice, NotificationPolicy } from './notification.ts';

/** A person, with the data needed to notify that person. */
export interface Recipient {
  readonly accountId: string;
  readonly fullName: string;
  readonly gridNo: GridNo;
  readonly phone: string | null;
  /** null: the person has chosen nothing. */
  readonly choice: NotificationChoice | null;
}

export interface StoredPolicy extends NotificationPolicy {
  readonly gridNo: GridNo;
  readonly changedBy: string;
  readonly changedAt: Date;
}

/** A browser subscribed to push messages (RFC 8030), with its keys (RFC 8291). */
export interface PushSubscription {
  readonly accountId: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** The https origin at which the page was opened; null: another origin. */
  readonly site: string | null;
}

export function notificationSettingsRepository(db: Db) {
  const recipients = () =>
    db
      .selectFrom('account')
      .leftJoin('notification_choice', 'notification_choice.account_id', 'account.id')
      .select(['account.id', 'account.full_name', 'account.grid_no', 'account.phone'])
      .select(CHOICE_COLUMNS)
      .where('account.enabled', '=', true)
      // A user who may not see alarms is not notified of them either.
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('account_right')
            .select('account_right.code')
            .whereRef('account_right.account_id', '=', 'account.id')
            .where('account_right.code', '=', 'watch-alarms'),
        ),
      );

  return {
    ...pushSubscriptions(db),
    async choice(accountId: string): Promise<NotificationChoice | null> {
      const row = await db.selectFrom('notification_choice').selectAll().where('account_id', '=', accountId).executeTakeFirst();
      return row ? choiceOf(row) : null;
    },

    async saveChoice(accountId: string, choice: NotificationChoice, now: Date): Promise<void> {
      const { channels, email, grids, quiet, tellsEnd, language } = choice;
      const columns = {
        channels: jsonb(channels),
        email,
        grids: [...grids],
        quiet: quiet && jsonb(quiet),
        tells_end: tellsEnd,
        language,
        changed_at: now,
      };
      await db
        .insertInto('notification_choice')
        .values({ account_id: accountId, ...columns })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns))
        .execute();
    },

    /** Whether anyone has chosen notifications or receives them without choosing. If not, a flood of alarms need not be processed. */
    async isAnyoneNotified(): Promise<boolean> {
      const { rows } = await sql<{ told: boolean }>`
        select exists (select from notification_choice where channels::text <> '{}') or exists (select from webhook where enabled)
          or exists (select from notification_policy where duty_level is not null) as told`.execute(db);
      return rows[0]?.told ?? false;
    },

    /** All users who chose to be notified of something. */
    async choosers(): Promise<Recipient[]> {
      const rows = await recipients().where('notification_choice.account_id', 'is not', null).orderBy('account.id').execute();
      return rows.map(recipientOf);
    },

    /** Those of these persons who still receive notifications of fires. */
    async byAccounts(accountIds: readonly string[]): Promise<Map<string, Recipient>> {
      if (accountIds.length === 0) return new Map();
      const rows = await recipients()
        .where(isAnyOf('account.id', accountIds, 'uuid'))
        .execute();
      return new Map(rows.map((row) => [row.id, recipientOf(row)]));
    },

    /** The duty lists of exactly these grids, that is the users who act on alarms there. */
    async dutyLists(gridNos: readonly GridNo[]): Promise<Recipient[]> {
      const rows = await recipients()
        .where(isAnyOf('account.grid_no', gridNos))
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('account_right as duty')
              .select('duty.code')
              .whereRef('duty.account_id', '=', 'account.id')
              .where('duty.code', '=', 'act-on-alarms'),
          ),
        )
        .orderBy('account.id')
        .execute();
      return rows.map(recipientOf);
    },

    /** The account on duty at the desk of each of these grids. */
    async present(gridNos: readonly GridNo[]): Promise<Map<GridNo, string>> {
      const rows = await db
        .selectFrom('shift')
        .select(['grid_no', 'account_id'])
        .where(isAnyOf('grid_no', gridNos))
        .where('ended_at', 'is', null)
        .execute();
      return new Map(rows.map(({ grid_no, account_id }) => [grid_no, account_id]));
    },

    /** The policies of these grids and of those above them. */
    async policies(gridNos: readonly GridNo[]): Promise<Map<GridNo, StoredPolicy>> {
      const above = [...new Set(gridNos.flatMap(lineage))];
      const rows = await db.selectFrom('notification_policy').selectAll().where(isAnyOf('grid_no', above)).execute();
      return new Map(rows.map((row) => [row.grid_no, policyOf(row)]));
    },

    /** The policies of the grids in scope that have one. */
    async policiesWithin(scope: GridNo): Promise<StoredPolicy[]> {
      const rows = await db
        .selectFrom('notification_policy')
        .selectAll()
        .where(withinScope('notification_policy.grid_no', scope))
        .execute();
      return rows.map(policyOf);
    },

    async savePolicy({ gridNo, dutyLevel, repeatMinutes, repeats, changedBy, changedAt }: StoredPolicy): Promise<void> {
      const columns = { duty_level: dutyLevel, repeat_minutes: repeatMinutes, repeats, changed_by: changedBy, changed_at: changedAt };
      await db
        .insertInto('notification_policy')
        .values({ grid_no: gridNo, ...columns })
        .onConflict((conflict) => conflict.column('grid_no').doUpdateSet(columns))
        .execute();
    },

    /** The longest repetition of all policies, as minutes and number of repeats. It limits how far back a query has to go. */
    async longestPolicy(): Promise<Pick<NotificationPolicy, 'repeatMinutes' | 'repeats'> | null> {
      const row = await db
        .selectFrom('notification_policy')
        .select(['repeat_minutes', 'repeats'])
        .orderBy(sql`repeat_minutes * (repeats + 1)`, 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ? { repeatMinutes: row.repeat_minutes, repeats: row.repeats } : null;
    },
  };
}

/** Browsers that receive push messages. */
const pushSubscriptions = (db: Db) => ({
  /** A browser belongs to the account that subscribed last in it. If an account has more than `most`, the oldest are deleted. */
  async subscribe({ accountId, endpoint, p256dh, auth, site }: PushSubscription, most: number, now: Date): Promise<void> {
    const columns = { account_id: accountId, p256dh, auth, site, created_at: now };
    await db
      .insertInto('push_subscription')
      .values({ endpoint, ...columns })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(columns))
      .execute();
    await sql`delete from push_subscription where endpoint in (
      select endpoint from push_subscription where account_id = ${accountId} order by created_at desc, endpoint offset ${most})`.execute(
      db,
    );
  },

  /** @param accountId null: of any account */
  async unsubscribe(endpoint: string, accountId: string | null): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('push_subscription')
      .where('endpoint', '=', endpoint)
      .$if(accountId !== null, (query) => query.where('account_id', '=', accountId as string))
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },

  /** For an account that may no longer log in. */
  async unsubscribeAll(accountId: string): Promise<void> {
    await db.deleteFrom('push_subscription').where('account_id', '=', accountId).execute();
  },

  async subscriptionsOf(accountIds: readonly string[]): Promise<PushSubscription[]> {
    if (accountIds.length === 0) return [];
    const rows = await db
      .selectFrom('push_subscription')
      .selectAll()
      .where(isAnyOf('account_id', accountIds, 'uuid'))
      .orderBy('endpoint')
      .execute();
    return rows.map(({ account_id: accountId, endpoint, p256dh, auth, site }) => ({ accountId, endpoint, p256dh, auth, site }));
  },
});

const CHOICE_COLUMNS = [
  'notification_choice.channels',
  'notification_choice.email',
  'notification_choice.grids',
  'notification_choice.quiet',
  'notification_choice.tells_end',
  'notification_choice.language',
] as const;

type ChoiceColumns = Omit<Selectable<NotificationChoiceTable>, 'account_id' | 'changed_at'>;

const choiceOf = ({ channels, email, grids, quiet, tells_end: tellsEnd, language }: ChoiceColumns): NotificationChoice => ({
  channels,
  email,
  grids,
  quiet,
  tellsEnd,
  language,
});

type RecipientRow = { readonly id: string; readonly full_name: string; readonly grid_no: GridNo; readonly phone: string | null } & {
  readonly [C in keyof ChoiceColumns]: ChoiceColumns[C] | null;
};

const recipientOf = (row: RecipientRow): Recipient => ({
  accountId: row.id,
  fullName: row.full_name,
  gridNo: row.grid_no,
  phone: row.phone,
  // The columns of a choice are either all set or all null.
  choice: row.channels === null ? null : choiceOf(row as ChoiceColumns),
});

const policyOf = (row: Selectable<NotificationPolicyTable>): StoredPolicy => ({
  gridNo: row.grid_no,
  dutyLevel: row.duty_level,
  repeatMinutes: row.repeat_minutes,
  repeats: row.repeats,
  changedBy: row.changed_by,
  changedAt: row.changed_at,
});
