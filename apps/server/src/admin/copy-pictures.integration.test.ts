import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { folderStore } from '../services/files/folder-store.ts';
import { openFiles } from '../services/files/open-files.ts';
import { readConfig } from '../settings/config.ts';
import { type S3Server, startS3Server } from '../testing/s3-server.ts';
import { copyPictures } from './files.ts';

let bucket: S3Server;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lookout-copy-'));
  bucket = await startS3Server();
});
afterAll(async () => {
  await bucket?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const PICTURES = Array.from({ length: 5 }, (_, at) => `uploads/a${at}/picture-${at}.png`);
const file = (text: string) => ({ content: Buffer.from(text), bytes: text.length, contentType: 'image/png' });

it('copies what the bucket does not have, resumes after an interruption, and does not change the folder', async () => {
  const config = readConfig({ DATA_DIR: dataDir, ...bucket.env });
  const folder = folderStore(dataDir);
  for (const name of PICTURES) await folder.put(name, file(name));
  const files = await openFiles(config, pino({ level: 'silent' }));
  // One picture is in the bucket already, and only part of another.
  await files.put(PICTURES[0] ?? '', file(PICTURES[0] ?? ''));
  await files.put(PICTURES[1] ?? '', file('part'));

  expect((await copyPictures(config))[0]).toContain('已复制 4 张');
  for (const name of PICTURES) {
    const copied = await files.open(name);
    expect(copied && (await buffer(copied.body)).toString()).toBe(name);
    expect(await folder.sizeOf(name)).toBe(name.length);
  }
  expect((await copyPictures(config))[0]).toContain('没有需要复制的');
  files.close();
});

it('reports what is missing or wrong in the settings', async () => {
  expect((await copyPictures(readConfig({ DATA_DIR: dataDir })))[0]).toContain('S3_ENDPOINT');
  const wrong = readConfig({ DATA_DIR: dataDir, ...bucket.env, S3_SECRET_ACCESS_KEY: 'wrong' });
  await expect(copyPictures(wrong)).rejects.toThrow('S3_SECRET_ACCESS_KEY');
});
