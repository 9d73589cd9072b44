// Recordings of two servers with one bucket: a finished recording is moved to the bucket, and both servers play it in ranges. One server
// deletes old ones for both.

import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS, MINUTE_MS, NATION } from '@lookout/domain';
import { type S3Server, startS3Server } from '@lookout/server/testing/s3-server.ts';
import { sharedTestServer, startTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { pieceTime } from '@lookout/video';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { tidyBucket } from '../../camera/service/recording-shelf.ts';
import { contract } from '../../contract.ts';

const SOON = { timeout: 30_000, interval: 100 };
const BYTES = Buffer.from(Array.from({ length: 5_000 }, (_, at) => at % 251));

let bucket: S3Server;
let recorder: TestServer;
let other: TestServer;
let token: string;
let cameraId: string;
beforeAll(async () => {
  bucket = await startS3Server();
  const waits = { recordingsEveryMs: 200 };
  recorder = await sharedTestServer({ env: bucket.env, waits });
  other = await startTestServer({ databaseUrl: recorder.databaseUrl, env: bucket.env, waits });
  token = (await recorder.login('guojia')).access_token;
  const camera = { deviceId: 'tower-1', channelNum: 1, name: '塔', cameraType: 'visible', manufacturer: 'onvif', northCorrection: 0 };
  const body = { name: '一号塔', position: { lng: 103.59, lat: 31.48 }, towerHeight: 30, cameras: [camera] };
  const made = await recorder.call('POST', contract.camera.createMonitoringPoint.path, { token, body });
  const monitorId = made.body.data.id as string;
  const cameras = await recorder.call('POST', contract.camera.cameraList.path, { token, body: { monitorId } });
  cameraId = cameras.body.data[0].id;
});
afterAll(async () => {
  await other?.stop();
  await recorder?.stop();
  await bucket?.stop();
});

const folderOf = ({ dataDir }: TestServer) => join(dataDir, 'recordings', cameraId, 'main');
/** Writes a recording as the media engine leaves it: ten minutes long, beginning at this time. */
async function record(begin: Date): Promise<void> {
  await mkdir(folderOf(recorder), { recursive: true });
  await writeFile(join(folderOf(recorder), `${pieceTime(begin)}_600000ms.mp4`), BYTES);
}
const page = async (server: TestServer) =>
  (await server.call('POST', contract.video.recordingPage.path, { token, body: { cameraId, pageNo: 1, pageSize: 10 } })).body;
const listed = async (server: TestServer) => (await page(server)).data;
const play = (server: TestServer, begin: Date, range?: string) =>
  fetch(`${server.base}/media/recording/${cameraId}/${encodeURIComponent(`${cameraId}/main/${pieceTime(begin)}`)}.mp4`, {
    headers: { authorization: `Bearer ${token}`, ...(range !== undefined && { range }) },
  });

it('a finished recording moves from its server’s disk to the bucket; both servers list it and play it in ranges', async () => {
  const begin = new Date(Date.now() - 30 * MINUTE_MS);
  await record(begin);
  await vi.waitFor(async () => expect(await readdir(folderOf(recorder))).toEqual([]), SOON);
  for (const server of [recorder, other]) {
    const { total, list } = await listed(server);
    expect({ total, bytes: list[0].bytes }).toEqual({ total: 1, bytes: BYTES.length });
    const whole = await play(server, begin);
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect(Buffer.from(await whole.arrayBuffer()).equals(BYTES)).toBe(true);
    const part = await play(server, begin, 'bytes=100-199');
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${BYTES.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(BYTES.subarray(100, 200))).toBe(true);
    expect((await play(server, begin, `bytes=${BYTES.length}-`)).status).toBe(416);
  }
});

it('a recording still in progress is reported as not yet available on the other server; one that never existed is not found', async () => {
  const now = new Date(Date.now() - MINUTE_MS);
  expect((await play(other, now)).status).toBe(404);
  await other.store.cameraLinks.setRecorded(NATION, cameraId, true);
  const reply = await play(other, now);
  expect(reply.status).toBe(503);
  expect(await reply.json()).toMatchObject({ error: { code: 'recording-not-there-yet' } });
  expect((await play(other, new Date(Date.now() - DAY_MS))).status).toBe(404);
});

it('while the bucket is unavailable finished recordings remain on the disk, where their server plays them', async () => {
  await bucket.leave();
  const begin = new Date(Date.now() - 15 * MINUTE_MS);
  await record(begin);
  expect((await play(recorder, begin)).status).toBe(200);
  expect((await play(other, begin)).status).toBe(503);
  // What is available is listed, with a message about what is missing.
  for (const [server, total] of [
    [recorder, 1],
    [other, 0],
  ] as const)
    expect(await page(server)).toMatchObject({ code: 200, message: '存储桶暂时连不上，只列出本服务器上的录像', data: { total } });
  expect(await readdir(folderOf(recorder))).toHaveLength(1);
  await bucket.comeBack();
  await vi.waitFor(async () => expect((await play(other, begin)).status).toBe(200), SOON);
  expect(await page(recorder)).toMatchObject({ message: 'OK', data: { total: 2 } });
});

it('one server cleans up the bucket for both: by days, then by bytes, oldest first', async () => {
  const { files, log } = recorder.app.deps;
  // Later than the servers' own first cleanup, which ran at their start.
  const now = Date.now() + DAY_MS;
  const old = new Date(now - 9 * DAY_MS);
  const name = (begin: Date) => `recordings/${cameraId}/main/${pieceTime(begin)}_600000ms.mp4`;
  await files.put(name(old), { content: BYTES, bytes: BYTES.length, contentType: 'video/mp4' });
  const tidy = (at: number, bytes: number) => tidyBucket({ files, log, clock: () => new Date(at), retention: { days: 7, bytes } });
  expect(await tidy(now, 1e9)).toBe(1);
  expect(await files.sizeOf(name(old))).toBeNull();
  // Two are left, and only one fits.
  expect(await tidy(now + 10 * MINUTE_MS, BYTES.length)).toBe(1);
  expect((await listed(other)).total).toBe(1);
});
