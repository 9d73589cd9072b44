// Cameras that are off, hang, send garbage or flap, tested through the whole product: each has its message, nothing stays open, and a
// steady camera at the same time keeps playing.
import { setInterval as every } from 'node:timers/promises';
import { isFullBattery, lengthOf } from '@lookout/server/reliability/battery.ts';
import type { Session } from '@lookout/server/testing/sign-in.ts';
import { sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import {
  type Behaviour,
  type FakeCamera,
  type Pattern,
  SHORT_TIMINGS,
  startFlvCamera,
  startRtspCamera,
  testPattern,
} from '@lookout/video/testing';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { WireCheckedCamera } from '../../camera/camera.schema.ts';
import { contract } from '../../contract.ts';
import type { StreamReply } from '../video.calls.ts';

/** One user watches by FLV and one by HLS: the user's group decides the protocol. */
const FLV_USER = 'guojia';
const HLS_USER = 'aba';
const FLAPS = lengthOf('flaps');
const SOON = { timeout: 60_000, interval: 200 };
/** Streams close 10 s after the last viewer. The rest is reserve for a busy machine. */
const CLOSED = { timeout: 20_000, interval: 200 };

let server: TestServer;
let pattern: Pattern;
const sessions: Record<string, Session> = {};
const fakes = new Set<FakeCamera>();
const { video, camera: cameraCalls } = contract;

const as = async (user: string, row: { method: string; path: string }, body: unknown) => {
  const reply = await server.call(row.method, row.path, { token: sessions[user]?.access_token, body });
  expect(reply.body).toMatchObject({ code: 200 });
  return reply.body.data;
};
const streamOf = async (user: string, cameraId: string): Promise<StreamReply> => (await as(user, video.liveVideo, { cameraId }))[0];
const checked = async (cameraId: string): Promise<WireCheckedCamera> =>
  (await as(HLS_USER, video.checkAll, {})).find(({ id }: WireCheckedCamera) => id === cameraId);

async function fakeCamera(behaviour: Behaviour, start = startRtspCamera, port = 0): Promise<FakeCamera> {
  const fake = await start(pattern, { behaviour, port });
  fakes.add(fake);
  return fake;
}
async function closed(fake: FakeCamera): Promise<FakeCamera> {
  await fake.close();
  fakes.delete(fake);
  return fake;
}

let count = 0;
/** Registers a monitoring point with one camera that is reached as `link` states. @returns the camera's id */
async function register(link: { streamUrl?: string; controlUrl?: string }): Promise<string> {
  count += 1;
  const camera = { deviceId: `bad-${count}`, name: `摄像头${count}`, link, ...(link.controlUrl && { manufacturer: 'onvif' }) };
  const { id } = await as(FLV_USER, cameraCalls.createMonitoringPoint, {
    name: `点${count}`,
    position: { lng: 103.6, lat: 31.45 },
    cameras: [camera],
  });
  return (await as(FLV_USER, cameraCalls.cameraList, { monitorId: id }))[0].id;
}

/** The refusal that a viewer of the camera's stream gets. */
async function refusalOf(user: string, cameraId: string) {
  const { url, protocol } = await streamOf(user, cameraId);
  const reply = await fetch(server.base + url);
  const { code, message } = (await reply.json()) as { code: number; message: string };
  return { protocol, status: reply.status, code, message };
}

interface Watching {
  /** Number of bytes with FLV, of segments with HLS. */
  readonly seen: () => number;
  /** Whether the connection has not ended and nothing was refused. */
  readonly isWhole: () => boolean;
  leave(): Promise<void>;
}

async function watchFlv(cameraId: string): Promise<Watching> {
  const { url } = await streamOf(FLV_USER, cameraId);
  const leaving = new AbortController();
  const reply = await fetch(server.base + url, { signal: leaving.signal });
  expect(reply.status).toBe(200);
  let bytes = 0;
  let isWhole = true;
  const reading = (async () => {
    for await (const piece of reply.body as unknown as AsyncIterable<Uint8Array>) bytes += piece.length;
  })()
    .catch((error: unknown) => expect(leaving.signal.aborted ? null : error).toBeNull())
    .finally(() => {
      isWhole = false;
    });
  return {
    seen: () => bytes,
    isWhole: () => isWhole,
    async leave() {
      leaving.abort();
      await reading;
    },
  };
}

/** Behaves like a player: requests the playlist twice a second, and the newest segment. */
async function watchHls(cameraId: string): Promise<Watching> {
  const { url } = await streamOf(HLS_USER, cameraId);
  const leaving = new AbortController();
  const { signal } = leaving;
  const segments = new Set<string>();
  let refused = 0;
  const text = async (address: string): Promise<string> => {
    const reply = await fetch(server.base + address, { signal });
    if (reply.status !== 200) refused += 1;
    return reply.text();
  };
  const playing = (async () => {
    for await (const _ of every(500, undefined, { signal })) {
      const newest = (await text(url ?? '')).match(/^\S+\.m4s\?\S+$/gm)?.at(-1);
      if (newest === undefined || segments.has(newest)) continue;
      await text((url ?? '').replace(/index\.m3u8.*$/, newest));
      segments.add(newest);
    }
  })().catch((error: unknown) => expect(signal.aborted ? null : error).toBeNull());
  return {
    seen: () => segments.size,
    isWhole: () => refused === 0,
    async leave() {
      leaving.abort();
      await playing;
    },
  };
}

const expectMoreData = async (watching: Watching): Promise<void> => {
  const before = watching.seen();
  await vi.waitFor(() => expect(watching.seen()).toBeGreaterThan(before), SOON);
};

let steady: FakeCamera;
let steadyId: string;
let steadyWatchers: readonly Watching[];

beforeAll(async () => {
  [server, pattern] = await Promise.all([
    sharedTestServer(isFullBattery ? {} : { waits: { mediaTimings: SHORT_TIMINGS } }),
    testPattern({ width: 320, height: 180 }),
  ]);
  for (const user of [FLV_USER, HLS_USER]) sessions[user] = await server.login(user);
  steady = await fakeCamera('plays');
  steadyId = await register({ streamUrl: steady.url });
  steadyWatchers = [await watchFlv(steadyId), await watchHls(steadyId)];
  for (const watching of steadyWatchers) await expectMoreData(watching);
});
afterAll(async () => {
  await server?.stop();
  for (const fake of fakes) await fake.close();
});

describe.concurrent('a camera that', () => {
  it.each<[Behaviour | 'is off', string]>([
    ['is off', '离线'],
    ['silent', '离线'],
    ['garbage', '数据无法识别'],
    ['refuses', '摄像头拒绝登录'],
    ['redirects', '地址不允许'],
    ['h265', '编码不支持：H.265'],
  ])('%s: FLV, HLS and the list show the message “%s”, and nothing stays open', async (how, words) => {
    const fake = how === 'is off' ? await closed(await fakeCamera('plays')) : await fakeCamera(how);
    const id = await register({ streamUrl: fake.url });
    const refusal = { status: 503, code: 503, message: words };
    expect(await Promise.all([refusalOf(FLV_USER, id), refusalOf(HLS_USER, id)])).toEqual([
      { protocol: 'flv', ...refusal },
      { protocol: 'hls', ...refusal },
    ]);
    expect(await checked(id)).toMatchObject({ stateText: words, viewers: 0 });
    await vi.waitFor(async () => expect([fake.open, (await checked(id)).stateText]).toEqual([0, '未打开']), CLOSED);
  });

  it.each<[Behaviour | 'is off', string]>([
    ['is off', '摄像头无法连接'],
    ['silent', '摄像头无响应'],
    ['garbage', '摄像头返回的数据无法识别'],
  ])('%s when its stream is requested by ONVIF: the call returns the message “%s”', async (how, words) => {
    const fake = how === 'is off' ? await closed(await fakeCamera('plays')) : await fakeCamera(how);
    const id = await register({ controlUrl: `http://127.0.0.1:${fake.port}/onvif/device_service` });
    expect(await streamOf(FLV_USER, id)).toMatchObject({ code: 'no-stream', result: words, url: null });
    expect((await checked(id)).viewers).toBe(0);
    await vi.waitFor(() => expect(fake.open).toBe(0), CLOSED);
  });

  it('hangs during playback is reported, and resumes for waiting viewers when it is back', async () => {
    const fake = await fakeCamera('plays', startFlvCamera);
    const id = await register({ streamUrl: fake.url });
    const watchers = [await watchFlv(id), await watchHls(id)];
    for (const watching of watchers) await expectMoreData(watching);
    expect(await checked(id)).toMatchObject({ state: 'playing', stateText: '播放中', viewers: 2 });
    fake.behave('silent');
    await vi.waitFor(async () => expect(['离线', '15 秒无画面']).toContain((await checked(id)).stateText), SOON);
    fake.behave('plays');
    for (const watching of watchers) await expectMoreData(watching);
    expect(watchers[0]?.isWhole()).toBe(true);
    for (const watching of watchers) await watching.leave();
    await vi.waitFor(async () => expect([fake.open, await checked(id)]).toMatchObject([0, { stateText: '未打开', viewers: 0 }]), CLOSED);
  });

  it(`flaps ${FLAPS} times: it is reported, not flooded with connections, and plays again when it is stable`, async () => {
    let fake = await fakeCamera('plays');
    const { port } = fake;
    const id = await register({ streamUrl: fake.url });
    const watching = await watchFlv(id);
    await expectMoreData(watching);
    const states = new Set<string>();
    let opened = 0;
    let flaps = 0;
    for await (const _ of every(20)) {
      opened += (await closed(fake)).opened;
      fake = await fakeCamera('plays', startRtspCamera, port);
      flaps += 1;
      if (flaps % 20 === 0) states.add((await checked(id)).stateText);
      if (flaps === FLAPS) break;
    }
    expect([...states].filter((words) => words !== '播放中').every((words) => ['连接中', '离线'].includes(words))).toBe(true);
    expect(states.size).toBeGreaterThan(0);
    // With back-off there are far fewer connections than the camera allowed.
    expect(opened).toBeLessThan(FLAPS / 4);
    await vi.waitFor(async () => expect((await checked(id)).stateText).toBe('播放中'), SOON);
    await expectMoreData(watching);
    expect(watching.isWhole()).toBe(true);
    await watching.leave();
    await vi.waitFor(async () => expect([fake.open, await checked(id)]).toMatchObject([0, { stateText: '未打开', viewers: 0 }]), CLOSED);
  });
});

it('a steady camera is not affected by the bad ones: one connection, an unbroken stream, every segment', async () => {
  for (const watching of steadyWatchers) await expectMoreData(watching);
  expect(steadyWatchers.map((watching) => watching.isWhole())).toEqual([true, true]);
  expect([steady.opened, steady.open]).toEqual([1, 1]);
  expect(await checked(steadyId)).toMatchObject({ state: 'playing', viewers: 2 });
  for (const watching of steadyWatchers) await watching.leave();
  await vi.waitFor(async () => expect([steady.open, await checked(steadyId)]).toMatchObject([0, { viewers: 0 }]), CLOSED);
});
