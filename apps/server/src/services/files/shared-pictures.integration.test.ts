// Two servers with one bucket: each serves the files that the other accepted. Also what happens to alarms while the bucket is unavailable.
import { readdir } from 'node:fs/promises';
import { contract } from '@lookout/features/contract.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestServer, startTestServer, type TestServer } from '../../testing/index.ts';
import { type S3Server, startS3Server } from '../../testing/s3-server.ts';

let bucket: S3Server;
let first: TestServer;
let second: TestServer;
let token: string;
beforeAll(async () => {
  bucket = await startS3Server();
  first = await sharedTestServer({ env: bucket.env });
  second = await startTestServer({ databaseUrl: first.databaseUrl, env: bucket.env });
  token = (await first.login('aba')).access_token;
});
afterAll(async () => {
  await second?.stop();
  await first?.stop();
  await bucket?.stop();
});

async function upload(server: TestServer): Promise<Response> {
  const photo = await sharp({ create: { width: 8, height: 6, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'x.png');
  return fetch(`${server.base}/oa/api/upload`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
}
const idOf = async (reply: Response): Promise<string> => ((await reply.json()) as { data: { id: string } }).data.id;
const picture = (server: TestServer, id: string) => fetch(`${server.base}/files/${id}`, { headers: { authorization: `Bearer ${token}` } });
const report = (server: TestServer, pictures: readonly string[]) =>
  server.call('POST', contract.alarm.createReport.path, {
    token,
    body: { longitude: 103.59, latitude: 31.48, description: '有烟', pictures },
  });

it('A picture sent to one server is served by the other, from its own address and not that of the bucket', async () => {
  const id = await idOf(await upload(first));
  const reply = await picture(second, id);
  expect(reply.status).toBe(200);
  expect(reply.redirected).toBe(false);
  expect(reply.headers.get('content-type')).toBe('image/png');
  const { width, height } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata();
  expect([width, height]).toEqual([8, 6]);
  const shown = JSON.stringify([...reply.headers]) + JSON.stringify((await report(second, [id])).body);
  expect(shown).not.toContain(new URL(bucket.env.S3_ENDPOINT ?? '').host);
  // The servers store nothing of it themselves.
  for (const { dataDir } of [first, second]) expect(await readdir(dataDir)).not.toContain('uploads');
});

it('While the bucket is unavailable a picture is refused with a message, and alarms are accepted with pictures and without', async () => {
  const id = await idOf(await upload(first));
  await bucket.leave();
  const refused = await upload(first);
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ error: { code: 'storage-unavailable' } });
  const unseen = await picture(second, id);
  expect(unseen.status).toBe(503);
  // The picture is already known: the alarm keeps the reference, and displays the picture when the bucket is available again.
  expect((await report(second, [id])).body.code).toBe(200);
  expect((await report(first, [])).body.code).toBe(200);
  await bucket.comeBack();
  expect((await picture(second, id)).status).toBe(200);
  expect((await upload(second)).status).toBe(200);
});
