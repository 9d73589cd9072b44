// The routes of map layers: the files of 3D scenes, and vector tiles. The content of an address never changes.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { notFound, refused } from '@lookout/server/acting/refusal.ts';
import type { RawRoute } from '@lookout/server/serve/context.ts';
import { errandOf } from '@lookout/server/serve/whose.ts';
import type { Store } from '../../store.ts';
import { sharesLayer, type VectorLayer } from '../map-layer.ts';
import type { VectorTiles } from '../service/vector-tiles.ts';

/** The file types of a scene; the import accepts no others. */
export const SCENE_FILE_TYPES: Readonly<Record<string, string>> = {
  '.json': 'application/json; charset=utf-8',
  '.glb': 'model/gltf-binary',
  '.gltf': 'model/gltf+json',
  '.b3dm': 'application/octet-stream',
  '.i3dm': 'application/octet-stream',
  '.pnts': 'application/octet-stream',
  '.cmpt': 'application/octet-stream',
  '.subtree': 'application/octet-stream',
  '.bin': 'application/octet-stream',
  '.ktx2': 'image/ktx2',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
};

export const sceneRoute = (store: Store, folder: string): RawRoute => ({
  name: 'scene-file',
  method: 'GET',
  path: '/scenes/{folder}/*',
  summary: '三维场景的文件（3D Tiles、glTF 及其贴图）',
  permission: { anyOf: ['watch-alarms'] },
  scope: 'list',
  async handle({ scope }, request, reply) {
    const { folder: name = '', '*': rest = '' } = request.params as Record<string, string>;
    const parts = rest.split('/');
    const type = SCENE_FILE_TYPES[path.extname(rest).toLowerCase()];
    if (type === undefined || parts.some((part) => part === '' || part.startsWith('.') || /[\\\0]/.test(part))) throw notFound();
    const scenes = await store.mapScenes.list(scope);
    if (!scenes.some((scene) => scene.folder === name)) throw notFound();
    const file = path.join(folder, name, ...parts);
    const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'ENAMETOOLONG') return null;
      throw error;
    });
    if (!found?.isFile()) throw notFound();
    return reply
      .header('content-type', type)
      .header('content-length', found.size)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, max-age=31536000, immutable')
      .send(createReadStream(file));
  },
});

export const tileUrlOf = ({ id, version }: VectorLayer): string => `/layers/${id}/${version}/{z}/{x}/{y}.mvt`;

const WHOLE = /^\d{1,7}$/;

export const tileRoute = (tiles: VectorTiles): RawRoute => ({
  name: 'layer-tile',
  method: 'GET',
  path: '/layers/{id}/{version}/{z}/{x}/{y}',
  summary: '矢量瓦片 {y}.mvt（Mapbox Vector Tile 2.1，图层 features 与 names；空瓦片为 204）',
  permission: { anyOf: ['watch-alarms'] },
  scope: 'list',
  async handle(context, request, reply) {
    const { id = '', version = '', z = '', x = '', y = '' } = request.params as Record<string, string>;
    const row = y.endsWith('.mvt') ? y.slice(0, -'.mvt'.length) : '';
    if (![version, z, x, row].every((n) => WHOLE.test(n))) throw refused('no-vector-tile');
    const layer = await tiles.find(id, Number(version));
    if (layer === null || !sharesLayer(context.scope, layer.gridNo)) throw refused('no-vector-tile');
    const tile = await tiles.tile(errandOf(context), layer, Number(z), Number(x), Number(row));
    if (tile === null) throw refused('no-vector-tile');
    reply.header('cache-control', 'private, max-age=31536000, immutable').header('etag', tile.etag).header('vary', 'accept-encoding');
    if (request.headers['if-none-match'] === tile.etag) return reply.code(304).send();
    if (tile.bytes.length === 0) return reply.code(204).send();
    reply.header('content-type', 'application/vnd.mapbox-vector-tile');
    const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    return takesGzip ? reply.header('content-encoding', 'gzip').send(tile.bytes) : reply.send(gunzipSync(tile.bytes));
  },
});
