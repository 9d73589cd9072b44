// The external gateway for short messages: one POST for each, only to SMS_URL.
import { type CodedError, codedError } from '@lookout/contract';
import type { Account } from '../../../admin/admin.ts';
import { NotSent } from './not-sent.ts';

interface OutgoingSms {
  /** The same at every attempt, so that a gateway can detect duplicates. */
  readonly id: string;
  readonly phone: string;
  readonly content: string;
}

/** The phone of an account in the gateway's format; null without a valid one. */
export function phoneOf({ phone }: Pick<Account, 'phone'>): string | null {
  const digits = phone?.replace(/[\s-]/g, '') ?? '';
  return /^\+?[0-9]{5,20}$/.test(digits) ? digits : null;
}

export interface SmsGateway {
  /** @throws NotSent if the gateway refused, was unreachable or timed out */
  send(message: OutgoingSms): Promise<void>;
}

interface SmsGatewayOptions {
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly budgetMs?: number;
}

/** The time limit of external services (docs/reliability.md). */
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
        throw new NotSent(errorOf(error, budgetMs), { cause: error });
      });
      // The body is not needed, and may be endless.
      await reply.body?.cancel();
      if (!reply.ok) throw new NotSent(codedError('sms-gateway-status', { status: reply.status }));
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
