// The outside service that sends short messages: one POST for each, to SMS_URL and nowhere else.
import { type CodedError, codedError, errorText } from '@lookout/contract';
import type { Sms, Store } from '@lookout/store';
import { poll } from './poll.ts';

interface OutgoingSms {
  /** The same at every attempt: a gateway that keeps ids sends none twice. */
  readonly id: string;
  readonly phone: string;
  readonly content: string;
}

/** A message was not taken; `error` says why. */
class SmsNotSent extends Error {
  override readonly name = 'SmsNotSent';
  readonly error: CodedError;
  constructor(error: CodedError, options?: ErrorOptions) {
    super(error.code, options);
    this.error = error;
  }
}

interface SmsGateway {
  /** @throws SmsNotSent when it refused, was not there or took longer than its budget */
  send(message: OutgoingSms): Promise<void>;
}

interface SmsGatewayOptions {
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly budgetMs?: number;
}

/** reliability.md: what an outside service gets at most. */
const BUDGET_MS = 5_000;

export function createSmsGateway({ url, fetch, budgetMs = BUDGET_MS }: SmsGatewayOptions): SmsGateway {
  const { address, headers } = addressed(url);
  return {
    async send({ id, phone, content }) {
      const options = {
        method: 'POST',
        headers,
        body: JSON.stringify({ id, phone, content }),
        // A redirect would send the message to somebody else.
        redirect: 'error' as const,
        signal: AbortSignal.timeout(budgetMs),
      };
      const reply = await fetch(address, options).catch((error: unknown) => {
        throw new SmsNotSent(errorOf(error, budgetMs), { cause: error });
      });
      // What it says beside the status is nobody's business here, and may have no end.
      await reply.body?.cancel();
      if (!reply.ok) throw new SmsNotSent(codedError('sms-gateway-status', { status: reply.status }));
    },
  };
}

/** `fetch` takes no password in an address: it goes as a header. */
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

/** Never the address itself: it may hold a key. */
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
