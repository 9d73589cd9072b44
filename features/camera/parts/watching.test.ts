import type { Client } from '@lookout/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type FlvLibrary, FlvPlayer } from './players/flv-player.ts';
import { type HlsLibrary, HlsPlayer } from './players/hls-player.ts';
import { Mp4Player } from './players/mp4-player.ts';
import { openPlayers } from './players/player.ts';
import { fakeElement, fakeHls, fakeMpegts } from './players/testing.ts';
import {
  backOffMs,
  NO_PICTURE_MS,
  type PlayerKind,
  requestLive,
  type StreamResult,
  type WatchFault,
  type WatchState,
  watch,
} from './watching.ts';

const stream = (player: PlayerKind = 'flv', url = '/c.flv'): StreamResult => ({ kind: 'stream', url, player });

function setUp(answers: readonly StreamResult[], explains: WatchFault | null = null) {
  const flv = fakeMpegts();
  const hls = fakeHls();
  const element = fakeElement();
  const states: WatchState[] = [];
  let requests = 0;
  const options = {
    element: element.media,
    players: {
      flv: async () => (media: HTMLVideoElement, url: string, hooks: ConstructorParameters<typeof FlvPlayer>[3]) =>
        new FlvPlayer(flv.library as unknown as FlvLibrary, media, url, hooks),
      hls: async () => (media: HTMLVideoElement, url: string, hooks: ConstructorParameters<typeof HlsPlayer>[3]) =>
        new HlsPlayer(hls.library as unknown as HlsLibrary, media, url, hooks),
      mp4: async () => (media: HTMLVideoElement, url: string, hooks: ConstructorParameters<typeof Mp4Player>[2]) =>
        new Mp4Player(media, url, hooks),
    },
    request: async () => answers[Math.min(requests++, answers.length - 1)] ?? stream(),
    explain: async () => explains && { kind: 'refused' as const, fault: explains, text: null, isFinal: false },
    onState: (state: WatchState) => void states.push(state),
    now: () => Date.now(),
  };
  return { options, element, flv, hls, states, requests: () => requests, last: () => states.at(-1) };
}
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

it('a live stream is requested with its camera’s manufacturer', async () => {
  const sent: unknown[] = [];
  const mediaStream = async ({ query }: { query: unknown }) => {
    sent.push(query);
    return [];
  };
  const client = { video: { mediaStream } } as unknown as Client;
  await requestLive(client, { id: 'c', manufacturer: 'onvif' }, 2, new AbortController().signal);
  expect(sent).toEqual([{ cameraId: 'c', manufacturer: 'onvif', streamType: 2 }]);
});

// Proves §8.9
it.each([
  [{ result: '摄像头离线', msg: '另一句' }, '摄像头离线'],
  [{ result: null, msg: '流媒体服务器中没有该路视频' }, '流媒体服务器中没有该路视频'],
  [{ result: '', msg: '流媒体服务器中没有该路视频' }, '流媒体服务器中没有该路视频'],
  [{ result: null }, null],
])('a stream reply with an error code: %o is shown as %s', async (streamReply, text) => {
  const client = { video: { mediaStream: async () => [{ code: '501', url: null, ...streamReply }] } } as unknown as Client;
  expect(await requestLive(client, { id: 'c', manufacturer: null }, 1, new AbortController().signal)).toEqual({
    kind: 'refused',
    fault: 'refused',
    text,
    isFinal: true,
  });
});

