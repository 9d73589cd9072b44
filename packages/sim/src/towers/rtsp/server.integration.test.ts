import { connect } from 'node:net';
import { createSurface, demoRelief } from '@lookout/geo';
import { Decoder, Demuxer } from 'node-av/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorldClock } from '../../clock.ts';
import { startTowers, type Towers } from '../start.ts';
import { aTower } from '../testing.ts';

const surface = createSurface(demoRelief());
const tower = aTower(surface);
const faults: unknown[] = [];
let towers: Towers;
beforeAll(async () => {
  const clock = createWorldClock(Date.now, 1);
  const ports = { host: '127.0.0.1', rtspPort: 0, onvifPort: 0 };
  towers = await startTowers({ ...ports, towers: [tower], surface, clock, fires: () => [], onFault: (error) => faults.push(error) });
});
afterAll(async () => {
  await towers.stop();
  expect(faults).toEqual([]);
});

const urlOf = (channel: 'visible' | 'thermal', login = 'lookout:Tower-2026'): string =>
  towers.addressOf(tower).rtsp[channel].replace('rtsp://', `rtsp://${login}@`);
const feedOf = (channel: 'visible' | 'thermal') => {
  const feed = towers.cameras.get(tower.code)?.feeds[channel];
  if (feed === undefined) throw new Error('no feed');
  return feed;
};
const open = (url: string) =>
  Demuxer.open(url, { options: { rtsp_transport: 'tcp', analyzeduration: '0', probesize: '32', fpsprobesize: '0' } });

/** An RTSP client of raw text: sends a request and returns the response. */
function rawClient() {
  const socket = connect(towers.rtspPort, '127.0.0.1');
  let received = '';
  const waiting: (() => void)[] = [];
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1');
    waiting.splice(0).forEach((wake) => void wake());
  });
  return {
    socket,
    async request(text: string): Promise<string> {
      received = '';
      socket.write(`${text}\r\n\r\n`);
      while (!received.includes('\r\n\r\n')) await new Promise<void>((resolve) => waiting.push(resolve));
      return received;
    },
  };
}
const basic = `Authorization: Basic ${Buffer.from('lookout:Tower-2026').toString('base64')}`;

describe('a tower’s video over RTSP', () => {
  test('FFmpeg opens the stream and gets at least ten pictures a second; two viewers share one encoder, which ends with the last', async () => {
    const feed = feedOf('visible');
    expect(feed.isEncoding()).toBe(false);
    const [one, two] = await Promise.all([open(urlOf('visible')), open(urlOf('visible'))]);
    const stream = one.video();
    if (stream === undefined) throw new Error('no video');
    using decoder = await Decoder.create(stream);
    const ticks: number[] = [];
    for await (using frame of decoder.frames(one.packets(stream.index))) {
      if (frame === null) break;
      expect([frame.width, frame.height]).toEqual([640, 360]);
      const { num, den } = stream.timeBase;
      ticks.push((Number(frame.pts) * num) / den);
      if (ticks.length === 41) break;
    }
    // By timestamps, in the best second: a busy machine delays some pictures. The first ones are skipped, because they compute the terrain
    // and are slow.
    const spans = ticks.slice(10).map((tick, n) => tick - (ticks[n] ?? 0));
    expect(10 / Math.min(...spans)).toBeGreaterThanOrEqual(10);
    expect(feed.viewers()).toBe(2);
    await one.close();
    await expect.poll(() => feed.viewers()).toBe(1);
    expect(feed.isEncoding()).toBe(true);
    await two.close();
    await expect.poll(() => feed.isEncoding()).toBe(false);
    expect(feed.viewers()).toBe(0);
  });

  test('a wrong password is refused, by Digest and by Basic', async () => {
    await expect(open(urlOf('visible', 'lookout:wrong'))).rejects.toThrow();
    const { socket, request } = rawClient();
    const wrong = Buffer.from('lookout:wrong').toString('base64');
    expect(await request(`DESCRIBE ${urlOf('visible')} RTSP/1.0\r\nCSeq: 1\r\nAuthorization: Basic ${wrong}`)).toMatch(/^RTSP\/1\.0 401 /);
    expect(await request(`DESCRIBE ${urlOf('visible')} RTSP/1.0\r\nCSeq: 2\r\n${basic}`)).toMatch(
      /^RTSP\/1\.0 200 [\s\S]*sprop-parameter-sets=/,
    );
    socket.destroy();
  });

  test('unknown paths, transports, sessions and methods are answered with their status', async () => {
    const { socket, request } = rawClient();
    const base = `rtsp://127.0.0.1:${towers.rtspPort}`;
    const status = async (line: string, ...headers: string[]): Promise<string> =>
      (await request([`${line} RTSP/1.0`, 'CSeq: 1', basic, ...headers].join('\r\n'))).slice(9, 12);
    expect(await status(`OPTIONS ${base}/`)).toBe('200');
    expect(await status(`DESCRIBE ${base}/${tower.code}/infrared`)).toBe('404');
    expect(await status(`DESCRIBE ${base}/../etc/passwd`)).toBe('404');
    expect(await status(`SETUP ${base}/${tower.code}/visible/trackID=0`, 'Transport: RTP/AVP;unicast;client_port=1-2')).toBe('461');
    expect(await status(`PLAY ${base}/${tower.code}/visible`, 'Session: none')).toBe('454');
    expect(await status(`RECORD ${base}/${tower.code}/visible`)).toBe('405');
    socket.destroy();
  });

  test('Malformed input ends only its own connection', async () => {
    const watched = await open(urlOf('thermal'));
    const { socket } = rawClient();
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.write('GET / HTTP/1.1\r\n\r\n');
    await closed;
    expect(feedOf('thermal').viewers()).toBe(1);
    await watched.close();
    await expect.poll(() => feedOf('thermal').isEncoding()).toBe(false);
  });

  test('a connection that breaks without TEARDOWN ends its viewer and encoder', async () => {
    const feed = feedOf('thermal');
    for (let n = 0; n < 20; n++) {
      const { socket, request } = rawClient();
      const url = `rtsp://127.0.0.1:${towers.rtspPort}/${tower.code}/thermal`;
      const setup = await request(
        `SETUP ${url}/trackID=0 RTSP/1.0\r\nCSeq: 1\r\n${basic}\r\nTransport: RTP/AVP/TCP;unicast;interleaved=0-1`,
      );
      const session = /Session: (\w+)/.exec(setup)?.[1];
      expect(await request(`PLAY ${url} RTSP/1.0\r\nCSeq: 2\r\n${basic}\r\nSession: ${session}`)).toMatch(/^RTSP\/1\.0 200 /);
      socket.destroy();
    }
    await expect.poll(() => feed.viewers()).toBe(0);
    await expect.poll(() => feed.isEncoding()).toBe(false);
  });
});
