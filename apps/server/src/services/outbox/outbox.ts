// The outbox (发件箱): the one way by which anything leaves the house, in the background, so that an alarm never waits for a gateway. Several servers
// share it: each message is leased by one of them, and the lease of one that died expires. What failed is tried again, later and later, and then given
// up with its reason.
import { type CodedError, errorText } from '@lookout/contract';
import { nextAttempt, type OutboxChannel, type OutboxOrigin } from '@lookout/domain';
import type { Outgoing } from '@lookout/store';
import { createStoredSecrets } from '../../access/stored-secrets.ts';
import type { Deps } from '../deps.ts';
import { poll } from '../poll.ts';
import { createChannels, type Receivers } from './channels.ts';
import { NotSent } from './not-sent.ts';
import { createOutside } from './outside.ts';
import { createVapid } from './vapid.ts';

export interface Outbox {
  /** What is set up here: what goes by another channel is only kept. */
  readonly isSetUp: Readonly<Record<OutboxChannel, boolean>>;
  /** To be called after messages were added; else they are found within seconds. */
  wake(): void;
  /** Sends a trial that the caller has leased, at once and once. @returns null, or why it was not sent */
  sendNow(trial: Outgoing): Promise<CodedError | null>;
  /** By which push services know this installation: `pushManager.subscribe` takes it, base64url (RFC 8292). */
  pushKey(): Promise<string>;
  /** Resolves when the messages in flight are settled. */
  stop(): Promise<void>;
}

type OutboxDeps = Pick<Deps, 'store' | 'config' | 'keys' | 'clock' | 'log' | 'waits' | 'metrics'>;

/** Sent concurrently; all are settled within one time limit. */
const AT_ONCE = 20;
/** Well beyond the time limits of the channels; after it another server may send the messages of a dead one. */
const LEASE_MS = 60_000;
const EVERY_MS = 2_000;

export function openOutbox({ store, config, keys, clock, log, waits, metrics }: OutboxDeps): Outbox {
  const vapid = createVapid(store, createStoredSecrets(keys));
  const channels = createChannels({
    config,
    secrets: createStoredSecrets(keys),
    outside: createOutside({ hosts: config.notifyHosts }),
    vapid,
    async gone(endpoint) {
      await store.notificationSettings.unsubscribe(endpoint, null);
    },
    clock,
  });
  const used = (Object.keys(channels.isSetUp) as OutboxChannel[]).filter((channel) => channels.isSetUp[channel]);
  const origins: readonly OutboxOrigin[] = config.notifications ? ['message', 'notification'] : ['message'];
  let isStopped = false;

  /** @param retryAt of an attempt that failed; null: it is given up */
  const attempt = async (message: Outgoing, receivers: Receivers, retryAt: (at: Date) => Date | null): Promise<CodedError | null> => {
    const { id, channel, attempts } = message;
    try {
      const state = await channels.send(message, receivers);
      await store.outbox.settle(message, { state, at: clock() });
      metrics.outboxSent.inc({ channel });
      return null;
    } catch (error) {
      if (!(error instanceof NotSent)) throw error;
      const at = clock();
      const nextAttemptAt = error.isFinal ? null : retryAt(at);
      log.warn({ id, channel, attempts, reason: error.error, givenUp: nextAttemptAt === null }, 'a message was not sent');
      await store.outbox.settle(message, { reason: errorText(error.error), nextAttemptAt, at });
      metrics.outboxFailed.inc({ channel, end: nextAttemptAt === null ? 'given-up' : 'retried' });
      return error.error;
    }
  };

  const sendDue = async (): Promise<void> => {
    for (;;) {
      const now = clock();
      const due = await store.outbox.claim(now, new Date(now.getTime() + LEASE_MS), AT_ONCE, { channels: used, origins });
      if (due.length === 0) return;
      const receivers = await receiversOf(store, due);
      const ends = await Promise.allSettled(due.map((message) => attempt(message, receivers, (at) => nextAttempt(message.attempts, at))));
      const broken = ends.find((end) => end.status === 'rejected');
      if (broken) throw broken.reason;
      if (due.length < AT_ONCE || isStopped) return;
    }
  };

  const polling = poll({
    run: sendDue,
    everyMs: waits.outboxEveryMs ?? EVERY_MS,
    failed: (error) => log.warn({ err: error }, 'the outbox could not be read'),
  });

  return {
    isSetUp: channels.isSetUp,
    wake: () => void polling.wake(),
    sendNow: async (trial) => attempt(trial, { ...(await receiversOf(store, [trial])), isTrial: true }, () => null),
    pushKey: async () => (await vapid()).publicKey,
    async stop() {
      isStopped = true;
      await polling.stop();
    },
  };
}

/** The browsers and webhooks of these messages, as they are now. */
async function receiversOf(
  { notificationSettings, webhooks }: Pick<Deps['store'], 'notificationSettings' | 'webhooks'>,
  messages: readonly Outgoing[],
): Promise<Receivers> {
  const addressesOf = (channel: OutboxChannel) => [
    ...new Set(messages.flatMap((message) => (message.channel === channel ? [message.address] : []))),
  ];
  const browsers = Map.groupBy(await notificationSettings.subscriptionsOf(addressesOf('push')), ({ accountId }) => accountId);
  const byId = new Map((await webhooks.byIds(addressesOf('webhook'))).map((one) => [one.webhook.id, one]));
  return { browsersOf: (accountId) => browsers.get(accountId) ?? [], webhookOf: (id) => byId.get(id) ?? null, isTrial: false };
}
