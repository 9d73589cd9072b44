// One call over HTTP: a row of the contract, a body, an answer. Whoever calls is in the headers.
import { randomUUID } from 'node:crypto';
import type { Row } from '@lookout/contract';

export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

export interface SenderOptions {
  readonly baseUrl: string;
  readonly fetch: Fetch;
  /** Ends calls in flight. */
  readonly signal: AbortSignal;
  /** A call that takes longer is tried again. */
  readonly budgetMs?: number;
}

/** Never throws: what the network does to a call is an answer too. */
export type Sender = (
  row: Row,
  body: string | Uint8Array<ArrayBuffer> | null,
  headers: Readonly<Record<string, string>>,
) => Promise<Answer<unknown>>;

const BUDGET_MS = 30_000;

export const createSender =
  ({ baseUrl, fetch, signal, budgetMs = BUDGET_MS }: SenderOptions): Sender =>
  async (row, body, headers) => {
    try {
      const response = await fetch(new URL(row.path, baseUrl), {
        method: row.method,
        headers: { ...headers },
        ...(body !== null && { body }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(budgetMs)]),
      });
      return readAnswer(response.status, await response.text(), { bare: row.envelope === 'bare' });
    } catch (error) {
      return { kind: 'later', why: reasonOf(error) };
    }
  };

/** What a file of a picture begins with, and what it is then called. */
const JPEG_START = 0xff;

/** A form with one file (RFC 7578), made by hand: the length is known beforehand, and a retry sends the very same. @param picture PNG or JPEG */
export function pictureForm(picture: Uint8Array): { body: Uint8Array<ArrayBuffer>; contentType: string } {
  const boundary = `lookout-${randomUUID()}`;
  const [name, type] = picture[0] === JPEG_START ? ['demo.jpg', 'image/jpeg'] : ['demo.png', 'image/png'];
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    body: Uint8Array.from(Buffer.concat([Buffer.from(head), picture, Buffer.from(`\r\n--${boundary}--\r\n`)])),
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  const { code } = cause as { code?: unknown };
  // A time-out carries a number that says nothing.
  return typeof code === 'string' ? code : cause.message;
}

// What the server said to something sent, in the few words that the demo world needs.

/** What became of something sent. `later`: the server cannot take it now; the same again may be sent without harm. */
export type Outcome =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'later'; readonly why: string }
  | { readonly kind: 'key-refused' };

/** @template T what the answer's `data` holds */
export type Answer<T> = Exclude<Outcome, { kind: 'delivered' }> | { readonly kind: 'delivered'; readonly data: T };

/** Statuses that pass by themselves: the server starts, is busy, or a proxy before it has lost it. */
const passing = new Set([408, 425, 429, 500, 502, 503, 504, 507]);

/** @param bare the answer stands there without an envelope (contract.md: only the login) */
function readAnswer(status: number, text: string, { bare = false } = {}): Answer<unknown> {
  const body = bodyOf(text);
  const { code, message, data } = body;
  if (status === 200 && bare && code === undefined && Object.keys(body).length > 0) return { kind: 'delivered', data: body };
  if (status === 200 && code === 200) return { kind: 'delivered', data };
  if (status === 401 || status === 403) return { kind: 'key-refused' };
  // Success that cannot be read was cut off on its way, or comes from a page that stands in for the server.
  if (passing.has(status) || (status === 200 && code === undefined)) return { kind: 'later', why: `HTTP ${status}` };
  const where = Array.isArray(data)
    ? data.map((fault) => `${(fault as { path?: string }).path}: ${(fault as { message?: string }).message}`).join('; ')
    : '';
  return { kind: 'refused', why: [`HTTP ${status}`, message, where].filter(Boolean).join(' ') };
}

function bodyOf(text: string): { code?: unknown; message?: unknown; data?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    // A proxy's page, or half an answer: the status alone speaks.
    return {};
  }
}
