// The engine as a whole: the real process, fake cameras, viewers over HTTP, and FFmpeg as an independent reader of all output.
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Demuxer } from 'node-av/api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FakeCamera, startFlvCamera, startRtspCamera } from '../testing/fake-camera.ts';
import { SHORT_TIMINGS } from '../testing/short-timings.ts';
import { type Pattern, testPattern } from '../testing/test-pattern.ts';
import { startMediaEngine } from './engine.ts';
import type { MediaEngine, Playback } from './port.ts';

let pattern: Pattern;
let flv: FakeCamera;
let rtsp: FakeCamera;
let startEngine: (folder: string) => MediaEngine;
let engine: MediaEngine;
let server: Server;
let base: string;
let dataDir: string;
const states: string[] = [];
const faults: string[] = [];

beforeAll(async () => {
  pattern = await testPattern();
  [flv, rtsp] = [await startFlvCamera(pattern), await startRtspCamera(pattern)];
  dataDir = await mkdtemp(join(tmpdir(), 'lookout-video-'));
  const log = { info: () => undefined, warn: () => undefined, error: (_: object, message: string) => void faults.push(message) };
  const retention = { days: 1, bytes: 1e9 };
  startEngine = (folder) =>
    startMediaEngine({ allowed: ['127.0.0.1'], dataDir: folder, retention, log, clock: () => new Date(), timings: SHORT_TIMINGS });
  engine = startEngine(dataDir);
  engine.onState(({ key, state, detail }) => states.push([key, state, detail].filter((word) => word !== null).join(' ')));
  server = createServer(async (request, response) => {
    const key = request.url?.slice(1) ?? '';
    const opened = await engine.flv({ key, url: urlOf(key) });
    if (opened.ok) opened.value.sendTo(response);
    else response.writeHead(503).end(opened.error.state);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await engine.stop();
  server.closeAllConnections();
  server.close();
  await Promise.all([flv.close(), rtsp.close()]);
  await rm(dataDir, { recursive: true, force: true });
});

const urlOf = (key: string): string => (key.startsWith('rtsp') ? rtsp.url : flv.url);

async function viewer(key: string): Promise<IncomingMessage> {
  const request = get(`${base}/${key}`, { agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.on('error', () => undefined); // closed on purpose
  return answer;
}

async function bytesOf(answer: IncomingMessage, count: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= count) break;
  }
  return Buffer.concat(parts);
}

const allOf = async (playback: Playback | null): Promise<Buffer> => Buffer.concat(playback?.body ? await playback.body.toArray() : []);

/** The size and number of pictures that FFmpeg finds in a file. */
async function readBack(data: Buffer): Promise<{ width: number; height: number; pictures: number; firstIsKey: boolean; rises: boolean }> {
  await using input = await Demuxer.open(data);
  const video = input.video();
  const times: bigint[] = [];
  let firstIsKey = false;
  for await (const packet of input.packets()) {
    if (!packet) break;
    using one = packet;
    if (times.length === 0) firstIsKey = one.isKeyframe;
    times.push(one.dts);
  }
  const rises = times.every((time, i) => i === 0 || time > (times[i - 1] ?? 0n));
  return { width: video?.codecpar.width ?? 0, height: video?.codecpar.height ?? 0, pictures: times.length, firstIsKey, rises };
}

const ends = { width: 640, height: 360, firstIsKey: true, rises: true };

/** Number of child processes of this process. */
const children = (): number => process.getActiveResourcesInfo().filter((resource) => resource === 'ProcessWrap').length;

describe('the media engine', () => {
  it('its process starts when it is needed: by `prepare`, once, or when recordings are on the disk', async () => {
    const before = children();
    const folder = await mkdtemp(join(tmpdir(), 'lookout-video-'));
    const idle = startEngine(folder);
    expect(children()).toBe(before);
    idle.prepare();
    idle.prepare();
    expect(children()).toBe(before + 1);
    await idle.stop();
    await expect.poll(children).toBe(before);
    await mkdir(join(folder, 'recordings', 'camera', 'main'), { recursive: true });
    const recorded = startEngine(folder);
    expect(children()).toBe(before + 1);
    await recorded.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(['flv/1', 'rtsp/1'])(
    '%s: one upstream, ten viewers, each with a complete FLV from a keyframe on, the later ones at once',
    async (key) => {
      const camera = key.startsWith('flv') ? flv : rtsp;
      const before = camera.opened;
      const first = await viewer(key);
      const later = await Promise.all(Array.from({ length: 9 }, () => viewer(key)));
      await bytesOf(later[0] as IncomingMessage, 100);
      expect(engine.states().find((state) => state.key === key)).toMatchObject({ state: 'playing', detail: null });
      // A second and a half of the stream.
      const data = await bytesOf(first, 1_000_000);
      const read = await readBack(data);
      expect(read).toMatchObject(ends);
      expect(read.pictures).toBeGreaterThan(20);
      expect(camera.opened - before).toBe(1);
      for (const one of [first, ...later]) one.destroy();
      await vi.waitFor(() => expect(camera.open).toBe(0), 10_000);
      expect(engine.states().find((state) => state.key === key)?.state).toBe('idle');
    },
  );

  it('HLS serves segments of at most 2 s that FFmpeg reads, and closes when no player requests them', async () => {
    const channel = { key: 'rtsp/hls', url: rtsp.url };
    const file = async (name: string): Promise<Buffer> => {
      const found = await engine.hls(channel, name, '?ticket=t');
      if (!found.ok || !found.value) throw new Error(`${name} is not there`);
      return found.value.body;
    };
    let names: string[] = [];
    await vi.waitFor(
      async () => {
        const playlist = (await file('index.m3u8')).toString();
        expect(playlist.startsWith('#EXTM3U\n')).toBe(true);
        for (const [, seconds] of playlist.matchAll(/#EXTINF:([\d.]+)/g)) expect(Number(seconds)).toBeLessThanOrEqual(2);
        names = [...playlist.matchAll(/(\S+\.(?:mp4|m4s))\?ticket=t/g)].map(([, name = '']) => name);
        expect(names.length).toBeGreaterThanOrEqual(4);
      },
      { timeout: 10_000, interval: 300 },
    );
    const [init = '', ...segments] = names.map((name) => name.replace(/^.*"/, ''));
    const data = Buffer.concat([await file(init), ...(await Promise.all(segments.map(file)))]);
    const read = await readBack(data);
    expect(read).toMatchObject(ends);
    expect(read.pictures).toBeGreaterThan(30);
    expect(await engine.hls(channel, '99.m4s')).toEqual({ ok: true, value: null });
    await vi.waitFor(() => expect(rtsp.open).toBe(0), 12_000);
  });

  it('a recording is listed by time, played back by range, and read by FFmpeg', async () => {
    const key = 'flv/rec';
    const begin = new Date();
    engine.recordings.start({ key, url: flv.url });
    const list = () => engine.recordings.list(key, { begin, end: new Date() });
    await vi.waitFor(async () => expect((await list())[0]?.bytes).toBeGreaterThan(20_000), 10_000);
    const [open] = await list();
    expect(open).toMatchObject({ key, isOpen: true });
    engine.recordings.stop(key);
    await vi.waitFor(async () => expect((await list())[0]?.isOpen).toBe(false), 5_000);
    const pieces = await list();
    expect(pieces).toHaveLength(1);
    const { id, bytes } = pieces[0] ?? { id: '', bytes: 0 };
    const whole = await engine.recordings.playback(id, undefined);
    const data = await allOf(whole);
    expect([whole?.status, data.length]).toEqual([200, bytes]);
    expect(await readBack(data)).toMatchObject(ends);
    const part = await engine.recordings.playback(id, 'bytes=10-19');
    expect([part?.status, part?.headers['content-range']]).toEqual([206, `bytes 10-19/${bytes}`]);
    expect((await allOf(part)).equals(data.subarray(10, 20))).toBe(true);
    expect((await engine.recordings.playback(id, `bytes=${bytes}-`))?.status).toBe(416);
    for (const wrong of ['flv/rec/../../secret.mp4', '../rec/1.mp4', 'flv/rec/nothing', `${id}x`])
      expect(await engine.recordings.playback(wrong, undefined)).toBeNull();
    expect(await engine.recordings.list(key, { begin: new Date(0), end: new Date(1) })).toEqual([]);
  });

  it('a snapshot is a JPEG of the newest keyframe', async () => {
    const shot = await engine.snapshot({ key: 'flv/shot', url: flv.url });
    if (!shot.ok) throw new Error(shot.error.state);
    expect(shot.value.jpeg.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(await readBack(shot.value.jpeg)).toMatchObject({ width: 640, height: 360 });
  });

  it('the reason for a failure is in the state of the channel and in its event', async () => {
    const off = await engine.flv({ key: 'off/1', url: 'rtsp://127.0.0.1:9/x' });
    expect(off).toMatchObject({ ok: false, error: { state: 'offline', detail: null } });
    const elsewhere = await engine.flv({ key: 'else/1', url: 'rtsp://8.8.8.8/x' });
    expect(elsewhere).toMatchObject({ ok: false, error: { state: 'address-refused', detail: null } });
    flv.behave('h265');
    const other = await engine.flv({ key: 'flv/265', url: flv.url });
    flv.behave('plays');
    expect(other).toMatchObject({ ok: false, error: { state: 'codec-unsupported', detail: 'H.265' } });
    expect(states).toEqual(
      expect.arrayContaining(['off/1 connecting', 'off/1 offline', 'else/1 address-refused', 'flv/265 codec-unsupported H.265']),
    );
    for (const key of ['off/1', 'else/1', 'flv/265']) engine.forget(key);
  });

  it('a hundred opens and closes leave no upstream, no viewer, no state behind', async () => {
    for (let i = 0; i < 100; i += 1) {
      const one = await viewer('rtsp/100');
      await once(one, 'data');
      one.destroy();
      if (i % 10 === 9) engine.forget('rtsp/100');
    }
    engine.forget('rtsp/100');
    await vi.waitFor(() => expect(rtsp.open).toBe(0), 10_000);
    await vi.waitFor(async () => expect(await connections()).toBe(0));
    expect(engine.states().map(({ key }) => key)).not.toContain('rtsp/100');
  });

  it('a recording of another system is transferred through the engine’s process: in ranges, interrupted when the process dies, and available again after its restart', async () => {
    const film = Buffer.from('0123456789');
    const responses: ServerResponse[] = [];
    const recorder = createServer(({ url, headers }, response) => {
      const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
      if (url === '/elsewhere') return void response.writeHead(302, { location: '/film.mp4' }).end();
      if (url === '/long.mp4') {
        responses.push(response);
        return void response.writeHead(200, { 'content-length': 1e9 }).write(film);
      }
      response.writeHead(206, { 'content-range': `bytes ${first}-${last}/10` }).end(film.subarray(Number(first), Number(last) + 1));
    });
    recorder.listen(0, '127.0.0.1');
    await once(recorder, 'listening');
    const at = `http://127.0.0.1:${(recorder.address() as AddressInfo).port}`;
    const open = (address: string, range?: string) => engine.clips.open(address, range, new AbortController().signal);

    expect([await engine.clips.refusalOf(`${at}/录像.mp4`), await engine.clips.refusalOf('http://8.8.8.8/a.mp4')]).toEqual([
      null,
      'address-refused',
    ]);
    const part = await open(`${at}/film.mp4`, 'bytes=2-4');
    if (!part.ok) throw new Error(part.error);
    expect([part.value.status, part.value.headers, (await allOf(part.value)).toString()]).toEqual([
      206,
      { 'content-type': 'video/mp4', 'content-range': 'bytes 2-4/10' },
      '234',
    ]);
    expect(await open(`${at}/elsewhere`)).toEqual({ ok: false, error: 'refused' });
    expect(await open('http://127.0.0.1:9/a.mp4')).toEqual({ ok: false, error: 'unreachable' });
    expect(await open(`${at}/${'x'.repeat(20_000)}`)).toEqual({ ok: false, error: 'unreachable' });

    const long = await open(`${at}/long.mp4`);
    if (!long.ok || long.value.body === null) throw new Error('no film');
    const broken = once(long.value.body, 'error');
    process.kill(engine.pid ?? 0, 'SIGKILL');
    await broken;
    await vi.waitFor(async () => {
      const again = await open(`${at}/film.mp4`, 'bytes=0-1');
      expect(await allOf(again.ok ? again.value : null)).toEqual(film.subarray(0, 2));
    }, 10_000);
    // A reader that leaves ends the transfer at the other system too.
    const another = await open(`${at}/long.mp4`);
    if (!another.ok) throw new Error(another.error);
    another.value.body?.destroy();
    await Promise.all(responses.map((response) => response.closed || once(response, 'close')));
    recorder.closeAllConnections();
    recorder.close();
  });

  it('if no socket can be opened, recordings of other systems are unreachable, the log states the reason, and video works', async () => {
    const before = process.env.TMPDIR;
    const longFolder = join(dataDir, 'x'.repeat(120));
    await mkdir(longFolder);
    const logged: string[] = [];
    const log = { info: () => undefined, warn: () => undefined, error: (_: object, message: string) => void logged.push(message) };
    process.env.TMPDIR = longFolder;
    const retention = { days: 1, bytes: 1e9 };
    const other = startMediaEngine({
      allowed: ['127.0.0.1'],
      dataDir: longFolder,
      retention,
      log,
      clock: () => new Date(),
      timings: SHORT_TIMINGS,
    });
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    expect((await other.snapshot({ key: 'flv/long', url: flv.url })).ok).toBe(true);
    expect(await other.clips.refusalOf('http://127.0.0.1/a.mp4')).toBe('unreachable');
    expect(logged).toEqual(['recordings of other systems cannot be played']);
    await other.stop();
  });

  it('after a kill −9 the process restarts and viewers continue to receive pictures on the same connection', async () => {
    const one = await viewer('rtsp/kill');
    let bytes = 0;
    one.on('data', (part: Buffer) => {
      bytes += part.length;
    });
    await vi.waitFor(() => expect(bytes).toBeGreaterThan(0));
    const { pid } = engine;
    process.kill(pid ?? 0, 'SIGKILL');
    await vi.waitFor(() => expect(states).toContain('rtsp/kill restarting'), 3_000);
    expect(faults).toContain('the media engine died');
    await vi.waitFor(() => expect(states.at(-1)).toBe('rtsp/kill playing'), 10_000);
    const then = bytes;
    await vi.waitFor(() => expect(bytes).toBeGreaterThan(then), 5_000);
    expect(engine.pid).not.toBe(pid);
    one.destroy();
  });
});

const connections = (): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, count) => (error ? reject(error) : resolve(count))));
