import { codedError } from '@lookout/contract';
import { ok, type Result, refuse } from '@lookout/domain';
import type { CameraVendor, VendorRefusal } from '@lookout/video';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorMessage } from '../../errors.ts';
import type { ReachedCamera } from './cameras.ts';
import { createRecording, createStreams } from './streams.ts';

type Answer = Result<{ readonly url: string }, VendorRefusal>;
const slow: Answer = refuse({ refusal: 'timeout', detail: null });

/** A camera whose answers are delayed until the test releases them. */
function world() {
  const time = { now: 0 };
  const waiting: ((answer: Answer) => void)[] = [];
  const streams = createStreams(() => time.now);
  const stream: CameraVendor['stream'] = () => new Promise((resolve) => waiting.push(resolve));
  const reached = {
    camera: { id: 'c' },
    link: {},
    device: { username: 'admin', password: 'p@ss' },
    vendor: { vendor: 'onvif', stream },
  } as unknown as ReachedCamera;
  const urlOf = async () => {
    const channel = await streams.channelOf(reached, 'main');
    return channel.ok ? channel.value.url : errorMessage(codedError('no-stream', channel.error), 'zh');
  };
  const answer = async (response: Answer): Promise<void> => {
    waiting.shift()?.(response);
    await Promise.resolve();
  };
  return { time, waiting, streams, urlOf, answer };
}
const at = (host: string): Answer => ok({ url: `rtsp://${host}/live` });
const login = (host: string): string => `rtsp://admin:p%40ss@${host}/live`;

it('the stream of a camera is requested once for all viewers, and not again for a minute', async () => {
  const { time, waiting, urlOf, answer } = world();
  const both = Promise.all([urlOf(), urlOf()]);
  expect(waiting).toHaveLength(1);
  await answer(at('one'));
  expect(await both).toEqual([login('one'), login('one')]);
  time.now = 59_999;
  expect(await urlOf()).toBe(login('one'));
  expect(waiting).toHaveLength(0);
});

it('viewers do not wait while the address is refreshed, and keep the picture when the answer is too slow', async () => {
  const { time, waiting, urlOf, answer } = world();
  const first = urlOf();
  await answer(at('one'));
  await first;
  time.now = 60_000;
  expect([await urlOf(), await urlOf()]).toEqual([login('one'), login('one')]);
  expect(waiting).toHaveLength(1);
  await answer(slow);
  expect(await urlOf()).toBe(login('one'));
  expect(waiting).toHaveLength(0);
  time.now = 120_000;
  await urlOf();
  await answer(at('two'));
  expect(await urlOf()).toBe(login('two'));
});

it('the login of a camera is sent to the configured stream over RTSP and HTTP, but not to a media server that a vendor names', async () => {
  const { streams, waiting, urlOf, answer } = world();
  const device = { username: 'admin', password: 'p@ss' };
  for (const [streamUrl, expected] of [
    ['rtsp://one/live', 'rtsp://admin:p%40ss@one/live'],
    ['http://one/live.flv', 'http://admin:p%40ss@one/live.flv'],
    ['http://own:login@one/live.flv', 'http://own:login@one/live.flv'],
  ] as const) {
    const own = { camera: { id: 'b' }, link: { streamUrl }, device, vendor: null } as unknown as ReachedCamera;
    const channel = await streams.channelOf(own, 'main');
    expect(channel.ok && channel.value.url).toBe(expected);
  }
  const named = urlOf();
  expect(waiting).toHaveLength(1);
  await answer(ok({ url: 'http://media/live.flv' }));
  expect(await named).toBe('http://media/live.flv');
});

it('an address that was not used recently is requested before playing; a refusal is reported', async () => {
  const { time, urlOf, answer } = world();
  const first = urlOf();
  await answer(slow);
  expect(await first).toBe('摄像头无响应');
  const second = urlOf();
  await answer(at('one'));
  await second;
  time.now = 500_000;
  const third = urlOf();
  await answer(at('two'));
  expect(await third).toBe(login('two'));
  time.now = 1_000_000;
  const fourth = urlOf();
  await answer(refuse({ refusal: 'unauthorized', detail: null }));
  expect(await fourth).toBe('摄像头拒绝登录，请检查用户名和密码');
  const fifth = urlOf();
  await answer(slow);
  expect(await fifth).toBe('摄像头无响应');
});

it('an answer that arrives after the camera’s link has changed is not cached', async () => {
  const { waiting, streams, urlOf, answer } = world();
  const first = urlOf();
  streams.forget('c');
  await answer(at('old'));
  await first;
  const second = urlOf();
  expect(waiting).toHaveLength(1);
  await answer(at('new'));
  expect(await second).toBe(login('new'));
});

describe('recording', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function recorder() {
    const state = { isOurs: true, wanted: ['c1', 'c2'], silent: new Set<string>(), now: 0 };
    const running = new Set<string>();
    const put: boolean[] = [];
    const reachedOf = (id: string) => ({ camera: { id }, link: { cameraId: id } }) as unknown as ReachedCamera;
    const recording = createRecording({
      store: {
        cameraLinks: {
          recorded: async () => state.wanted,
          setRecorded: async (_scope: unknown, cameraId: string, isRecorded: boolean) => {
            put.push(isRecorded);
            state.wanted = state.wanted.filter((id) => id !== cameraId);
            if (isRecorded) state.wanted.push(cameraId);
          },
        } as never,
      },
      cameras: { linked: async () => ['c1', 'c2', 'c3'].map(reachedOf) },
      streams: {
        channelOf: async ({ camera: { id } }) =>
          state.silent.has(id) ? refuse({ reason: 'no-address' } as never) : ok({ key: `${id}/main` } as never),
      },
      engine: {
        forget: (key) => void running.delete(key),
        recordings: { start: ({ key }) => void running.add(key), stop: (key) => void running.delete(key) },
      },
      sharedJobs: { isOurs: async () => state.isOurs },
      log: { info: () => undefined, warn: (fault) => expect.fail(JSON.stringify(fault)), error: () => undefined },
      now: () => state.now,
    });
    return { state, running, put, recording, reachedOf, look: () => vi.advanceTimersByTimeAsync(5_000) };
  }

  it('runs on one server, which starts recordings it takes over and ends those another server takes over', async () => {
    const { state, running, recording, look } = recorder();
    state.isOurs = false;
    await look();
    expect([...running]).toEqual([]);
    state.isOurs = true;
    await look();
    expect([...running]).toEqual(['c1/main', 'c2/main']);
    state.isOurs = false;
    await look();
    expect([...running]).toEqual([]);
    await recording.stop();
  });

  it('is turned on and off at any server, and retried when a camera did not answer', async () => {
    const { state, running, put, recording, reachedOf, look } = recorder();
    state.silent.add('c2');
    await look();
    expect([...running]).toEqual(['c1/main']);
    state.silent.clear();
    await look();
    expect(running.size).toBe(1);
    state.now = 30_000;
    await look();
    expect([...running]).toEqual(['c1/main', 'c2/main']);
    // Simulates a change stored by another server.
    state.wanted = ['c2'];
    await look();
    expect([...running]).toEqual(['c2/main']);
    expect(await recording.set('510000' as never, reachedOf('c3'), true)).toBe(true);
    expect([...running]).toEqual(['c2/main', 'c3/main']);
    expect(await recording.set('510000' as never, reachedOf('c2'), false)).toBe(true);
    expect([...running]).toEqual(['c3/main']);
    state.silent.add('c1');
    expect(await recording.set('510000' as never, reachedOf('c1'), true)).toBe(false);
    expect(put).toEqual([true, false]);
    await recording.stop();
  });
});
