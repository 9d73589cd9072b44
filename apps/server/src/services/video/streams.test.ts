import { codedError, errorMessage } from '@lookout/contract';
import { ok, type Result, refuse } from '@lookout/domain';
import type { CameraVendor, VendorRefusal } from '@lookout/video';
import { expect, it } from 'vitest';
import type { ReachedCamera } from './cameras.ts';
import { createStreams } from './streams.ts';

type Answer = Result<{ readonly url: string }, VendorRefusal>;
const slow: Answer = refuse({ refusal: 'timeout', detail: null });

/** A camera whose answers wait until the test lets them go. */
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

it('viewers do not wait while it is requested anew, nor lose the picture when the answer is too slow', async () => {
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

it('an address that nobody used lately is requested first; a refusal counts', async () => {
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

it('what a camera answers after its link has changed is not kept', async () => {
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
