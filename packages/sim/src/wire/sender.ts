// One call over HTTP: a row of the contract, a body, an answer. Whoever calls is in the headers.
import { randomUUID } from 'node:crypto';
import type { Row } from '@lookout/contract';
import { type Answer, readAnswer } from './answer.ts';

export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

export interface SenderOptions {
  readonly baseUrl: string;
  readonly fetch: Fetch;
  /** Ends calls under way. */
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
