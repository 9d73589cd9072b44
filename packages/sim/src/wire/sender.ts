// Sends one HTTP call of the public API. The caller's identity is in the headers.
import { randomUUID } from 'node:crypto';
import type { Row } from '@lookout/contract';

export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

export interface SenderOptions {
  readonly baseUrl: string;
  readonly fetch: Fetch;
  /** Aborts calls in flight. */
  readonly signal: AbortSignal;
  /** Timeout of a call. */
  readonly budgetMs?: number;
}

/** Never throws: a network failure is returned as an answer too. */
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

/** First byte of a JPEG file; any other picture is a PNG. */
const JPEG_START = 0xff;

/** A form with one file (RFC 7578), assembled here so that its length is known in advance. @param picture PNG or JPEG */
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
  // The code of a timeout is a meaningless number, so its message is used instead.
  return typeof code === 'string' ? code : cause.message;
}

// Results of calls, reduced to the cases that the demo world distinguishes.

/** The result of a call. `later`: the server cannot accept it now, and it may be sent again. */
export type Outcome =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'later'; readonly why: string }
  | { readonly kind: 'key-refused' };

/** The result of a call with data. @template T type of the response's `data` */
export type Answer<T> = Exclude<Outcome, { kind: 'delivered' }> | { readonly kind: 'delivered'; readonly data: T };

/** Transient statuses: the server is starting or busy, or a proxy cannot reach it. */
const TRANSIENT = new Set([408, 425, 429, 500, 502, 503, 504, 507]);

/** @param bare the response has no envelope (docs/interface.md: only the login) */
function readAnswer(status: number, text: string, { bare = false } = {}): Answer<unknown> {
  const body = bodyOf(text);
  const { code, message, data } = body;
  if (status === 200 && bare && code === undefined && Object.keys(body).length > 0) return { kind: 'delivered', data: body };
  if (status === 200 && code === 200) return { kind: 'delivered', data };
  if (status === 401 || status === 403) return { kind: 'key-refused' };
  // A 200 without the envelope was truncated, or is a page of a proxy.
  if (TRANSIENT.has(status) || (status === 200 && code === undefined)) return { kind: 'later', why: `HTTP ${status}` };
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
    // A page of a proxy, or a truncated response: only the status counts.
    return {};
  }
}
