// The external gateway for short messages: one POST for each, only to SMS_URL.
import { type CodedError, codedError, errorText } from '@lookout/contract';
import type { Account, Sms, Store } from '@lookout/store';
import { poll } from './poll.ts';

interface OutgoingSms {
  /** The same at every attempt, so that a gateway can detect duplicates. */
  readonly id: string;
  readonly phone: string;
  readonly content: string;
}

/** A message was not accepted; `error` is the reason. */
export class SmsNotSent extends Error {
  override readonly name = 'SmsNotSent';
  readonly error: CodedError;
  constructor(error: CodedError, options?: ErrorOptions) {
    super(error.code, options);
    this.error = error;
  }
}

/** The phone of an account in the gateway's format; null without a valid one. */
export function phoneOf({ phone }: Pick<Account, 'phone'>): string | null {
  const digits = phone?.replace(/[\s-]/g, '') ?? '';
  return /^\+?[0-9]{5,20}$/.test(digits) ? digits : null;
}

export interface SmsGateway {
  /** @throws SmsNotSent when the gateway refused, was unreachable or timed out */
  send(message: OutgoingSms): Promise<void>;
}

interface SmsGatewayOptions {
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly budgetMs?: number;
}

/** reliability.md: the time limit of external services. */
const BUDGET_MS = 5_000;

export function createSmsGateway({ url, fetch, budgetMs = BUDGET_MS }: SmsGatewayOptions): SmsGateway {
  const { address, headers } = addressed(url);
  return {
    async send({ id, phone, content }) {
      const options = {
        method: 'POST',
        headers,
        body: JSON.stringify({ id, phone, content }),
        // A redirect would send the message to another host.
        redirect: 'error' as const,
        signal: AbortSignal.timeout(budgetMs),
      };
      const reply = await fetch(address, options).catch((error: unknown) => {
        throw new SmsNotSent(errorOf(error, budgetMs), { cause: error });
      });
      // The body is not needed, and may be endless.
      await reply.body?.cancel();
      if (!reply.ok) throw new SmsNotSent(codedError('sms-gateway-status', { status: reply.status }));
    },
  };
}

/** `fetch` accepts no credentials in a URL: they are sent as a header. */
function addressed(url: string): { address: string; headers: Record<string, string> } {
  const address = new URL(url);
  const { username, password } = address;
  address.username = '';
  address.password = '';
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  return {
    address: address.href,
    headers: { 'content-type': 'application/json', ...(username !== '' && { authorization: `Basic ${login}` }) },
  };
}

/** Never includes the URL, which may contain a key. */
function errorOf(error: unknown, budgetMs: number): CodedError {
  if (error instanceof Error && error.name === 'TimeoutError') return codedError('sms-gateway-silent', { seconds: budgetMs / 1000 });
  const cause = error instanceof Error ? error.cause : null;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : null;
  return code === null ? codedError('sms-gateway-unreadable') : codedError('sms-gateway-unreachable', { reason: code });
}

// The outbox, sent in the background: alarms never wait for a gateway. Several servers share one outbox.

interface SmsOutboxOptions {
  readonly store: Pick<Store, 'sms'>;
  readonly gateway: SmsGateway;
  readonly clock: () => Date;
  readonly log: { warn(fields: object, message: string): void };
  readonly everyMs?: number;
}

export interface SmsOutbox {
  /** To be called after messages were added. */
  wake(): void;
  /** Resolves when the messages in flight are settled. */
  stop(): Promise<void>;
}

/** After the first, second … failed attempt; there is no attempt after the last. */
const RETRY_AFTER_MINUTES = [1, 5, 15, 60] as const;
const MINUTE_MS = 60_000;
/** Sent concurrently; all are settled within one time limit. */
const AT_ONCE = 10;
/** Well beyond the gateway's time limit; after it another server may send the messages of a dead one. */
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

  const sendDue = async (): Promise<void> => {
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
    run: sendDue,
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
