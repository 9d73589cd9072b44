// The terrain: elevations, and tiles for the globe, from the same samples; land cover for its colours; and the rivers drawn on it in
// distant views.
import { gunzipSync } from 'node:zlib';
import { BASE_LEVEL, COVER_MAX_LEVEL, COVER_MIN_LEVEL, isCoverTile, TILE_BYTES } from '@lookout/geo';
import { refused } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import type { RawRoute } from '@lookout/server/serve/context.ts';
import { errandOf } from '@lookout/server/serve/whose.ts';
import { readRivers } from '@lookout/store/seed';
import type { CoverTiles } from './service/cover-tiles.ts';
import type { Elevation } from './service/elevation.ts';

export const terrain: ServerFeature<'terrain'> = {
  open: ({ elevation, coverTiles }) => ({
    calls: { terrainHeights: async (_context, { body }) => ({ rows: await elevation().heightsAt(body) }) },
    rawRoutes: terrainRoutes(elevation, coverTiles),
  }),
};

function terrainRoutes(elevation: () => Elevation, coverTiles: CoverTiles): RawRoute[] {
  // The terrain is not restricted by grid: any session and any embedded map may read it.
  const rivers = onceRead();
  const open = { method: 'GET', permission: 'session', embeds: 'every', scope: 'none' } as const;
  return [
    {
      ...open,
      name: 'terrain-meta',
      path: '/terrain/meta',
      summary: '地面：高程来源、版本与最细级别，外部地形的地址，地类的版本与级别',
      async handle(_context, _request, reply) {
        const ground = elevation();
        const coverVersion = coverTiles.version();
        const data = {
          origin: ground.origin(),
          version: ground.version(),
          maxLevel: ground.maxLevel(),
          baseLevel: BASE_LEVEL,
          detail: ground.detail(),
          terrainUrl: ground.terrainUrl,
          cover: coverVersion === null ? null : { version: coverVersion, minLevel: COVER_MIN_LEVEL, maxLevel: COVER_MAX_LEVEL },
        };
        return reply.send({ code: 200, message: 'OK', data });
      },
    },
    {
      ...open,
      name: 'terrain-rivers',
      path: '/terrain/rivers',
      summary: '河流（GSHHG，供远视角显示）与河名：{ lines: [级, [经度, 纬度, …]], names: [名, 拉丁字母, 经度, 纬度] }',
      async handle(_context, request, reply) {
        const bytes = rivers();
        reply
          .header('content-type', 'application/json; charset=utf-8')
          .header('cache-control', 'private, max-age=86400')
          .header('vary', 'accept-encoding');
        const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
        return takesGzip ? reply.header('content-encoding', 'gzip').send(bytes) : reply.send(gunzipSync(bytes));
      },
    },
    {
      ...open,
      name: 'terrain-tile',
      path: '/terrain/{z}/{x}/{y}',
      summary: '高程瓦片：65×65 个 uint16（见 geo/tile-format.ts）；?v= 为版本，过期时答 410',
      async handle(context, request, reply) {
        const { v } = request.query as { v?: unknown };
        // A client that names a version must not mix tiles of different versions.
        if (v !== undefined && v !== elevation().version()) throw refused('elevation-renewed');
        const address = tileAddressOf(request);
        const tile = address && (await elevation().tile(errandOf(context), ...address));
        if (!tile) throw refused('no-elevation-tile');
        return reply
          .header('content-type', 'application/octet-stream')
          .header('content-length', TILE_BYTES)
          .header('cache-control', v === undefined ? 'no-cache' : 'private, max-age=86400')
          .send(Buffer.from(tile.buffer, tile.byteOffset, tile.byteLength));
      },
    },
    {
      ...open,
      name: 'terrain-cover-tile',
      path: '/terrain/cover/{z}/{x}/{y}',
      summary: '地类瓦片：68×68 个字节（见 geo/cover-tile.ts）；?v= 为版本，过期时答 410',
      async handle(context, request, reply) {
        const version = coverTiles.version();
        const { v } = request.query as { v?: unknown };
        if (v !== undefined && v !== version) throw refused('land-cover-renewed');
        const address = tileAddressOf(request);
        if (version === null || address === null || !isCoverTile(...address)) throw refused('no-land-cover-tile');
        return reply
          .header('content-type', 'application/octet-stream')
          .header('content-encoding', 'gzip')
          .header('cache-control', v === undefined ? 'no-cache' : 'private, max-age=86400')
          .send(Buffer.from(await coverTiles.tile(errandOf(context), ...address)));
      },
    },
  ];
}

/** @returns level, x and y; null if the path contains no numbers */
function tileAddressOf({ params }: { readonly params: unknown }): [level: number, x: number, y: number] | null {
  const { z, x, y } = params as { z: string; x: string; y: string };
  return [z, x, y].every((n) => /^\d{1,6}$/.test(n)) ? [Number(z), Number(x), Number(y)] : null;
}

/** 100 kB, read at the first request of a map. */
function onceRead(): () => Buffer {
  let bytes: Buffer | null = null;
  return () => {
    bytes ??= readRivers();
    return bytes;
  };
}
