// Cesium fetches its workers, textures and decoders at run time from CESIUM_BASE_URL (`/cesium/`). They are copied into the build and
// served in development.
import { cpSync, createReadStream, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, normalize, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';

const FOLDERS = ['Assets', 'ThirdParty', 'Widgets', 'Workers'] as const;
const BASE = '/cesium/';

// Cesium is a dependency of packages/map, so its files are resolved from there, without importing it.
const cesiumFolder = (): string => {
  const require = createRequire(join(import.meta.dirname, '../../../packages/map/package.json'));
  return join(dirname(require.resolve('cesium/package.json')), 'Build/Cesium');
};

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.xml': 'application/xml',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ktx2': 'image/ktx2',
};

export function cesiumAssets(): Plugin {
  let outDir = '';
  return {
    name: 'lookout-cesium-assets',
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir);
    },
    writeBundle: () => {
      for (const folder of FOLDERS) cpSync(join(cesiumFolder(), folder), join(outDir, 'cesium', folder), { recursive: true });
    },
    configureServer: (server) => {
      const root = cesiumFolder();
      server.middlewares.use((request, response, next) => {
        const path = decodeURIComponent((request.url ?? '').split('?')[0] ?? '');
        const file = normalize(join(root, path.slice(BASE.length)));
        const inside = path.startsWith(BASE) && FOLDERS.some((folder) => file.startsWith(join(root, folder) + sep));
        if (!inside || !statSync(file, { throwIfNoEntry: false })?.isFile()) return next();
        response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
        createReadStream(file).pipe(response);
      });
    },
  };
}
