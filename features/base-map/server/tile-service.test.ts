import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { baseMapSources, listed } from './sources.ts';
import type { CachedTile } from './tile-cache.ts';
import { createTileService, type TileService } from './tile-service.ts';

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');
const NUMBERS = { z: 3, x: 4, y: 2 };
const DESK = { whose: { account: 'a', grid: '513221', isDuty: true } };
const NOTHING = { tiandituKey: null, imageryUrl: null, baseMaps: [] };

type Handle = (request: IncomingMessage, response: ServerResponse) => void;
const tileOfPng: Handle = (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);

let servers: Server[] = [];
let services: TileService[] = [];
afterEach(() => {
  for (const service of services) service.stop();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  servers = [];
  services = [];
});

/** A tile server on this machine, a source that names it, and a clock. */
async function aService(handle: Handle, answerMs = 200) {
  let answer = handle;
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const [source] = baseMapSources({ ...NOTHING, imageryUrl: `http://127.0.0.1:${port}/{z}/{x}/{y}.png?tk=secret` });
  if (!source) throw new Error('the address is a tile service');
  const tiles = new Map<string, CachedTile>();
  const logged: unknown[] = [];
  const log = { info: (what: object) => void logged.push(what), warn: (what: object) => void logged.push(what), error: () => undefined };
  const cache = {
    read: async (key: string) => tiles.get(key) ?? null,
    write: async (key: string, bytes: Buffer, at: number) => void tiles.set(key, { bytes, at }),
  };
  let nowMs = 0;
  const service = createTileService({ source, cache, now: () => nowMs, log, answerMs });
  services.push(service);
  return {
    service,
    source,
    asked: requested,
    logged,
    later: (milliseconds: number) => {
      nowMs += milliseconds;
    },
    answerWith: (next: Handle) => {
      answer = next;
    },
  };
}

