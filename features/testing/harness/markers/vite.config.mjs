// Builds the two pages of `npm run bench -- markers`; bench/src/markers.ts passes the output folder.
import { fileURLToPath } from 'node:url';

const page = (name) => fileURLToPath(new URL(`${name}.html`, import.meta.url));

export default {
  base: './',
  worker: { format: 'es' },
  build: { rollupOptions: { input: { ours: page('ours'), stock: page('stock') } }, chunkSizeWarningLimit: 20_000 },
};
