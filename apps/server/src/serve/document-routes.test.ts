import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, it, vi } from 'vitest';
import { serveDocuments } from './document-routes.ts';

const OPEN_API = { openapi: '3.1.0', info: { title: '林火瞭望', version: '1' }, paths: {} };

it('Each document is created once, compressed on request, revalidated by its tag, and charged to the budget of the address', async () => {
  const app = fastify();
  const asyncApi = vi.fn(() => ({ asyncapi: '3.0.0' }));
  let left = 100;
  const mayPass = vi.fn((_key: string, _rate: unknown, weight = 1) => {
    left -= weight;
    return left >= 0;
  });
  await serveDocuments(app, { openApi: OPEN_API, asyncApi, basePath: '' }, { mayPass });
  const get = (url: string, headers = {}) => app.inject({ url, headers });

  const [first] = await Promise.all([get('/docs/asyncapi.json'), get('/docs/asyncapi.json')]);
  expect(first?.json()).toEqual({ asyncapi: '3.0.0' });
  expect(asyncApi).toHaveBeenCalledTimes(1);
  const compressed = await get('/docs/json', { 'accept-encoding': 'br, gzip' });
  expect(JSON.parse(gunzipSync(compressed.rawPayload).toString())).toEqual(OPEN_API);
  expect((await get('/docs/yaml', { 'if-none-match': compressed.headers.etag })).statusCode).toBe(304);
  // The viewer's page is a light call; a fifth document exceeds the budget of the address.
  expect((await get('/docs/')).statusCode).toBe(200);
  expect(left).toBe(19);
  expect((await get('/docs/json')).statusCode).not.toBe(200);
  await app.close();
});
