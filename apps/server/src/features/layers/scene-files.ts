// The files of 3D scenes. A scene's folder has a random name and never changes, so a browser may keep them for good.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Store } from '@lookout/store';
import { notFound } from '../../acting/refusal.ts';
import type { RawRoute } from '../../serve/raw-route.ts';

/** What a scene may consist of; the import takes nothing else. */
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
