// Text files of the build get a .br and a .gz beside them, so that the server sends ready bytes.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = new Set(['.js', '.css', '.html', '.svg', '.json', '.wasm', '.xml', '.txt', '.map', '.glsl']);
/** Below this the headers weigh more than what is saved. */
const MIN_BYTES = 1024;
/** Quality 11 takes minutes on Cesium's megabytes and saves 3 %; small files get it, large ones 9. */
const FULL_QUALITY_BELOW_BYTES = 1_500_000;

export function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'lookout-precompress',
    enforce: 'post',
    apply: 'build',
    configResolved: (config) => {
      outDir = resolve(config.root, config.build.outDir);
    },
    closeBundle: () => {
      for (const file of filesUnder(outDir)) if (TEXT.has(extname(file)) && statSync(file).size >= MIN_BYTES) compress(file);
    },
  };
}

function compress(file: string): void {
  const bytes = readFileSync(file);
  const quality = bytes.length < FULL_QUALITY_BELOW_BYTES ? 11 : 9;
  const br = brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
  const gz = gzipSync(bytes, { level: 9 });
  if (br.length < bytes.length) writeFileSync(`${file}.br`, br);
  if (gz.length < bytes.length) writeFileSync(`${file}.gz`, gz);
}

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
