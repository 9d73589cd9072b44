// Pages of the map's harness, built by vite like the product's web app, and served from a temporary folder.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const ROOT = join(import.meta.dirname, '../../..');
const HARNESS = join(ROOT, 'features/testing/harness');
const CESIUM = join(ROOT, 'node_modules/cesium/Build/Cesium');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.xml': 'text/xml',
};

export interface Pages {
  readonly base: string;
  stop(): Promise<void>;
}

/** File types that are served compressed; pictures are compressed already. */
const COMPRESSED = ['.html', '.js', '.css', '.json', '.wasm', '.xml'];
const compress = promisify(brotliCompress);

/** @param name a folder of features/testing/harness that has its own vite configuration */
export async function servePages(name: 'markers' | 'bare'): Promise<Pages> {
  const folder = await mkdtemp(join(tmpdir(), `lookout-bench-${name}-`));
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const from = join(HARNESS, name);
  await promisify(execFile)(process.execPath, [vite, 'build', from, '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn']);
  const compressed = new Map<string, Promise<Buffer>>();
  const compressedOf = (file: string): Promise<Buffer> => {
    const known = compressed.get(file) ?? readFile(file).then((bytes) => compress(bytes));
    compressed.set(file, known);
    return known;
  };
  // All files are compressed before the measurement begins.
  for (const file of await readdir(folder, { recursive: true }))
    if (COMPRESSED.includes(extname(file)) && statSync(join(folder, file)).isFile()) await compressedOf(join(folder, file));
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = path.startsWith('/cesium/') ? join(CESIUM, path.slice('/cesium/'.length)) : join(folder, path);
    if (!existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end();
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
    if (COMPRESSED.includes(extname(file)) && /\bbr\b/.test(String(request.headers['accept-encoding']))) {
      response.setHeader('content-encoding', 'br');
      response.end(await compressedOf(file));
    } else createReadStream(file).pipe(response);
  };
  const server = createServer((request, response) => void respond(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await once(server.close(), 'close');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
