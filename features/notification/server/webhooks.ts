// Webhooks (网络回调): created with a secret that is shown once, changed, tested, deleted.
import { randomBytes, randomUUID } from 'node:crypto';
import { formatTime } from '@lookout/contract';
import { covers, withGridName } from '@lookout/domain';
import { createStoredSecrets } from '@lookout/server/access/stored-secrets.ts';
import { conflict, invalid, notFound } from '@lookout/server/acting/refusal.ts';
import { accountOf, type Context, type Handlers } from '@lookout/server/serve/context.ts';
import type { Room } from '@lookout/server/services/open.ts';
import type { Contract } from '../../contract.ts';
import { errorMessage } from '../../errors.ts';
import type { Webhook } from '../notification.ts';
import { testNotification } from '../notification-message.wire.ts';
import type { NewNotification } from '../notifications.store.ts';

type WebhookCalls = Pick<
  Handlers<Contract['notification']>,
  'webhookPage' | 'createWebhook' | 'updateWebhook' | 'deleteWebhook' | 'testWebhook'
>;

/** Size of a secret; Standard Webhooks allows 24 to 64 bytes. */
const SECRET_BYTES = 32;
const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

export function webhookHandlers({ store, grids, keys, outbox }: Pick<Room, 'store' | 'grids' | 'keys' | 'outbox'>): WebhookCalls {
  const secrets = createStoredSecrets(keys);
  const named = (webhook: Webhook) => withGridName(webhook, grids().nameOf);
  /** The address may contain a key of the other system, so only its host is audited. */
  const audited = ({ name, url, least, enabled }: Webhook) => ({ name, host: new URL(url).host, level: least, enabled });
  const auditTarget = (context: Context, { id, gridNo }: Webhook) => context.audit.target('webhook', id, gridNo);

  return {
    async webhookPage({ scope }, { body: { pageNo, pageSize } }) {
      const { total, list } = await store.webhooks.page(scope, { offset: (pageNo - 1) * pageSize, limit: pageSize });
      return { total, pageNo, pageSize, list: list.map(named) };
    },

    async createWebhook(context, { body: { name, url, least, enabled, gridNo } }) {
      const { now, scope } = context;
      const { fullName: by } = accountOf(context);
      if (!covers(scope, gridNo) || grids().find(gridNo) === null) throw invalid('gridNo', 'outside-own-grid');
      const webhook: Webhook = {
        id: randomUUID(),
        gridNo,
        name: name.trim(),
        url,
        least,
        enabled,
        version: 1,
        createdBy: by,
        createdAt: now,
        changedBy: by,
        changedAt: now,
      };
      const secret = newSecret();
      auditTarget(context, webhook);
      context.audit.detail(audited(webhook));
      await store.transaction(async (tx) => {
        await tx.webhooks.create({ webhook, encryptedSecret: secrets.encrypt(secret) });
        await tx.audit.append([context.audit.take()]);
      });
      return { ...named(webhook), secret };
    },

    updateWebhook: (context, { params: { id }, body: { name, url, least, enabled, version } }) =>
      store.transaction(async (tx) => {
        const found = await tx.webhooks.lockForUpdate(context.scope, id);
        if (found === null) throw notFound();
        const { webhook: before } = found;
        auditTarget(context, before);
        if (before.version !== version) throw conflict(named(before), 'webhook-revised', { by: before.changedBy });
        const changed = { version: version + 1, changedBy: accountOf(context).fullName, changedAt: context.now };
        const after: Webhook = { ...before, name: name.trim(), url, least, enabled, ...changed };
        context.audit.detail(audited(after));
        await tx.webhooks.save(after);
        await tx.audit.append([context.audit.take()]);
        return named(after);
      }),

    async deleteWebhook(context, { params: { id } }) {
      await store.transaction(async (tx) => {
        const found = await tx.webhooks.lockForUpdate(context.scope, id);
        if (found === null) throw notFound();
        auditTarget(context, found.webhook);
        context.audit.detail({ name: found.webhook.name });
        await tx.webhooks.remove(id);
        await tx.audit.append([context.audit.take()]);
      });
      return undefined;
    },

    async testWebhook(context, { params: { id } }) {
      const [found] = await store.webhooks.byIds([id]);
      if (found === undefined || !covers(context.scope, found.webhook.gridNo)) throw notFound();
      auditTarget(context, found.webhook);
      const message = testOf(found.webhook, context);
      // Stored before it is sent, like any message. No server claims it from the outbox in the meantime, because it is leased to this call.
      await store.transaction(async (tx) => {
        await tx.notifications.add([message]);
        await tx.audit.append([context.audit.take()]);
      });
      const refused = await outbox.sendNow({ ...message, address: found.webhook.id, attempts: 0 });
      return { reason: refused && errorMessage(refused, context.language) };
    },
  };
}

/** If the server of the call crashes, the outbox tries the test again after this time. */
const TEST_LEASE_MS = 60_000;

function testOf(webhook: Webhook, { now, language }: Pick<Context, 'now' | 'language'>): NewNotification {
  const id = randomUUID();
  return {
    id,
    onceKey: ['test', id].join('/'),
    kind: 'test',
    fireId: null,
    alarmId: null,
    gridNo: webhook.gridNo,
    accountId: null,
    webhookId: webhook.id,
    receiver: webhook.name,
    channel: 'webhook',
    address: null,
    stage: null,
    repeat: 0,
    danger: null,
    isDuty: false,
    ...testNotification(language),
    payload: { id, time: formatTime(now), kind: 'test', fire: null },
    state: 'waiting',
    nextAttemptAt: new Date(now.getTime() + TEST_LEASE_MS),
    createdAt: now,
  };
}
