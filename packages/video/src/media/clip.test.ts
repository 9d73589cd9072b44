import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseAllowList } from './allow-list.ts';
import { createClips } from './clip.ts';
import { resolveByDns } from './upstream/source.ts';

const FILM = Buffer.from('0123456789');
let server: Server;
let base: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((request, response) => answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const clips = createClips({ allowed: parseAllowList(['127.0.0.1']), resolve: resolveByDns });
const open = (address: string, range?: string) => clips.open(address, range, new AbortController().signal);
const refusalOf = async (address: string) => {
  const found = await open(address);
  return found.ok ? null : found.error;
};

it('is passed on in the requested range, and always with a video content type', async () => {
  answer = (request, response) => {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const part = FILM.subarray(Number(first), Number(last) + 1);
    const headers = { 'content-type': 'text/html', 'content-range': `bytes ${first}-${last}/${FILM.length}`, 'set-cookie': 'a=b' };
    response.writeHead(206, { ...headers, 'content-length': part.length }).end(part);
  };
  const found = await open(`${base}/a.mp4`, 'bytes=2-4');
  if (!found.ok) throw new Error(found.error);
  const { status, headers, body } = found.value;
  expect([status, headers]).toEqual([206, { 'content-type': 'video/mp4', 'content-range': 'bytes 2-4/10', 'content-length': '3' }]);
  expect(Buffer.concat((await body?.toArray()) ?? []).toString()).toBe('234');
});

it('is requested only at allowed addresses, and at the checked address of the host name', async () => {
  let requests = 0;
  answer = (_, response) => {
    requests += 1;
    response.end(FILM);
  };
  for (const address of ['http://127.0.0.2/a.mp4', 'rtsp://127.0.0.1/a', 'file:///etc/passwd', '/a.mp4', 'x']) {
    expect([address, await refusalOf(address), await clips.refusalOf(address)]).toEqual([address, 'address-refused', 'address-refused']);
  }
  expect(requests).toBe(0);
  const named = createClips({ allowed: parseAllowList(['127.0.0.1']), resolve: async () => ['127.0.0.1'] });
  const { port } = new URL(base);
  const found = await named.open(`http://recorder.example:${port}/a.mp4`, undefined, new AbortController().signal);
  expect([found.ok, requests, await named.refusalOf(`http://recorder.example:${port}/a.mp4`)]).toEqual([true, 1, null]);
  if (found.ok) found.value.body?.destroy();
});

it.each<[string, (request: IncomingMessage, response: ServerResponse) => void, string]>([
  ['leads elsewhere', (_, response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(), 'refused'],
  ['has it no longer', (_, response) => void response.writeHead(404).end(), 'refused'],
  ['breaks off', (request) => void request.socket.destroy(), 'unreachable'],
])('a system that %s counts as a refusal', async (_, how, refusal) => {
  answer = how;
  expect(await refusalOf(`${base}/a.mp4`)).toBe(refusal);
});

it('is requested on a new connection, because the other system may close one that it has already answered on', async () => {
  const answered = new WeakSet<object>();
  answer = ({ socket }, response) => {
    if (answered.has(socket)) return void socket.destroy();
    answered.add(socket);
    response.end(FILM);
  };
  for (let time = 0; time < 2; time++) {
    const found = await open(`${base}/a.mp4`);
    if (!found.ok) throw new Error(found.error);
    expect(Buffer.concat((await found.value.body?.toArray()) ?? [])).toEqual(FILM);
  }
});
