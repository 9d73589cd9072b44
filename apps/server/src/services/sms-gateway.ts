// The outside service that sends short messages: one POST for each, to SMS_URL and nowhere else.
import { type CodedError, codedError } from '@lookout/contract';

interface OutgoingSms {
  /** The same at every attempt: a gateway that keeps ids sends none twice. */
  readonly id: string;
  readonly phone: string;
  readonly content: string;
}

/** A message was not taken; `error` says why. */
export class SmsNotSent extends Error {
  override readonly name = 'SmsNotSent';
  readonly error: CodedError;
  constructor(error: CodedError, options?: ErrorOptions) {
    super(error.code, options);
    this.error = error;
  }
}

export interface SmsGateway {
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
