// Sends what waits in the outbox, beside everything else: alarms never wait for a gateway. Several servers share one outbox.
import { errorText } from '@lookout/contract';
import type { Sms, Store } from '@lookout/store';
import { poll } from './poll.ts';
import { type SmsGateway, SmsNotSent } from './sms-gateway.ts';

interface SmsOutboxOptions {
  readonly store: Pick<Store, 'sms'>;
  readonly gateway: SmsGateway;
  readonly clock: () => Date;
  readonly log: { warn(fields: object, message: string): void };
  readonly everyMs?: number;
}

export interface SmsOutbox {
  /** To be called after messages were put in. */
  wake(): void;
  /** Ends after the messages that are on their way. */
  stop(): Promise<void>;
}

/** After the first, second … failed attempt; there is no attempt after the last. */
const RETRY_AFTER_MINUTES = [1, 5, 15, 60] as const;
const MINUTE_MS = 60_000;
/** Sent at the same time; all of them are done within one budget. */
const AT_ONCE = 10;
/** Well beyond the gateway's budget; a server that died in the middle lets its messages go after it. */
const LEASE_MS = 30_000;
const EVERY_MS = 2_000;

export function startSmsOutbox({ store, gateway, clock, log, everyMs = EVERY_MS }: SmsOutboxOptions): SmsOutbox {
  let isStopped = false;

  const attempt = async (message: Sms): Promise<void> => {
    const { id, phone, content, attempts } = message;
    try {
      await gateway.send({ id, phone, content });
      await store.sms.settle(message, { sentAt: clock() });
    } catch (error) {
      if (!(error instanceof SmsNotSent)) throw error;
      const minutes = RETRY_AFTER_MINUTES[attempts - 1];
      const nextAttemptAt = minutes === undefined ? null : new Date(clock().getTime() + minutes * MINUTE_MS);
      log.warn({ id, attempts, reason: error.error, givenUp: nextAttemptAt === null }, 'a short message was not sent');
      await store.sms.settle(message, { reason: errorText(error.error), nextAttemptAt });
    }
  };

  const round = async (): Promise<void> => {
    for (;;) {
      const now = clock();
      const due = await store.sms.claim(now, new Date(now.getTime() + LEASE_MS), AT_ONCE);
      const ends = await Promise.allSettled(due.map(attempt));
      const broken = ends.find((end) => end.status === 'rejected');
      if (broken) throw broken.reason;
      if (due.length < AT_ONCE || isStopped) return;
    }
  };

  const polling = poll({
    run: round,
    everyMs,
    failed: (error) => log.warn({ err: error }, 'the outbox of short messages could not be read'),
  });

  return {
    wake: () => void polling.wake(),
    async stop() {
      isStopped = true;
      await polling.stop();
    },
  };
}
