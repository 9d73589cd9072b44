// The built web app: its files, and its one page for every address that the browser's router knows.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

// Vite writes a hash into the names under assets/: such a file never changes.
const HASHED = /[\\/]assets[\\/][^\\/]+-[A-Za-z0-9_-]{8,}\.[a-z0-9.]+$/;
/** Addresses of calls and of bytes: never answered with a page. */
const NOT_PAGES = /^\/(auth|fire|oa|api|resource\/api|files|terrain|media|mqtt|docs|metrics|healthz|readyz|assets|cesium)(\/|$)/;

/** @returns answers a request for a page of the app; false when it is none, or when there is no built app */
export async function serveWebApp(
  app: FastifyInstance,
  folder: string,
): Promise<(request: FastifyRequest, reply: FastifyReply) => boolean> {
  if (!existsSync(join(folder, 'index.html'))) return () => false;
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: true,
    // The build lays .br and .gz beside the files; nothing is packed while serving.
    preCompressed: true,
    index: ['index.html'],
    setHeaders(reply, path) {
      reply.header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  return (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const isPage =
      request.method === 'GET' &&
      (request.headers.accept ?? '').includes('text/html') &&
      !NOT_PAGES.test(path) &&
      !/\.[a-z0-9]+$/i.test(path);
    if (isPage) reply.code(200).sendFile('index.html');
    return isPage;
  };
}
