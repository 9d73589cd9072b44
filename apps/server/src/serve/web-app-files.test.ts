// Tests the files of the built web app, from a temporary folder.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveWebApp } from './server.ts';

const HASHED = '/assets/page-1a2b3c4d.js';
const SCRIPT = 'export const page = 1;';
const folder = mkdtempSync(join(tmpdir(), 'lookout-web-app-'));
let app: FastifyInstance;

beforeAll(async () => {
  mkdirSync(join(folder, 'web', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'beside the web app');
  writeFileSync(join(folder, 'web', 'index.html'), '<head><title>app</title></head>');
  writeFileSync(join(folder, 'web', HASHED), SCRIPT);
  writeFileSync(join(folder, 'web', `${HASHED}.br`), brotliCompressSync(SCRIPT));
  app = Fastify();
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', "style-src 'self'; base-uri 'none'");
  });
  await serveWebApp(app, join(folder, 'web'), async () => []);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => app.inject({ method, url, headers });

it.each(['GET', 'HEAD'] as const)('%s: a file whose name contains its hash is cached permanently, the page is not', async (method) => {
  const [page, script] = [await get('/', {}, method), await get(HASHED, {}, method)];
  expect([page, script].map(({ statusCode, headers }) => [statusCode, headers['cache-control']])).toEqual([
    [200, 'no-cache'],
    [200, 'public, max-age=31536000, immutable'],
  ]);
  expect(script.body).toBe(method === 'GET' ? SCRIPT : '');
});

it('Each reply with the page allows the styles that its scripts write by a new nonce', async () => {
  const nonces = [await get('/'), await get('/index.html')].map(({ headers, body }) => {
    const [, ofPage] = /<meta name="lookout-styles" nonce="([\w+/]{24})" \/>/.exec(body) ?? [];
    expect(headers['content-security-policy']).toBe(`style-src 'self' 'nonce-${ofPage}'; base-uri 'none'`);
    return ofPage;
  });
  expect(new Set(nonces).size).toBe(2);
  expect((await get(HASHED)).headers['content-security-policy']).toBe("style-src 'self'; base-uri 'none'");
});

it('A browser that accepts Brotli gets the file that the build has compressed', async () => {
  const { headers, rawPayload } = await get(HASHED, { 'accept-encoding': 'gzip, br' });
  expect(headers['content-encoding']).toBe('br');
  expect(rawPayload.equals(brotliCompressSync(SCRIPT))).toBe(true);
});

it.each([
  '/assets/none-1a2b3c4d.js',
  '/assets',
  '/assets/',
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/%2e%2e/%2e%2e/secret.txt',
  '/\\..\\secret.txt',
  '//secret.txt',
  '/%00',
])('%s is not a file of the web app', async (url) => {
  const { statusCode, body } = await get(url);
  expect(statusCode).toBeGreaterThanOrEqual(400);
  expect(statusCode).toBeLessThan(500);
  expect(body).not.toContain('beside the web app');
});
