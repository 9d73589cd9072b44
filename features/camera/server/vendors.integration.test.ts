// The calls that reach the configured vendors' platforms: worded as in specification §7 and §9, at the speed of the region (Sichuan: at
// most 7).
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../contract.ts';

let platform: Server;
let server: TestServer;
let token: string;
let requests: { readonly path: string; readonly body: unknown }[] = [];
const cameras: Record<string, string> = {};
const { guideControl, aqishiMove, aqishiZoom, aqishiStatistics } = contract.camera;

const post = async (path: string, body: object) => (await server.call('POST', path, { token, body })).body;

beforeAll(async () => {
  platform = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    requests.push({ path: request.url ?? '', body: body && JSON.parse(body) });
    const data = request.url?.startsWith('/authentication') ? { token: 'ours' } : { total: 3, online: 2, url: 'http://127.0.0.1/live.flv' };
    response.end(JSON.stringify({ code: 200, data }));
  });
  platform.listen(0, '127.0.0.1');
  await once(platform, 'listening');
  const url = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
  server = await sharedTestServer({ env: { REGION: 'sichuan', GUIDE_URL: url, AQISHI_URL: url, AQISHI_USER: 'u', AQISHI_PASSWORD: 'p' } });
  token = (await server.login('aba')).access_token;
  const { data } = await post(contract.camera.createMonitoringPoint.path, {
    name: '塔',
    position: { lng: 103.59, lat: 31.48, z: null },
    cameras: ['guide', 'aqishi', null].map((manufacturer, n) => ({
      name: manufacturer ?? '无',
      deviceId: 'D',
      channelNum: n + 1,
      manufacturer,
    })),
  });
  const { data: list } = await post(contract.camera.cameraList.path, { monitorId: data.id });
  for (const { name, id } of list) cameras[name] = id;
});
afterAll(async () => {
  platform?.closeAllConnections();
  platform?.close();
  await server?.stop();
});
beforeEach(() => {
  requests = [];
});

describe('guide', () => {
  const control = (body: object) => post(guideControl.path, { id: cameras.guide, ...body });
  it.each([
    ['a direction', { enumCode: 1, direction: 5, speed: 7 }, { enumCode: 1, direction: 5, speed: 7, stop: 0 }],
    ['a speed beyond the rule', { enumCode: '1', direction: 1, speed: 8 }, { enumCode: 1, direction: 1, speed: 7, stop: 0 }],
    ['auto focus', { enumCode: '1', direction: 101 }, { enumCode: 1, direction: 101, speed: 1, stop: 0 }],
    ['an operation of the lens', { enumCode: '2', operation: 6, step: 3 }, { enumCode: 2, operation: 6, step: 3, speed: 3, stop: 0 }],
    ['the longest step', { enumCode: '2', operation: 1, step: 8, stop: 1 }, { enumCode: 2, operation: 1, step: 7, speed: 7, stop: 1 }],
    ['an operation under its only name in §7', { enumCode: '2', direction: 2, step: 1 }, { operation: 2, step: 1, speed: 1 }],
    ['an accessory', { enumCode: '3', operation: 3 }, { enumCode: 3, operation: 3, stop: 0 }],
    ['an accessory switched off', { enumCode: 3, operation: 5, stop: '1' }, { enumCode: 3, operation: 5, stop: 1 }],
  ])('%s', async (_, sent, received) => {
    expect(await control(sent)).toMatchObject({ code: 200 });
    expect(requests).toMatchObject([{ path: '/getVideoControl', body: { channelId: '1', ...received } }]);
  });

  it.each([
    [{ enumCode: '1', direction: 9 }, 'direction'],
    [{ enumCode: '2', operation: 7 }, 'operation'],
    [{ enumCode: '3', operation: 11 }, 'operation'],
    [{ enumCode: '4' }, 'enumCode'],
  ])('%j is not one of its commands', async (sent, path) => {
    expect(await control(sent)).toMatchObject({ code: 422, data: [{ path }] });
    expect(requests).toEqual([]);
  });
});

describe('aqishi', () => {
  it('is called with the caller’s token, or with the server’s own if there is none', async () => {
    const body = { cameraId: cameras.aqishi, cmd: 3 };
    expect(await post(`${aqishiMove.path}?token=theirs`, { ...body, speed: 100 })).toMatchObject({ code: 200 });
    expect(await post(`${aqishiZoom.path}?token=theirs`, { ...body, step: 8 })).toMatchObject({ code: 200 });
    expect(requests).toMatchObject([
      { path: '/ptzCmd?token=theirs', body: { direction: 3, speed: 7 } },
      { path: '/zoomCmd?token=theirs', body: { operation: 3, speed: 7 } },
    ]);
    const counted = await server.call('GET', aqishiStatistics.path, { token });
    expect(counted.body.data).toEqual({ total: 3, online: 2 });
    expect(requests.slice(2).map(({ path }) => path)).toEqual(['/authentication?username=u&password=p', '/statistics?token=ours']);
  });
});

// Proves §3.17a, §7.27a
it('getStream calls only the vendor that is named, and refuses one that is not the camera’s own', async () => {
  const streamOf = async (camera: string, manufacturer: string) => {
    const query = `?cameraId=${cameras[camera]}&manufacturer=${encodeURIComponent(manufacturer)}&streamType=2`;
    return (await server.call('GET', contract.video.mediaStream.path + query, { token })).body;
  };
  expect((await streamOf('guide', 'Guide')).data).toMatchObject([{ code: null, url: expect.stringContaining('/media/') }]);
  expect(requests).toMatchObject([{ path: '/getVideoControl', body: { enumCode: 'preview', streamType: 2 } }]);
  // The record of this camera names no vendor.
  expect((await streamOf('无', '')).data).toMatchObject([{ code: 'no-stream' }]);
  expect((await streamOf('无', 'guide')).data).toMatchObject([{ code: null }]);
  expect(await streamOf('guide', 'onvif')).toMatchObject({ code: 501, message: '该摄像头不是ONVIF接入的' });
  expect(await streamOf('guide', '某某')).toMatchObject({ code: 501, message: '没有接入该厂商的摄像头：某某' });
});
