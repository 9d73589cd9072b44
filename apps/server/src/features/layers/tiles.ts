// Vector tiles as they travel: gzipped, under addresses that never change their content.
import { gunzipSync } from 'node:zlib';
import { sharesLayer, type VectorLayer } from '@lookout/domain';
import { refused } from '../../acting/refusal.ts';
import type { RawRoute } from '../../serve/raw-route.ts';
import type { VectorTiles } from '../../services/vector-tiles.ts';

export const tileUrlOf = ({ id, version }: VectorLayer): string => `/layers/${id}/${version}/{z}/{x}/{y}.mvt`;

const WHOLE = /^\d{1,7}$/;

export const tileRoute = (tiles: VectorTiles): RawRoute => ({
  name: 'layer-tile',
  method: 'GET',
  path: '/layers/{id}/{version}/{z}/{x}/{y}',
  summary: '矢量瓦片 {y}.mvt（Mapbox Vector Tile 2.1，图层 features 与 names；空瓦片为 204）',
  permission: { anyOf: ['watch-alarms'] },
  scope: 'list',
  async handle({ scope }, request, reply) {
    const { id = '', version = '', z = '', x = '', y = '' } = request.params as Record<string, string>;
    const row = y.endsWith('.mvt') ? y.slice(0, -'.mvt'.length) : '';
    if (![version, z, x, row].every((n) => WHOLE.test(n))) throw refused('no-vector-tile');
    const layer = await tiles.find(id, Number(version));
    if (layer === null || !sharesLayer(scope, layer.gridNo)) throw refused('no-vector-tile');
    const tile = await tiles.tile(layer, Number(z), Number(x), Number(row));
    if (tile === null) throw refused('no-vector-tile');
    reply.header('cache-control', 'private, max-age=31536000, immutable').header('etag', tile.etag).header('vary', 'accept-encoding');
    if (request.headers['if-none-match'] === tile.etag) return reply.code(304).send();
    if (tile.bytes.length === 0) return reply.code(204).send();
    reply.header('content-type', 'application/vnd.mapbox-vector-tile');
    const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    return takesGzip ? reply.header('content-encoding', 'gzip').send(tile.bytes) : reply.send(gunzipSync(tile.bytes));
  },
});
