import { access, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openTileCache } from './tile-cache.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lookout-tiles-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const SOURCE = 'imagery/0a1b2c3d';
const troubles: unknown[] = [];
const open = (mostBytes: number, wanted: readonly string[] = [SOURCE]) =>
  openTileCache({ folder, mostBytes, wanted, onTrouble: (error) => troubles.push(error) });
const isThere = (key: string) =>
  access(path.join(folder, ...key.split('/'))).then(
    () => true,
    () => false,
  );
const bytes = Buffer.alloc(5_000, 1);

it('the disk cache drops the least recently read tile when it is full', async () => {
  const cache = open(10_500);
  await cache.write(`${SOURCE}/3/1/1`, bytes, 10);
  await cache.write(`${SOURCE}/3/1/2`, bytes, 20);
  expect(await cache.read(`${SOURCE}/3/1/1`)).toEqual({ bytes, at: 10 });
  await cache.write(`${SOURCE}/3/1/3`, bytes, 30);
  expect(await cache.read(`${SOURCE}/3/1/2`)).toBeNull();
  await vi.waitFor(async () => expect(await isThere(`${SOURCE}/3/1/2`)).toBe(false));
  expect(await isThere(`${SOURCE}/3/1/1`)).toBe(true);
  expect(troubles).toEqual([]);
});

it('tiles of an earlier run are taken over with their age; tiles of other settings are removed', async () => {
  for (const key of [`${SOURCE}/3/1/1`, 'imagery/ffffffff/3/1/1']) {
    const file = path.join(folder, ...key.split('/'));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
    await utimes(file, 1_000, 1_000);
  }
  const cache = open(100_000);
  await vi.waitFor(async () => expect(await cache.read(`${SOURCE}/3/1/1`)).toEqual({ bytes, at: 1_000_000 }));
  await vi.waitFor(async () => expect(await isThere('imagery/ffffffff/3/1/1')).toBe(false));
});

it('a tile whose file was deleted counts as missing', async () => {
  const cache = open(100_000);
  await cache.write(`${SOURCE}/3/1/1`, bytes, 10);
  await rm(path.join(folder, 'imagery'), { recursive: true });
  expect(await cache.read(`${SOURCE}/3/1/1`)).toBeNull();
});