describe('watching', () => {
  it('connects, then reports playing when the picture moves', async () => {
    const { options, element, states } = setUp([stream()]);
    const watching = watch(options);
    await settle();
    expect(states).toEqual([{ kind: 'connecting' }]);
    element.tick();
    element.tick();
    expect(states.slice(1)).toEqual([{ kind: 'playing' }]);
    watching.stop();
  });

  // Proves §8.9
  it('a reply with an error code is shown and not retried', async () => {
    const { options, last, requests } = setUp([{ kind: 'refused', fault: 'refused', text: '该摄像头没有设置视频地址', isFinal: true }]);
    const watching = watch(options);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(last()).toEqual({ kind: 'failed', fault: 'refused', text: '该摄像头没有设置视频地址', retryAt: null });
    expect([requests(), vi.getTimerCount()]).toEqual([1, 0]);
    watching.stop();
  });

  it('after 15 s without a picture it retries with a new address after 1, 2, 4 … s, at most 30', async () => {
    const { options, last, requests, flv } = setUp([stream('flv', '/1'), stream('flv', '/2')]);
    const watching = watch(options);
    await vi.advanceTimersByTimeAsync(NO_PICTURE_MS - 1);
    expect(last()).toEqual({ kind: 'connecting' });
    await vi.advanceTimersByTimeAsync(1);
    expect(last()).toMatchObject({ kind: 'failed', fault: 'no-picture', retryAt: NO_PICTURE_MS + 1_000 });
    expect([openPlayers(), flv.attached.size]).toEqual([0, 0]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([requests(), flv.made.map(({ url }) => url)]).toEqual([2, ['/1', '/2']]);
    expect([0, 1, 2, 3, 4, 5, 6, 60].map(backOffMs)).toEqual([1, 2, 4, 8, 16, 30, 30, 30].map((s) => s * 1_000));
    watching.stop();
  });

  it('a picture that does not move for 15 s counts as no picture', async () => {
    const { options, element, last } = setUp([stream()]);
    const watching = watch(options);
    await settle();
    element.tick();
    await vi.advanceTimersByTimeAsync(NO_PICTURE_MS);
    expect(last()).toMatchObject({ fault: 'no-picture' });
    watching.stop();
  });

  it('a paused recording is no fault', async () => {
    const { options, element, last } = setUp([stream('mp4', '/1.mp4')]);
    const watching = watch(options);
    await settle();
    element.tick();
    await vi.advanceTimersByTimeAsync(10 * NO_PICTURE_MS);
    expect(last()).toEqual({ kind: 'playing' });
    watching.stop();
  });

  it('a broken connection is explained by the camera’s state on the server', async () => {
    const { options, flv, last } = setUp([stream()], 'offline');
    const watching = watch(options);
    await settle();
    flv.made[0]?.emit('error', 'NetworkError', 'HttpStatusCodeInvalid', { code: 503 });
    await settle();
    expect(last()).toMatchObject({ kind: 'failed', fault: 'offline', retryAt: 1_000 });
    watching.stop();
  });

  it('while a camera is offline only its state is requested, not its stream, until it is back; the retry button requests the stream at once', async () => {
    const { options, flv, last, requests } = setUp([stream()]);
    let state: WatchFault | null = 'offline';
    const watching = watch({ ...options, explain: async () => state && { kind: 'refused', fault: state, text: null, isFinal: false } });
    await settle();
    flv.made[0]?.emit('error', 'NetworkError', 'HttpStatusCodeInvalid', { code: 503 });
    await vi.advanceTimersByTimeAsync(90_000);
    expect([requests(), last()]).toEqual([1, expect.objectContaining({ kind: 'failed', fault: 'offline' })]);
    watching.retry();
    await settle();
    expect(requests()).toBe(2);
    flv.made.at(-1)?.emit('complete');
    state = null;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(requests()).toBe(3);
    watching.stop();
  });

  it('an unsupported codec is retried only when the user asks', async () => {
    const { options, flv, last, requests } = setUp([stream()]);
    const watching = watch(options);
    await settle();
    flv.made[0]?.emit('error', 'MediaError', 'CodecUnsupported', {});
    await vi.advanceTimersByTimeAsync(60_000);
    expect([last(), requests()]).toEqual([{ kind: 'failed', fault: 'codec-unsupported', text: null, retryAt: null }, 1]);
    watching.retry();
    await settle();
    expect([requests(), openPlayers()]).toEqual([2, 1]);
    watching.stop();
  });

  it('after ten seconds of playing the back-off restarts at the shortest wait', async () => {
    const { options, element, flv, last } = setUp([stream()]);
    const watching = watch(options);
    for (let i = 0; i < 4; i += 1) {
      await settle();
      flv.made.at(-1)?.emit('complete');
      await vi.advanceTimersByTimeAsync(backOffMs(i));
    }
    for (let i = 0; i < 11; i += 1) {
      element.tick(1);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    const at = Date.now();
    flv.made.at(-1)?.emit('complete');
    await settle();
    expect(last()).toMatchObject({ kind: 'failed', retryAt: at + 1_000 });
    watching.stop();
  });

  it.each(['flv', 'hls', 'mp4'] as const)('%s: opening and closing 100 times, at every stage, leaks nothing', async (kind) => {
    for (let i = 0; i < 100; i += 1) {
      const { options, element, flv, hls } = setUp([stream(kind)]);
      const watching = watch(options);
      if (i % 4 > 0) await settle();
      if (i % 4 > 1) element.tick();
      if (i % 4 > 2) flv.made[0]?.emit('complete');
      watching.stop();
      await settle();
      expect([openPlayers(), flv.attached.size, hls.attached.size, element.media.src, vi.getTimerCount()]).toEqual([0, 0, 0, '', 0]);
    }
  });
});
