// Input: reads JSON bodies within their limit, passes files on as a bounded stream, and applies the row's schemas to params, query and
// body.
import type { IncomingMessage } from 'node:http';
import { type Row, readBySchema } from '@lookout/contract';
import { type FieldFault, invalid, Refusal, refused, refuseFaults } from '../acting/refusal.ts';

const MEGABYTE = 1024 * 1024;
export const BODY_LIMITS = {
  json: MEGABYTE,
  'large-json': 4 * MEGABYTE,
  'csv-or-json': 64 * MEGABYTE,
  // JSON for calls that also accept CSV files: it is parsed as a whole, in a hundred times its size of memory, where CSV is streamed.
  'json-file': 8 * MEGABYTE,
  upload: 12 * MEGABYTE,
  // Four bands of a whole satellite scene of 20 m, which are streamed to the disk.
  'large-upload': 512 * MEGABYTE,
} as const;

const beyond = (limit: number) => refused('body-too-large', { megabytes: limit / MEGABYTE });

export const mediaType = (request: IncomingMessage): string =>
  (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** The slowest acceptable body: each `ms` of waiting for the sender must bring this many bytes, or the end of the body. */
export interface Pace {
  readonly ms: number;
  readonly bytes: number;
}
export const PACES = {
  /** The whole body must arrive within this time. */
  json: { ms: 60_000, bytes: Number.POSITIVE_INFINITY },
  /** A file is accepted for as long as it makes progress: 2 kB a second. */
  stream: { ms: 30_000, bytes: 60_000 },
} as const satisfies Record<string, Pace>;

/** A body that takes longer is slow, and counted. Most bodies arrive with their request. */
const SLOW_AFTER_MS = 1_000;
const MOST_SLOW_BODIES = 100;

/** How many slow bodies each address may send at the same time. */
export interface SlowBodies {
  /** @returns null if the address already sends as many slow bodies as it may */
  claim(address: string): Disposable | null;
}

export function createSlowBodies(most: number = MOST_SLOW_BODIES): SlowBodies {
  const counts = new Map<string, number>();
  return {
    claim(address) {
      const count = counts.get(address) ?? 0;
      if (count >= most) return null;
      counts.set(address, count + 1);
      return {
        [Symbol.dispose]() {
          const left = (counts.get(address) ?? 1) - 1;
          if (left > 0) counts.set(address, left);
          else counts.delete(address);
        },
      };
    },
  };
}

interface Patience {
  readonly pace: Pace;
  readonly slowAfterMs?: number;
  readonly claim: () => Disposable | null;
}

const LATE = Symbol('late');

/** Returns the result of `work`, or LATE after `ms`. */
async function orLate<T>(work: Promise<T>, ms: number): Promise<T | typeof LATE> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** @throws Refusal 408 when the sender falls behind the pace, 429 when its address sends too many slow bodies */
async function* inTime(request: IncomingMessage, { pace, slowAfterMs = SLOW_AFTER_MS, claim }: Patience): AsyncGenerator<Buffer> {
  using resources = new DisposableStack();
  const chunks = request.iterator({ destroyOnReturn: false });
  let [isSlow, waited, waitedInAll, got] = [false, 0, 0, 0];
  for (;;) {
    const next = chunks.next();
    // A late chunk is ignored: the connection is closed then.
    next.catch(() => undefined);
    const began = performance.now();
    let step = await orLate(next, isSlow ? pace.ms - waited : Math.min(pace.ms - waited, slowAfterMs - waitedInAll));
    if (step === LATE && !isSlow) {
      const place = claim();
      if (place === null) throw refused('too-many-calls');
      resources.use(place);
      isSlow = true;
      step = await orLate(next, pace.ms - waited - (performance.now() - began));
    }
    if (step === LATE) throw refused('request-too-slow');
    if (step.done) return;
    const chunk = step.value as Buffer;
    const took = performance.now() - began;
    waited += took;
    waitedInAll += took;
    got += chunk.length;
    if (got >= pace.bytes) [waited, got] = [0, 0];
    yield chunk;
  }
}

/**
 * Yields the request's chunks, never more than `limit` bytes in total. The request is not destroyed when the reader stops early, because
 * the refusal could then not be sent. Node drains the unread rest.
 * @throws Refusal 413 at the chunk that exceeds the limit (at once, when the length was announced); 422 when the sender disconnected; 408
 * and 429 as `inTime`
 */
export async function* boundedStream(request: IncomingMessage, limit: number, patience: Patience): AsyncGenerator<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw beyond(limit);
  let seen = 0;
  try {
    for await (const chunk of inTime(request, patience)) {
      seen += chunk.length;
      if (seen > limit) throw beyond(limit);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof Refusal || !request.destroyed) throw error;
    throw invalid('', 'body-cut-off');
  }
}

/**
 * Reads the JSON body of a request; undefined when it has none.
 * @throws Refusal 413 over the limit; 422 for another content type, another encoding than UTF-8, or text that is not JSON
 */
export async function readJson(request: IncomingMessage, limit: number, patience: Patience): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of boundedStream(request, limit, patience)) chunks.push(chunk);
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
