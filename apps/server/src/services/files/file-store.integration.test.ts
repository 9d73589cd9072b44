// Rules for stored files wherever they are: the same cases for the folder and for a bucket of a real server process.
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../settings/config.ts';
import { type S3Server, startS3Server } from '../../testing/s3-server.ts';
import type { FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';
import { openFiles } from './open-files.ts';
import { openS3Store } from './s3-store.ts';

const log = pino({ level: 'silent' });
let bucket: S3Server;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lookout-files-'));
  bucket = await startS3Server();
});
afterAll(async () => {
  await bucket?.stop();
  await rm(folder, { recursive: true, force: true });
});

const configOf = (env: Readonly<Record<string, string>> = {}) => readConfig({ DATA_DIR: folder, ...bucket.env, ...env });
function s3Of(env?: Readonly<Record<string, string>>) {
  const { s3 } = configOf(env);
  if (s3 === null) throw new Error('no bucket is set');
  return s3;
}

const places: Readonly<Record<string, () => Promise<FileStore>>> = {
  'a folder': async () => folderStore(folder),
  'a bucket': () => openS3Store(s3Of(), log),
};

const text = (content: string) => ({ content: Buffer.from(content), bytes: Buffer.byteLength(content), contentType: 'text/plain' });
const names = async (store: FileStore, top: string, after?: string) => {
  const found: string[] = [];
  for await (const { name, bytes } of store.list(top, after)) found.push(`${name} ${bytes}`);
  return found;
};

describe.each(Object.entries(places))('%s', (place, open) => {
  let store: FileStore;
  beforeAll(async () => {
    store = await open();
  });
  afterAll(() => store?.close());

  const read = async (name: string, range?: { first: number; last: number }) => {
    const found = await store.open(name, range);
    return found && { bytes: found.bytes, text: (await buffer(found.body)).toString() };
  };

  it('returns the stored content, whole and in part, and replaces it', async () => {
    await store.put('uploads/ab/one.txt', text('0123456789'));
    expect(await read('uploads/ab/one.txt')).toEqual({ bytes: 10, text: '0123456789' });
    expect(await read('uploads/ab/one.txt', { first: 3, last: 5 })).toEqual({ bytes: 3, text: '345' });
    expect(await store.sizeOf('uploads/ab/one.txt')).toBe(10);
    await store.put('uploads/ab/one.txt', text('new'));
    expect(await read('uploads/ab/one.txt')).toEqual({ bytes: 3, text: 'new' });
  });

  it('accepts a stream, and an empty file', async () => {
    const parts = Array.from({ length: 40 }, (_, at) => Buffer.alloc(100_000, at));
    await store.put('recordings/c/main/a.mp4', { content: Readable.from(parts), bytes: 4_000_000, contentType: 'video/mp4' });
    const found = await store.open('recordings/c/main/a.mp4');
    expect(found && (await buffer(found.body)).equals(Buffer.concat(parts))).toBe(true);
    await store.put('recordings/c/main/empty.mp4', text(''));
    expect(await read('recordings/c/main/empty.mp4')).toEqual({ bytes: 0, text: '' });
  });

  it('reports a missing file, and deleting it succeeds', async () => {
    expect(await store.open('uploads/none')).toBeNull();
    expect(await store.sizeOf('uploads/none')).toBeNull();
    await store.remove('uploads/none');
    await store.put('uploads/gone', text('x'));
    await store.remove('uploads/gone');
    expect(await store.open('uploads/gone')).toBeNull();
  });

  it('lists the files of a folder alone, in the order of names, after a name', async () => {
    for (const name of ['b/2', 'a/1', 'b/10']) await store.put(`listed/${name}`, text(name));
    await store.put('listed-not/x', text('x'));
    expect(await names(store, 'listed')).toEqual(['listed/a/1 3', 'listed/b/10 4', 'listed/b/2 3']);
    expect(await names(store, 'listed', 'listed/b/10')).toEqual(['listed/b/2 3']);
    expect(await names(store, 'listed/none')).toEqual([]);
  });

  it('lists more files than a bucket returns in one page', async () => {
    const all = Array.from({ length: 1_020 }, (_, at) => `many/${String(at).padStart(4, '0')}`);
    for (let at = 0; at < all.length; at += 60) await Promise.all(all.slice(at, at + 60).map((name) => store.put(name, text('x'))));
    expect(await names(store, 'many')).toEqual(all.map((name) => `${name} 1`));
  });

  it('a sender that aborts gets an error, and the previous file remains', async () => {
    await store.put('uploads/kept', text('whole'));
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('ha');
        throw new Error('the sender broke off');
      })(),
    );
    await expect(store.put('uploads/kept', { content: broken, bytes: 4, contentType: 'text/plain' })).rejects.toThrow();
    // S3 rejects a body shorter than its length; the test server stores it.
    if (place === 'a folder') expect(await read('uploads/kept')).toEqual({ bytes: 5, text: 'whole' });
    // The test server may still be writing the broken file, so the next one has another name there.
    const next = place === 'a folder' ? 'uploads/kept' : 'uploads/next';
    await store.put(next, text('whole again'));
    expect(await read(next)).toEqual({ bytes: 11, text: 'whole again' });
  });

  it('no name leads outside the store', async () => {
    await expect((async () => store.put('../outside', text('x')))()).rejects.toThrow('not a name');
    await expect((async () => store.open('uploads//x'))()).rejects.toThrow('not a name');
  });
});

it('Files of the folder are readable by their owner only', async () => {
  const store = folderStore(join(folder, 'closed'));
  await store.put('uploads/cd/x.png', text('x'));
  const top = join(folder, 'closed', 'uploads', 'cd');
  expect((await stat(top)).mode & 0o777).toBe(0o700);
  expect((await stat(join(top, 'x.png'))).mode & 0o777).toBe(0o600);
  expect(await readdir(top)).toEqual(['x.png']);
});

describe('an unusable bucket', () => {
  const start = (env: Readonly<Record<string, string>>) => openFiles(configOf(env), log);

  it.each([
    ['a wrong secret', { S3_SECRET_ACCESS_KEY: 'wrong' }, 'S3_SECRET_ACCESS_KEY'],
    ['an unknown key', { S3_ACCESS_KEY_ID: 'NOBODY' }, 'S3_ACCESS_KEY_ID'],
    ['a bucket that is not there', { S3_BUCKET: 'another' }, 'S3_BUCKET'],
  ])('%s stops the start with a message that says what to do', async (_what, env, setting) => {
    await expect(start(env)).rejects.toThrow(setting);
  });

  it('that does not answer does not stop the start, and its files are 503 until it does', async () => {
    await bucket.leave();
    const store = await start({});
    await expect(store.put('uploads/x', text('x'))).rejects.toMatchObject({ code: 'storage-unavailable', trouble: 'unreachable' });
    await expect(store.open('uploads/x')).rejects.toMatchObject({ code: 'storage-unavailable' });
    await bucket.comeBack();
    await store.put('uploads/x', text('x'));
    expect(await store.sizeOf('uploads/x')).toBe(1);
    store.close();
  });
});
