// The recordings attached to an alarm play through the server: by ticket, in the requested range, and only for users who may see the alarm.
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Session } from '@lookout/server/testing/sign-in.ts';
import { sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../contract.ts';

const FILM = Buffer.from('the film');
/** A response that is not ended until the test ends it. */
const LONG_FILM = '/long.mp4';
const longFilms: ServerResponse[] = [];
let server: TestServer;
let recorder: Server;
const sessions: Record<string, Session> = {};
beforeAll(async () => {
  recorder = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' });
    if (request.url !== LONG_FILM) response.end(FILM);
    else {
      response.write(FILM);
      longFilms.push(response);
    }
  });
  recorder.listen(0, '127.0.0.1');
  await once(recorder, 'listening');
  server = await sharedTestServer();
  for (const user of ['viewer', 'wenchuan', 'lixian']) sessions[user] = await server.login(user);
});
afterAll(async () => {
  recorder?.closeAllConnections();
  recorder?.close();
  await server?.stop();
});

const { createMonitorAlarm, monitorOne } = contract.alarm;
const { alarmVideos } = contract.video;
const get = (user: string, { path }: { path: string }, id: string) =>
  server.call('GET', `${path}?id=${id}`, { token: sessions[user]?.access_token });
const raised = async (videos: object): Promise<string> => {
  const body = { longitude: 103.59, latitude: 31.48, deviceId: 'D', alarmDatetime: new Date().toISOString(), ...videos };
  return (await server.call('POST', createMonitorAlarm.path, { headers: { 'x-feed-key': server.feedKey }, body })).body.data.id;
};

/** Number of child processes of the server. */
const children = (): number => process.getActiveResourcesInfo().filter((resource) => resource === 'ProcessWrap').length;

it('without cameras no video process runs: it starts with the first link, or with the first recording of another system', async () => {
  const before = children();
  const plain = await sharedTestServer();
  try {
    expect(children()).toBe(before);
    const { access_token: token } = await plain.login('wenchuan');
    const body = {
      name: '塔',
      position: { lng: 103.59, lat: 31.48 },
      cameras: [{ name: '可见光', deviceId: 'V-1', link: { streamUrl: 'rtsp://10.0.0.1/1' } }],
    };
    const row = contract.camera.createMonitoringPoint;
    expect((await plain.call(row.method, row.path, { token, body })).body.code).toBe(200);
    await expect.poll(children).toBe(before + 1);
  } finally {
    await plain.stop();
  }
});

it('plays for users who see the alarm, and for no other user', async () => {
  const film = `http://127.0.0.1:${(recorder.address() as AddressInfo).port}/film.mp4`;
  const id = await raised({ video1: film, videoPath2: 'rtsp://10.0.0.1/2' });
  expect((await get('wenchuan', monitorOne, id)).body.data).toMatchObject({
    video1: film,
    videoPath1: film,
    video2: 'rtsp://10.0.0.1/2',
    videoPath2: 'rtsp://10.0.0.1/2',
  });
  const { body } = await get('viewer', alarmVideos, id);
  expect(body.data).toEqual([
    { code: null, result: null, url: expect.stringMatching(`^/media/alarm/${id}/1\\.mp4\\?ticket=`) },
    { code: 'address-refused', result: '录像地址不在允许范围内，请管理员把它加入允许的摄像头网段', url: null },
  ]);
  const [{ url }] = body.data;
  const played = await fetch(server.base + url);
  expect([played.status, played.headers.get('content-type'), await played.text()]).toEqual([200, 'video/mp4', FILM.toString()]);
  expect((await fetch(server.base + url.replace('/1.mp4', '/2.mp4'))).status).toBe(401);
  expect((await get('lixian', alarmVideos, id)).status).toBe(404);
});

it('plays on for a user who sees alarms but no cameras; the end of a session cuts only that session’s playback', async () => {
  const id = await raised({ video1: `http://127.0.0.1:${(recorder.address() as AddressInfo).port}${LONG_FILM}` });
  const played = async (session: Session | undefined) => {
    const [{ url }] = (await server.call('GET', `${alarmVideos.path}?id=${id}`, { token: session?.access_token })).body.data;
    const reply = await fetch(server.base + url);
    expect(reply.status).toBe(200);
    return reply.text();
  };
  const seen = played(sessions.viewer);
  const leaving = await server.login('wenchuan');
  const cut = played(leaving);
  await expect.poll(() => longFilms.length).toBe(2);
  await server.call('POST', contract.auth.logout.path, { token: leaving.access_token });
  // All playing sessions are checked in the same query.
  await expect(cut).rejects.toThrow();
  for (const film of longFilms) film.end();
  expect(await seen).toBe(FILM.toString());
});

it('a recording of our own gets a URL with a separate ticket', async () => {
  const own =
    '/media/recording/0197f0c0-0000-7000-8000-000000000001/0197f0c0-0000-7000-8000-000000000001%2Fmain%2F20261121T020000.000Z.mp4';
  const id = await raised({ videos: [own] });
  expect((await get('viewer', alarmVideos, id)).body.data).toMatchObject([{ code: 'no-right', url: null }]);
  const [found] = (await get('wenchuan', alarmVideos, id)).body.data;
  expect(found).toMatchObject({ code: null, url: expect.stringContaining(`${own}?ticket=`) });
  // The ticket is accepted, but this grid has no such camera.
  expect((await fetch(server.base + found.url)).status).toBe(404);
});
