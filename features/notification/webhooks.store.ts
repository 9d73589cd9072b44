// Webhooks (网络回调): other systems that are notified of fires. Their secrets are encrypted by the caller.
import type { GridNo } from '@lookout/domain';
import type { Paged, PageRequest } from '@lookout/store';
import { type Db, isAnyOf, jsonText, lockWithin, pageOf, withinScope } from '@lookout/store/sql.ts';
import { type Selectable, sql } from 'kysely';
import type { WebhookTable } from './notification.tables.ts';
import type { Webhook } from './notification.ts';

/** A webhook with its encrypted secret. */
export interface SecretWebhook {
  readonly webhook: Webhook;
  readonly encryptedSecret: string;
}

/** Replacement of an encrypted secret. It is skipped if the secret was changed in the meantime. */
interface WebhookSecretChange {
  readonly id: string;
  readonly before: string;
  /** null: the secret can no longer be decrypted. */
  readonly after: string | null;
}

export function webhooksRepository(db: Db) {
  return {
    async create({ webhook, encryptedSecret }: SecretWebhook): Promise<void> {
      await db
        .insertInto('webhook')
        .values({ ...columnsOf(webhook), secret: encryptedSecret })
        .execute();
    },

    /** Locks a webhook against other changes until commit. Requires a transaction. null: missing, or not in scope. */
    lockForUpdate: (scope: GridNo, id: string): Promise<SecretWebhook | null> => lockWithin(db, 'webhook', scope, id, secretOf),

    /** Saves a locked webhook. */
    async save(webhook: Webhook): Promise<void> {
      const { id, ...columns } = columnsOf(webhook);
      await db.updateTable('webhook').set(columns).where('id', '=', id).execute();
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('webhook').where('id', '=', id).execute();
    },

    /** Ordered by grid and name. */
    async page(scope: GridNo, request: PageRequest): Promise<Paged<Webhook>> {
      const matching = db.selectFrom('webhook').where(withinScope('webhook.grid_no', scope));
      return pageOf(matching, sql`grid_no, name, id`, request, webhookOf);
    },

    /** All enabled webhooks, in every grid. */
    async enabled(): Promise<Webhook[]> {
      return (await db.selectFrom('webhook').selectAll().where('enabled', '=', true).orderBy('id').execute()).map(webhookOf);
    },

    async byIds(ids: readonly string[]): Promise<SecretWebhook[]> {
      if (ids.length === 0) return [];
      return (
        await db
          .selectFrom('webhook')
          .selectAll()
          .where(isAnyOf('id', ids, 'uuid'))
          .execute()
      ).map(secretOf);
    },

    // For the key commands, in every grid.

    async secrets(): Promise<{ readonly id: string; readonly encryptedSecret: string }[]> {
      const rows = await db.selectFrom('webhook').select(['id', 'secret']).execute();
      return rows.map(({ id, secret: encryptedSecret }) => ({ id, encryptedSecret }));
    },

    /** Replaces the secrets. A webhook whose secret can no longer be decrypted is switched off. */
    async exchangeSecrets(changes: readonly WebhookSecretChange[]): Promise<void> {
      await sql`update webhook set secret = coalesce(c.after, ''), enabled = enabled and c.after is not null
        from json_to_recordset(${jsonText(changes)}::json) as c(id uuid, before text, after text)
        where webhook.id = c.id and webhook.secret = c.before`.execute(db);
    },
  };
}

const columnsOf = (webhook: Webhook): Omit<Selectable<WebhookTable>, 'secret'> => ({
  id: webhook.id,
  grid_no: webhook.gridNo,
  name: webhook.name,
  url: webhook.url,
  least: webhook.least,
  enabled: webhook.enabled,
  version: webhook.version,
  created_by: webhook.createdBy,
  created_at: webhook.createdAt,
  changed_by: webhook.changedBy,
  changed_at: webhook.changedAt,
});

const webhookOf = (row: Selectable<WebhookTable>): Webhook => ({
  id: row.id,
  gridNo: row.grid_no,
  name: row.name,
  url: row.url,
  least: row.least,
  enabled: row.enabled,
  version: row.version,
  createdBy: row.created_by,
  createdAt: row.created_at,
  changedBy: row.changed_by,
  changedAt: row.changed_at,
});

const secretOf = (row: Selectable<WebhookTable>): SecretWebhook => ({ webhook: webhookOf(row), encryptedSecret: row.secret });
