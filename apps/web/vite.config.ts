import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { callsModule } from './build/calls-module.ts';
import { cesiumAssets } from './build/cesium-assets.ts';
import { patrolWorker } from './build/patrol-worker.ts';
import { precompress } from './build/precompress.ts';
import { pushWorker } from './build/push-worker.ts';
import { regionModule } from './build/region-module.ts';
import { tokensModule } from './build/tokens-css.ts';

const server = process.env.API ?? 'http://127.0.0.1:8080';
// /resource itself is a page; its calls lie below /resource/api.
const proxied = [
  '/auth/api',
  '/api',
  '/fire/api',
  '/resource/api',
  '/oa/api',
  '/files',
  '/media',
  '/terrain',
  '/tiles',
  '/layers',
  '/json',
  '/scenes',
  '/basemaps',
  '/demo-library',
  '/docs',
  '/healthz',
  '/readyz',
  '/metrics',
];

/** For browser tests that check no pixel of the globe: features/testing/flat-globe.ts replaces the globe. */
const isFlat = process.env.MAP === 'flat';
const globe = isFlat ? [] : [cesiumAssets(), precompress()];

export default defineConfig({
  root: import.meta.dirname,
  // The site can be published below any path: scripts and styles use relative URLs, and the server writes the path into the page
  // (serve/base-path.ts).
  base: './',
  plugins: [react(), regionModule(process.env.REGION ?? 'sichuan'), callsModule(), tokensModule(), patrolWorker(), pushWorker(), ...globe],
  ...(isFlat && {
    resolve: {
      alias: [
        {
          find: /^@lookout\/features\/globe\.generated\.ts$/,
          replacement: join(import.meta.dirname, '../../features/testing/flat-globe.ts'),
        },
      ],
    },
  }),
  worker: { format: 'es' },
  build: {
    outDir: isFlat ? 'dist-flat' : 'dist',
    emptyOutDir: true,
    sourcemap: false,
    reportCompressedSize: false,
    // The map chunk is Cesium: necessarily large, and never on the first page (checked by build/measure.ts).
    chunkSizeWarningLimit: 6000,
    // The first page's scripts are two files, one of which changes only with its libraries. Split as finely as the other pages share them,
    // they would be two dozen, each with its own request and headers.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 1 },
            { name: 'first', tags: ['$initial'] },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(proxied.map((path) => [path, { target: server, changeOrigin: true }])),
      // The Host header stays that of the page, because the server compares it with the `Origin`.
      '/mqtt': { target: server, ws: true },
    },
  },
});
