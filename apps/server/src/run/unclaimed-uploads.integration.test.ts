import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { NATION } from '@lookout/domain';
import { contract } from '@lookout/features/contract.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pictureFiles } from '../services/pictures.ts';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { forgetUnclaimedUploads } from './housekeeping.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = (await server.login('aba')).access_token;
});
afterAll(() => server?.stop());

async function uploaded(): Promise<string> {
  const photo = await sharp({ create: { width: 4, height: 3, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'x.png');
  const reply = await fetch(`${server.base}/oa/api/upload`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
  return ((await reply.json()) as { data: { id: string } }).data.id;
}

it('a photo whose report never arrives is deleted after a day with its file; photos that a report or a portrait uses remain', async () => {
  const [shown, portrait, left, recent] = [await uploaded(), await uploaded(), await uploaded(), await uploaded()];
  const report = { longitude: 103.59, latitude: 31.48, description: '有烟', pictures: [shown] };
  expect((await server.call('POST', contract.alarm.createReport.path, { token, body: report })).body.code).toBe(200);
  const { accid } = await server.login('viewer');
  await server.store.accounts.update(NATION, accid, { headUrl: `/files/${portrait}` });

  const pictures = pictureFiles(server.app.deps.files);
  const newest = await server.store.uploads.find(NATION, recent);
  expect(await forgetUnclaimedUploads(server.store, pictures, newest?.createdAt ?? new Date(0))).toBe(1);
  const there = await Promise.all(
    [shown, portrait, left, recent].map(async (id) => (await server.store.uploads.find(NATION, id)) !== null),
  );
  expect(there).toEqual([true, true, false, true]);
  const files = (await readdir(join(server.dataDir, 'uploads'), { recursive: true })).filter((name) => name.endsWith('.png'));
  expect(files).toHaveLength(3);
  // A report that is sent too late is refused with an error, and nothing is stored.
  const late = await server.call('POST', contract.alarm.createReport.path, { token, body: { ...report, pictures: [left] } });
  expect(late.body.data[0].path).toBe('pictures');
});
