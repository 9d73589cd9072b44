// Serves the harness page and Cesium's static assets. Run: node node_modules/vite/bin/vite.js features/testing/harness --port 5199
import { createReadStream, existsSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const cesium = fileURLToPath(new URL('../../../node_modules/cesium/Build/Cesium', import.meta.url));
const types = {
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.xml': 'text/xml',
};

export default {
  cacheDir: '/tmp/lookout-map-harness',
  server: { fs: { allow: [fileURLToPath(new URL('../../..', import.meta.url))] } },
  plugins: [
    {
      name: 'cesium-static',
      configureServer(server) {
        server.middlewares.use('/cesium', (request, response, next) => {
          const file = join(cesium, normalize((request.url ?? '').split('?')[0]));
          if (!file.startsWith(cesium) || !existsSync(file) || !extname(file)) return next();
          response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
          createReadStream(file).pipe(response);
        });
      },
    },
  ],
};
