// The outside service that sends short messages: one POST for each, to SMS_URL and nowhere else.

export interface OutgoingSms {
  /** The same at every attempt: a gateway that keeps ids sends none twice. */
  readonly id: string;
  readonly phone: string;
  readonly content: string;
}

/** Why a message was not taken, in words for duty. */
export class SmsNotSent extends Error {
  override readonly name = 'SmsNotSent';
}

export interface SmsGateway {
  /** @throws SmsNotSent when it refused, was not there or took longer than its budget */
  send(message: OutgoingSms): Promise<void>;
}

export interface SmsGatewayOptions {
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
        throw new SmsNotSent(wordsOf(error, budgetMs), { cause: error });
      });
      // What it says beside the status is nobody's business here, and may have no end.
      await reply.body?.cancel();
      if (!reply.ok) throw new SmsNotSent(`短信网关返回 HTTP ${reply.status}`);
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
function wordsOf(error: unknown, budgetMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `短信网关 ${budgetMs / 1000} 秒内没有应答`;
  const cause = error instanceof Error ? error.cause : null;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : null;
  return code === null ? '短信网关的应答无法读取' : `短信网关无法连接（${code}）`;
}
