// Base maps of outside services: the list, and their tiles. Browsers never receive an address or a key; tiles are served for configured
// sources only.
import { join } from 'node:path';
import { refused } from '@lookout/server/acting/refusal.ts';
import type { ServerFeature } from '@lookout/server/feature.ts';
import type { RawRoute } from '@lookout/server/serve/context.ts';
import { errandOf } from '@lookout/server/serve/whose.ts';
import { type BaseMapSource, baseMapSources, listed } from './server/sources.ts';
import { openTileCache } from './server/tile-cache.ts';
import { createTileService, type TileService } from './server/tile-service.ts';

const CACHE_BYTES_IN_A_GIGABYTE = 1_000_000_000;

export const baseMap: ServerFeature<'baseMap'> = {
  open({ config, clock, log }) {
    const sources = baseMapSources(config);
    const cache = openTileCache({
      folder: join(config.dataDir, 'cache', 'base-maps'),
      mostBytes: config.baseMapCacheGigabytes * CACHE_BYTES_IN_A_GIGABYTE,
      wanted: sources.map(({ id, version }) => `${id}/${version}`),
      onTrouble: (error) => log.warn({ err: error }, 'the cache of base maps could not be tidied'),
    });
    const services = new Map(
      sources.map((source) => [source.id, { source, service: createTileService({ source, cache, now: () => clock().getTime(), log }) }]),
    );
    const stop = async () => {
      for (const { service } of services.values()) service.stop();
    };
    return {
      calls: { baseMapList: async () => ({ rows: sources.map(listed) }) },
      rawRoutes: [tileRoute((id) => services.get(id) ?? null)],
      jobs: [{ stop }],
    };
  },
};

const WHOLE = /^\d{1,7}$/;

/** Base maps, like the terrain, are not restricted by grid. */
const tileRoute = (find: (id: string) => { readonly source: BaseMapSource; readonly service: TileService } | null): RawRoute => ({
  name: 'base-map-tile',
  method: 'GET',
  path: '/basemaps/{id}/{version}/{z}/{x}/{y}',
  summary: '外部底图的瓦片（PNG、JPEG、WebP、GIF）；没有这块时 204，服务没有应答或拒绝时 503',
  permission: 'session',
  embeds: 'every',
  scope: 'none',
  async handle(context, request, reply) {
    const { id = '', version = '', z = '', x = '', y = '' } = request.params as Record<string, string>;
    const found = find(id);
    if (found === null || found.source.version !== version || ![z, x, y].every((n) => WHOLE.test(n))) throw refused('no-base-map-tile');
    const numbers = { z: Number(z), x: Number(x), y: Number(y) };
    if (!isTile(found.source, numbers)) throw refused('no-base-map-tile');
    const answer = await found.service.tile(errandOf(context), numbers);
    // Not 404, which browsers log to their console: services have no tiles over the sea and at fine levels.
    if (answer === 'none') return reply.code(204).send();
    if (answer === 'silent') throw refused('base-map-silent');
    if (answer === 'refused') throw refused('base-map-refused');
    return reply
      .header('content-type', answer.type)
      .header('content-length', answer.bytes.length)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, max-age=86400')
      .send(answer.bytes);
  },
});

function isTile({ maxLevel, address: { scheme } }: BaseMapSource, { z, x, y }: { z: number; x: number; y: number }): boolean {
  return z <= maxLevel && x < 2 ** (scheme === 'geographic' ? z + 1 : z) && y < 2 ** z;
}
