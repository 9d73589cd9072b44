// Input: JSON bodies read within their limit, files passed on as a bounded stream, and the row's schemas applied to params, query and body.
import type { IncomingMessage } from 'node:http';
import { type Row, readBySchema } from '@lookout/contract';
import { type FieldFault, invalid, Refusal, refused, refuseFaults } from '../acting/refusal.ts';

const MEGABYTE = 1024 * 1024;
export const BODY_LIMITS = {
  json: MEGABYTE,
  'large-json': 4 * MEGABYTE,
  'csv-or-json': 64 * MEGABYTE,
  upload: 12 * MEGABYTE,
  // Four bands of a whole satellite scene of 20 m, which go to the disk as they come.
  'large-upload': 512 * MEGABYTE,
} as const;

const beyond = (limit: number) => refused('body-too-large', { megabytes: limit / MEGABYTE });

const mediaType = (request: IncomingMessage): string =>
  (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/**
 * The request's chunks, never more than `limit` bytes of them.
 * The request is not destroyed when the reader stops early, or the refusal could not be sent. Node drains what is left unread.
 * @throws Refusal 413 at the chunk that exceeds the limit (at once, when the length was announced); 422 when the sender disconnected
 */
export async function* boundedStream(request: IncomingMessage, limit: number): AsyncGenerator<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw beyond(limit);
  let seen = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      seen += (chunk as Buffer).length;
      if (seen > limit) throw beyond(limit);
      yield chunk as Buffer;
    }
  } catch (error) {
    if (error instanceof Refusal || !request.destroyed) throw error;
    throw invalid('', 'body-cut-off');
  }
}

/**
 * The JSON body of a request; undefined when there is none.
 * @throws Refusal 413 over the limit; 422 for another content type, another encoding than UTF-8, or text that is no JSON
 */
export async function readJson(request: IncomingMessage, limit: number = BODY_LIMITS.json): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of boundedStream(request, limit)) chunks.push(chunk);
  if (chunks.length === 0) return undefined;
  refuseCompression(request);
  const type = mediaType(request);
  if (type !== '' && type !== 'application/json' && !type.endsWith('+json')) throw invalid('', 'body-not-json-type');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw invalid('', 'body-not-utf8');
  }
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('', 'body-not-json');
  }
}

/** Compressed bodies are refused: a small one could expand to a very large one. */
export function refuseCompression(request: IncomingMessage): void {
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw invalid('', 'body-compressed');
}

interface Parts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

type Schema = NonNullable<Row['input']>;

/** @throws Refusal 422 with `[{ path, message }]` */
export function validate(row: Pick<Row, 'params' | 'query' | 'input'>, parts: Parts): Parts {
  const faults: FieldFault[] = [];
  const read = (schema: Schema | undefined, value: unknown, otherwise: unknown): unknown => {
    if (!schema) return otherwise;
    const outcome = readBySchema(schema, value);
    if (outcome.ok) return outcome.value;
    faults.push(...outcome.error);
    return undefined;
  };
  const parsed = {
    params: read(row.params, parts.params, {}),
    query: read(row.query, parts.query, {}),
    body: read(row.input, parts.body, undefined),
  };
  refuseFaults(faults);
  return parsed;
}
