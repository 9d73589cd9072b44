// Sends what is in the outbox of notifications, in the background. Several servers share it: each message is leased by one of them, and the lease of one that died
// expires. What failed is tried again, later and later, and then given up with its reason.
import { errorText } from '@lookout/contract';
import { NOTIFICATION_RETRY_MINUTES } from '@lookout/domain';
import type { Notification, Store } from '@lookout/store';
import type { Log } from '../../services/deps.ts';
import { poll } from '../../services/poll.ts';
import type { Channels, Receivers } from './channels.ts';
import { NotSent } from './not-sent.ts';

export interface Outbox {
  /** To be called after messages were added. */
  wake(): void;
  /** Resolves when the messages in flight are settled. */
  stop(): Promise<void>;
}

interface OutboxDeps {
  readonly store: Pick<Store, 'notifications' | 'notificationSettings' | 'webhooks'>;
  readonly channels: Channels;
  readonly clock: () => Date;
  readonly log: Log;
  readonly everyMs: number | undefined;
}

const MINUTE_MS = 60_000;
/** Sent concurrently; all are settled within one time limit. */
const AT_ONCE = 20;
/** Well beyond the time limits of the channels. */
const LEASE_MS = 60_000;
const EVERY_MS = 2_000;

export function runOutbox({ store, channels, clock, log, everyMs = EVERY_MS }: OutboxDeps): Outbox {
  let isStopped = false;

  const attempt = async (message: Notification, receivers: Receivers): Promise<void> => {
    try {
      const state = await channels.send(message, receivers);
      await store.notifications.settle(message, { state, at: clock() });
    } catch (error) {
      if (!(error instanceof NotSent)) throw error;
      const { id, channel, attempts } = message;
      const minutes = error.isFinal ? undefined : NOTIFICATION_RETRY_MINUTES[attempts - 1];
      const at = clock();
      const nextAttemptAt = minutes === undefined ? null : new Date(at.getTime() + minutes * MINUTE_MS);
      log.warn({ id, channel, attempts, reason: error.error, givenUp: nextAttemptAt === null }, 'a notification was not sent');
      await store.notifications.settle(message, { reason: errorText(error.error), nextAttemptAt, at });
    }
  };

  const sendDue = async (): Promise<void> => {
    for (;;) {
      const now = clock();
      const due = await store.notifications.claim(now, new Date(now.getTime() + LEASE_MS), AT_ONCE);
      if (due.length === 0) return;
      const receivers = await receiversOf(store, due);
      const ends = await Promise.allSettled(due.map((message) => attempt(message, receivers)));
      const broken = ends.find((end) => end.status === 'rejected');
      if (broken) throw broken.reason;
      if (due.length < AT_ONCE || isStopped) return;
    }
  };

  const polling = poll({
    run: sendDue,
    everyMs,
    failed: (error) => log.warn({ err: error }, 'the outbox of notifications could not be read'),
  });

  return {
    wake: () => void polling.wake(),
    async stop() {
      isStopped = true;
      await polling.stop();
    },
  };
}

/** The browsers and webhooks of these messages, as they are now. */
export async function receiversOf(
  { notificationSettings, webhooks }: OutboxDeps['store'],
  messages: readonly Pick<Notification, 'channel' | 'accountId' | 'webhookId'>[],
): Promise<Receivers> {
  const accountIds = messages.flatMap(({ channel, accountId }) => (channel === 'push' && accountId !== null ? [accountId] : []));
  const browsers = Map.groupBy(await notificationSettings.subscriptionsOf([...new Set(accountIds)]), ({ accountId }) => accountId);
  const found = await webhooks.byIds([...new Set(messages.flatMap(({ webhookId }) => webhookId ?? []))]);
  const byId = new Map(found.map((one) => [one.webhook.id, one]));
  return { browsersOf: (accountId) => browsers.get(accountId) ?? [], webhookOf: (id) => byId.get(id) ?? null };
}
