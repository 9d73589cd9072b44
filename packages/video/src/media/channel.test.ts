import { expect, it } from 'vitest';
import { createChannel } from './channel.ts';

const GONE = AbortSignal.abort();

it('HLS players count as viewers too: each is identified by its ticket, until it has sent no request for 8 s', async () => {
  let time = 1_000;
  const channel = createChannel(() => time);
  const ask = (ticket: string, file = 'index.m3u8') => channel.hls(file, `?ticket=${ticket}`, GONE);
  await ask('a');
  await ask('b');
  await ask('b', '0.m4s');
  expect(channel.viewers).toBe(2);
  time += 5_000;
  await ask('b');
  time += 3_001;
  expect(channel.viewers).toBe(1);
  await ask('a');
  expect(channel.viewers).toBe(2);
  time += 8_001;
  expect([channel.viewers, channel.isWanted()]).toEqual([0, false]);
});
