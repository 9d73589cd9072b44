// Tiles of one outside service: from the cache, otherwise fetched. Only the configured hosts are reached, by the guard of outside
// addresses; no redirect is followed. A service that does not answer is suspended for a while, so that browsers are informed at once and
// show the relief instead.
import type { LookupAddress } from 'node:dns';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Errand } from '@lookout/server/acting/turns.ts';
import type { Log } from '@lookout/server/log-lines/log.ts';
import { bareHost, pinnedTo, portOf, type Resolve, reachableAddress, resolveByDns } from '@lookout/server/services/outside-address.ts';
import { createTileTurns } from '@lookout/server/services/tile-turns.ts';
import { parseAllowList } from '@lookout/video/allow-list';
import { fileTypeFromBuffer } from 'file-type';
import { LRUCache } from 'lru-cache';
import type { BaseMapSource } from './sources.ts';
import { hostsOf, type TileNumbers, tileUrlOf } from './tile-address.ts';
import type { CachedTile, TileCache } from './tile-cache.ts';

export interface BaseMapTile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** `none`: the service has no such tile, or failed for this one. `silent`, `refused`: the service is suspended. */
export type TileAnswer = BaseMapTile | 'none' | 'silent' | 'refused';

export interface TileService {
  /** @throws Refusal when the queue is full, or when every client that requested the tile has disconnected before its turn */
  tile(errand: Errand, numbers: TileNumbers): Promise<TileAnswer>;
  stop(): void;
}

interface ServiceOptions {
  readonly source: BaseMapSource;
  readonly cache: TileCache;
  readonly now: () => number;
  readonly log: Log;
  readonly resolve?: Resolve;
  readonly answerMs?: number;
}

/** The browser falls back to its own relief two seconds after a request; this is shorter, to leave time for the network. */
const ANSWER_MS = 1_500;
const BODY_MS = 5_000;
const MOST_BYTES = 2 * 1024 * 1024;
/** A service that has answered before is suspended only after this many failures in a row, because single tiles may fail. */
const FAILURES_IN_A_ROW = 3;
const GIVEN_UP_MS = 15_000;
/** Imagery changes once in years. After this time a tile is fetched again; the old tile is served while the service is silent. */
const FRESH_MS = 30 * 24 * 3_600_000;
const ADDRESS_CACHED_MS = 60_000;
/**
 * Concurrent requests to one service. Further requests wait here in turn, without using up the service's timeout: waiting for a connection
 * is not silence of the service.
 */
const AT_ONCE = 16;
const AT_ONCE_OF_GRID = 12;
const TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