describe('a tile of a base map', () => {
  it('is fetched once, by its numbers, and then served from the cache, also after it expires and while the service is silent', async () => {
    const { service, asked, later, answerWith } = await aService(tileOfPng);
    const both = await Promise.all([service.tile(DESK, NUMBERS), service.tile(DESK, NUMBERS)]);
    expect(both).toEqual([
      { type: 'image/png', bytes: PNG },
      { type: 'image/png', bytes: PNG },
    ]);
    expect(asked).toEqual(['/3/4/2.png?tk=secret']);
    answerWith(() => undefined);
    expect(await service.tile(DESK, NUMBERS)).toMatchObject({ type: 'image/png' });
    expect(asked).toHaveLength(1);
    later(31 * 24 * 3_600_000);
    expect(await service.tile(DESK, NUMBERS)).toMatchObject({ type: 'image/png' });
    expect(asked).toHaveLength(2);
  });

  it('of a service that never answered fails with the first request; further requests fail without a fetch until a pause has passed', async () => {
    const { service, asked, later, answerWith } = await aService(() => undefined);
    expect(await service.tile(DESK, NUMBERS)).toBe('silent');
    expect(await service.tile(DESK, { ...NUMBERS, x: 5 })).toBe('silent');
    expect(asked).toHaveLength(1);
    answerWith(tileOfPng);
    later(15_000);
    expect(await service.tile(DESK, NUMBERS)).toMatchObject({ type: 'image/png' });
  });

  it('that waits in the queue then has the full timeout of the service: many simultaneous requests do not count as silence', async () => {
    // Ninety-six tiles over sixteen connections take 0.9 s.
    const { service } = await aService((request, response) => void setTimeout(() => tileOfPng(request, response), 150), 600);
    const many = Array.from({ length: 96 }, (_, n) => service.tile(DESK, { z: 7, x: n, y: 0 }));
    for (const tile of await Promise.all(many)) expect(tile).toMatchObject({ type: 'image/png' });
  });

  it('may be missing, and single tiles may fail, while the service answers others', async () => {
    const { service, answerWith } = await aService(tileOfPng);
    await service.tile(DESK, NUMBERS);
    answerWith((_, response) => void response.writeHead(404).end());
    expect(await service.tile(DESK, { ...NUMBERS, x: 1 })).toBe('none');
    answerWith((_, response) => void response.writeHead(500).end());
    expect([await service.tile(DESK, { ...NUMBERS, x: 2 }), await service.tile(DESK, { ...NUMBERS, x: 3 })]).toEqual(['none', 'none']);
    expect(await service.tile(DESK, { ...NUMBERS, x: 6 })).toBe('silent');
  });

  it.each<[string, Handle]>([
    ['a status', (_, response) => void response.writeHead(403).end()],
    [
      'a message in place of a picture',
      (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('{"code":301012}'),
    ],
  ])('is refused by %s: the browser is notified that the key has to be checked', async (_, handle) => {
    const { service } = await aService(handle);
    expect(await service.tile(DESK, NUMBERS)).toBe('refused');
  });

  it('is never larger than the limit of a tile, and no redirect is followed', async () => {
    const other = await aService(tileOfPng);
    const redirected = await aService((_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end());
    expect(await redirected.service.tile(DESK, NUMBERS)).toBe('silent');
    expect(other.asked).toEqual([]);
    const endless = await aService((_, response) => {
      response.writeHead(200, { 'content-type': 'image/png' });
      response.end(Buffer.alloc(3 * 1024 * 1024));
    });
    expect(await endless.service.tile(DESK, NUMBERS)).toBe('silent');
  });

  it('leaves no key in the log', async () => {
    const { service, logged } = await aService((request) => void request.socket.destroy());
    expect(await service.tile(DESK, NUMBERS)).toBe('silent');
    expect(logged.length).toBeGreaterThan(0);
    expect(JSON.stringify(logged)).not.toContain('secret');
  });
});

it('a public name that resolves to an internal address is not followed', async () => {
  const [source] = baseMapSources({ ...NOTHING, imageryUrl: 'https://tiles.example.cn/{z}/{x}/{y}.png' });
  if (!source) throw new Error('the address is a tile service');
  const requested: string[] = [];
  const cache = { read: async () => null, write: async () => undefined };
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const resolve = async (host: string) => {
    requested.push(host);
    return [{ address: '127.0.0.1', family: 4 }];
  };
  const service = createTileService({ source, cache, now: () => 0, log, resolve });
  services.push(service);
  expect(await service.tile(DESK, NUMBERS)).toBe('silent');
  expect(requested).toEqual(['tiles.example.cn']);
});

describe('the base maps from the settings', () => {
  it('are three of 天地图 with their labels by one key, the imagery, and a configured one; none reveals its address', () => {
    const rows = baseMapSources({
      tiandituKey: 'abcdef0123456789',
      imageryUrl: 'https://a.example/{z}/{x}/{y}.jpg?tk=secret',
      baseMaps: [
        { title: '省图', url: 'https://b.example/{z}/{x}/{-y}.png', isLabels: false },
        { title: '省图注记', url: 'https://b.example/n/{z}/{x}/{y}.png', isLabels: true },
      ],
    }).map(listed);
    expect(rows.map(({ id, kind, labelsOf, maxLevel }) => [id, kind, labelsOf, maxLevel])).toEqual([
      ['tianditu-img', 'base', null, 18],
      ['tianditu-img-labels', 'labels', 'tianditu-img', 18],
      ['tianditu-vec', 'base', null, 18],
      ['tianditu-vec-labels', 'labels', 'tianditu-vec', 18],
      ['tianditu-ter', 'base', null, 14],
      ['tianditu-ter-labels', 'labels', 'tianditu-ter', 14],
      ['imagery', 'base', null, 18],
      ['own-1', 'base', null, 18],
      ['own-2', 'labels', null, 18],
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/abcdef|secret|example|tianditu\.gov/);
  });
});
