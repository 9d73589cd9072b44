// The outbox (发件箱): the only way to send outgoing messages. It runs in the background, so that an alarm never waits for a gateway. Several
// servers share it: each message is leased by one of them, and the lease of a crashed server expires. Each channel has a separate queue, in
// which grids take turns. Failed messages are retried at growing intervals, and then given up with the reason. A receiver that fails
// repeatedly is paused for a while.
import { type CodedError, type ErrorCode, errorText } from '@lookout/contract';
import { createStoredSecrets } from '@lookout/server/access/stored-secrets.ts';
import type { Deps } from '@lookout/server/services/deps.ts';
import { poll } from '@lookout/server/services/poll.ts';
import type { Outgoing } from '../../outbox.store.ts';
import { nextAttempt, type OutboxChannel, type OutboxOrigin } from '../../outbox.ts';
import { createBreakers } from './breakers.ts';
import { createChannels, type Receivers } from './channels.ts';
import { NotSent } from './not-sent.ts';
import { createOutside } from './outside.ts';
import { createVapid } from './vapid.ts';

export interface Outbox {
  /** The channels that are configured in this installation; messages of other channels are only stored. */
  readonly isSetUp: Readonly<Record<OutboxChannel, boolean>>;
  /** Call this after messages were added; otherwise they are found within seconds. */
  wake(): void;
  /** Sends a test message that the caller has leased, at once and once. @returns null, or why it was not sent */
  sendNow(trial: Outgoing): Promise<CodedError | null>;
  /** The key by which push services identify this installation, base64url, for `pushManager.subscribe` (RFC 8292). */
  pushKey(): Promise<string>;
  /** Resolves when the messages in flight are settled. */
  stop(): Promise<void>;
}

type Claimed = Awaited<ReturnType<Deps['store']['outbox']['claim']>>[number];
type OutboxDeps = Pick<Deps, 'store' | 'config' | 'keys' | 'clock' | 'log' | 'waits' | 'metrics'>;

/**
 * Maximum number of messages sent concurrently by one channel; of one grid, so that slow receivers of one grid leave capacity for others;
 * of one receiver, on channels with separate receivers.
 */
const AT_ONCE = 20;
const AT_ONCE_OF_GRID = 15;
const AT_ONCE_OF_RECEIVER = 5;
/** All messages of these channels use one gateway or one mail server. */
const HAS_ONE_RECEIVER: ReadonlySet<OutboxChannel> = new Set(['sms', 'email']);
const UNANSWERED: ReadonlySet<ErrorCode> = new Set([
  'sms-gateway-silent',
  'sms-gateway-unreachable',
  'notify-silent',
  'notify-unreachable',
]);
/** Only a few messages are claimed together, so that the limits of grids and receivers take the started ones into account. */
const CLAIMED_AT_ONCE = 5;
/** Well above the time limits of the channels. After it another server may send the messages of a crashed one. */
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
  const breakers = createBreakers(clock);
  let isStopped = false;

  /** @param retryAt returns the time of the next attempt after a failure; null: it is given up */
  const attempt = async (message: Outgoing, receivers: Receivers, retryAt: (at: Date) => Date | null): Promise<NotSent | null> => {
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
      return error;
    }
  };

  /** Sends a message, and pauses a receiver that fails repeatedly. */
  const send = async (message: Outgoing, receivers: Receivers): Promise<void> => {
    const receiver = HAS_ONE_RECEIVER.has(message.channel) ? message.channel : `${message.channel}:${message.address}`;
    const until = breakers.pausedUntil(receiver);
    if (until !== null) return store.outbox.postpone(message, until);
    const end = await attempt(message, receivers, (at) => nextAttempt(message.attempts, at));
    // A gateway that refuses one message is available for the next. A refusal by a webhook or a browser concerns only that receiver.
    const hasFailed = end !== null && !end.isFinal && (UNANSWERED.has(end.error.code) || receiver !== message.channel);
    if (hasFailed) breakers.failed(receiver);
    else breakers.answered(receiver);
  };

  /** The queue of one channel. */
  const openLine = (channel: OutboxChannel) => {
    const underWay = new Map<string, { readonly message: Claimed; readonly end: Promise<void> }>();
    const busyBy = (keyOf: (message: Claimed) => string | null, most: number): string[] => {
      const counts = new Map<string, number>();
      for (const { message } of underWay.values()) {
        const key = keyOf(message);
        if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      return [...counts].flatMap(([key, count]) => (count >= most ? [key] : []));
    };
    const begin = (message: Claimed, receivers: Receivers): void => {
      const end = send(message, receivers)
        .catch((error: unknown) =>
          log.warn({ err: error, id: message.id, channel }, 'a message could not be settled; it is sent again when its lease ends'),
        )
        .finally(() => {
          underWay.delete(message.id);
          const room = AT_ONCE - underWay.size;
          if (!isStopped && (room >= CLAIMED_AT_ONCE || underWay.size === 0)) void polling.wake();
        });
      underWay.set(message.id, { message, end });
    };
    const fill = async (): Promise<void> => {
      while (!isStopped && underWay.size < AT_ONCE) {
        const now = clock();
        const grids = busyBy(({ gridNo }) => gridNo, AT_ONCE_OF_GRID);
        const paused = breakers.paused();
        if (paused.includes(channel)) return;
        const ofPaused = paused.flatMap((receiver) => (receiver.startsWith(`${channel}:`) ? [receiver.slice(channel.length + 1)] : []));
        const addresses = HAS_ONE_RECEIVER.has(channel) ? [] : [...ofPaused, ...busyBy(({ address }) => address, AT_ONCE_OF_RECEIVER)];
        const room = Math.min(AT_ONCE - underWay.size, CLAIMED_AT_ONCE);
        const due = await store.outbox.claim(now, new Date(now.getTime() + LEASE_MS), room, {
          channels: [channel],
          origins,
          busy: { grids, addresses },
        });
        if (due.length === 0) return;
        const receivers = await receiversOf(store, due);
        for (const message of due) begin(message, receivers);
      }
    };
    const polling = poll({
      run: fill,
      everyMs: waits.outboxEveryMs ?? EVERY_MS,
      failed: (error) => log.warn({ err: error, channel }, 'the outbox could not be read'),
    });
    return {
      wake: () => void polling.wake(),
      async stop() {
        await polling.stop();
        await Promise.all([...underWay.values()].map(({ end }) => end));
      },
    };
  };
  const lines = used.map(openLine);

  return {
    isSetUp: channels.isSetUp,
    wake() {
      for (const line of lines) line.wake();
    },
    sendNow: async (trial) => (await attempt(trial, { ...(await receiversOf(store, [trial])), isTrial: true }, () => null))?.error ?? null,
    pushKey: async () => (await vapid()).publicKey,
    async stop() {
      isStopped = true;
      await Promise.all(lines.map((line) => line.stop()));
    },
  };
}

/** The current browsers and webhooks of these messages. */
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