export function createTileService(options: ServiceOptions): TileService {
  const { source, cache, now, log, resolve = resolveByDns, answerMs = ANSWER_MS } = options;
  const allowed = parseAllowList(hostsOf(source.address).map((url) => allowEntryOf(url)));
  const agents = { 'http:': new HttpAgent(AGENT), 'https:': new HttpsAgent(AGENT) } as const;
  const addresses = new LRUCache<string, LookupAddress>({ max: 16, ttl: ADDRESS_CACHED_MS });
  const turns = createTileTurns<TileAnswer>({ atOnce: AT_ONCE, atOnceOfGrid: AT_ONCE_OF_GRID });
  const health = createHealth(now, (answer) => log.warn({ baseMap: source.id, answer }, 'the service of a base map is given up for now'));

  const addressOf = async (url: URL, signal: AbortSignal): Promise<LookupAddress> => {
    const known = addresses.get(url.host);
    if (known) return known;
    const found = await reachableAddress(url, { allowed, resolve, signal });
    if (found === null) throw new Error('the address of the base map leads to a place that must not be reached');
    addresses.set(url.host, found);
    return found;
  };

  async function fetchTile(numbers: TileNumbers, key: string): Promise<TileAnswer> {
    const url = new URL(tileUrlOf(source.address, numbers));
    try {
      const signal = AbortSignal.timeout(answerMs);
      const response = await answerOf(url, await addressOf(url, signal), { agents, signal });
      const { statusCode: status = 0 } = response;
      if (status !== 200) {
        response.destroy();
        return health.answered(outcomeOf(status));
      }
      const bytes = await bodyOf(response);
      const type = (await fileTypeFromBuffer(bytes))?.mime;
      // Some services answer a wrong key with a message and status 200.
      if (type === undefined || !TYPES.includes(type)) return health.answered('refused');
      health.answered('tile');
      await cache.write(key, bytes, now()).catch((error: unknown) => log.warn({ err: error }, 'a tile of a base map could not be cached'));
      return { type, bytes };
    } catch (error) {
      // The error itself is never logged: its message may contain the address, and with it the key.
      log.info({ baseMap: source.id, reason: codeOf(error) }, 'a tile of a base map could not be fetched');
      return health.answered('silent');
    }
  }

  async function tile(errand: Errand, numbers: TileNumbers): Promise<TileAnswer> {
    const key = `${source.id}/${source.version}/${numbers.z}/${numbers.x}/${numbers.y}`;
    const cached = await cache.read(key);
    if (cached && now() - cached.at < FRESH_MS) return tileOf(cached);
    // The service may have been suspended since this tile was queued.
    const fetched = async () => health.isDown() ?? fetchTile(numbers, key);
    const answer = health.isDown() ?? (await turns.tile(errand, key, (inTurn) => inTurn(fetched)));
    return typeof answer === 'string' && cached ? tileOf(cached) : answer;
  }

  return {
    tile,
    stop: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

const AGENT = { keepAlive: true, maxSockets: AT_ONCE, maxFreeSockets: 4 } as const;

const tileOf = async ({ bytes }: CachedTile): Promise<TileAnswer> => {
  const found = await fileTypeFromBuffer(bytes);
  return found ? { type: found.mime, bytes } : 'none';
};

/** An entry of the allow-list for a host that the administrator configured, at its port only. */
const allowEntryOf = (url: URL): string => {
  const host = bareHost(url);
  return `${host.includes(':') ? `[${host}]` : host}:${portOf(url)}`;
};

/** A wrong key is answered with 401, 403 or 天地图's 418; a redirect does not count as an answer. */
function outcomeOf(status: number): 'none' | 'silent' | 'refused' {
  if (status === 404 || status === 204 || status === 410) return 'none';
  return status === 401 || status === 403 || status === 418 || status === 429 ? 'refused' : 'silent';
}

interface Connection {
  readonly agents: { readonly 'http:': HttpAgent; readonly 'https:': HttpsAgent };
  readonly signal: AbortSignal;
}

/** The head of the response; aborting the signal ends the wait. */
function answerOf(url: URL, address: LookupAddress, { agents, signal }: Connection): Promise<IncomingMessage> {
  const headers = { accept: 'image/*', 'user-agent': 'fire-lookout' };
  return new Promise((answered, failed) => {
    const isHttps = url.protocol === 'https:';
    const options = { headers, lookup: pinnedTo(address) };
    const request = isHttps
      ? httpsRequest(url, { ...options, agent: agents['https:'] })
      : httpRequest(url, { ...options, agent: agents['http:'] });
    const giveUp = () => void request.destroy(new Error('no answer in time'));
    signal.addEventListener('abort', giveUp, { once: true });
    request.once('response', (response) => {
      signal.removeEventListener('abort', giveUp);
      answered(response);
    });
    request.once('error', failed);
    // A connection that closes without a response or an error, for instance after 101 to a request that asked for no other protocol.
    request.once('close', () => failed(new Error('the connection was closed without an answer')));
    request.end();
  });
}

/** @throws when the body is larger than the limit of a tile, breaks off or does not end in time */
async function bodyOf(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  const timer = setTimeout(() => response.destroy(new Error('the tile did not end in time')), BODY_MS);
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > MOST_BYTES) throw new Error('the tile is too large');
      parts.push(part);
    }
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(parts);
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : error instanceof Error ? error.name : 'unknown';

interface Health {
  /** The answer to give while the service is suspended; null: it may be queried. */
  isDown(): 'silent' | 'refused' | null;
  /** Counts an outcome. @returns the answer for the browser: a single failure of a service that has answered before is a missing tile */
  answered(outcome: 'tile' | 'none' | 'silent' | 'refused'): 'none' | 'silent' | 'refused';
}

function createHealth(now: () => number, onGivenUp: (answer: 'silent' | 'refused') => void): Health {
  let hasAnswered = false;
  let failures = 0;
  let down: { readonly answer: 'silent' | 'refused'; readonly until: number } | null = null;
  return {
    isDown: () => (down !== null && now() < down.until ? down.answer : null),
    answered(outcome) {
      if (outcome === 'tile' || outcome === 'none') {
        hasAnswered = true;
        failures = 0;
        down = null;
        return 'none';
      }
      failures += 1;
      if (hasAnswered && failures < FAILURES_IN_A_ROW) return 'none';
      if (down === null) onGivenUp(outcome);
      hasAnswered = false;
      down = { answer: outcome, until: now() + GIVEN_UP_MS };
      return outcome;
    },
  };
}
