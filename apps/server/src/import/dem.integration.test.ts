import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NATION } from '@lookout/domain';
import { openElevation } from '@lookout/features/terrain/service/elevation.ts';
import { BLOCK, openGroundWriter, pack } from '@lookout/features/terrain/service/elevation-file.ts';
import { blockKey } from '@lookout/features/terrain/service/elevation-ground.ts';
import { decodeTile, heightToValue } from '@lookout/geo';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../testing/index.ts';
import { importDem, listDem, removeDem } from './dem.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SIDE = 1201;
const height = (column: number, row: number): number => Math.round(1500 + 400 * Math.sin(column / 40) * Math.cos(row / 55));

let server: TestServer;
let token: string;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  token = (await server.login('guojia')).access_token;
  folder = await mkdtemp(path.join(tmpdir(), 'lookout-import-dem-'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function hgt(name: string, of: (column: number, row: number) => number): Promise<string> {
  const bytes = Buffer.alloc(SIDE * SIDE * 2);
  for (let row = 0, at = 0; row < SIDE; row++)
    for (let column = 0; column < SIDE; column++, at += 2) bytes.writeInt16BE(of(column, row), at);
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  return file;
}
const output: string[] = [];
const importFile = (file: string, dataDir: string) =>
  importDem(file, { store: server.store, clock: () => new Date(), dataDir, print: (line) => output.push(line) });
/** For a server that receives no events. */
const alone = { terrainUrl: null, changes: { subscribe: () => () => undefined } };
const groundOf = (dataDir: string, demo: boolean) =>
  openElevation({ ...alone, dataDir, demo, log: { warn: expect.fail, info: () => undefined } });
const emptyFolder = () => mkdtemp(path.join(folder, 'data-'));

describe('importing elevation', () => {
  it('a running server loads it: heights, tiles and the terrain metadata', async () => {
    const meta = async () => (await server.call('GET', '/terrain/meta', { token })).body.data;
    const before = await meta();
    expect(before).toMatchObject({ origin: 'demo', version: '', maxLevel: 12, baseLevel: 12, detail: [], terrainUrl: null });
    // One cell in the middle has no data.
    const file = await hgt('N31E103.hgt', (column, row) => (column === 600 && row === 600 ? -32_768 : height(column, row)));
    expect(await importFile(file, server.dataDir)).toEqual({ received: SIDE ** 2, accepted: SIDE ** 2 - 1, duplicates: 0, rejected: [] });
    const after = await vi.waitFor(async () => {
      const now = await meta();
      expect(now.version).not.toBe('');
      return now;
    }, 20_000);
    expect(after.origin).toBe('mixed');
    expect(after.detail).toMatchObject([{ west: expect.closeTo(103, 2), north: expect.closeTo(32, 2) }]);

    const cells = Array.from({ length: 200 }, (_, k) => [(k * 733 + 11) % SIDE, (k * 389 + 7) % SIDE] as const);
    const places = cells.map(([column, row]) => ({ lng: 103 + column / 1200, lat: 32 - row / 1200 }));
    const { data } = (await server.call('POST', '/resource/api/terrain/heights', { token, body: [...places, { lng: 100, lat: 40 }] })).body;
    for (const [k, [column, row]] of cells.entries()) expect(Math.abs(data[k] - height(column, row))).toBeLessThan(1);
    expect(data[200]).toBeGreaterThan(0);

    const level = after.maxLevel;
    const size = 180 / 2 ** level;
    const [x, y] = [Math.floor((103.5 + 180) / size), Math.floor((90 - 31.4) / size)];
    const tile = (query: string) =>
      fetch(`${server.base}/terrain/${level}/${x}/${y}${query}`, { headers: { authorization: `Bearer ${token}` } });
    expect([(await tile('?v=')).status, (await tile('?v=other')).status]).toEqual([410, 410]);
    const answer = await tile(`?v=${after.version}`);
    const posts = decodeTile(new Uint8Array(await answer.arrayBuffer()));
    const corner = { lng: x * size - 180, lat: 90 - y * size };
    const [own] = (await server.call('POST', '/resource/api/terrain/heights', { token, body: [corner] })).body.data;
    expect(Math.abs((posts[0] ?? Number.NaN) - own)).toBeLessThan(0.01);
  });

  it('importing the same file again changes nothing', async () => {
    const file = path.join(folder, 'N31E103.hgt');
    expect(await importFile(file, server.dataDir)).toMatchObject({ accepted: 0, duplicates: SIDE ** 2 });
    expect(output).toContain('这份高程已经导入过');
  });

  it("after a removal a running server serves the terrain below again, and browsers' cached tiles become invalid", async () => {
    const meta = async () => (await server.call('GET', '/terrain/meta', { token })).body.data;
    const context = { store: server.store, clock: () => new Date(), dataDir: server.dataDir, print: (line: string) => output.push(line) };
    const middle = [{ lng: 103.251, lat: 31.252 }];
    const heightThere = async () => (await server.call('POST', '/resource/api/terrain/heights', { token, body: middle })).body.data[0];
    const nothing = await groundOf(await emptyFolder(), true);
    const [below] = await nothing.heightsAt(middle);
    await nothing.stop();
    const { version } = await meta();
    expect([version === '', Math.round(await heightThere()) === Math.round(below ?? 0)]).toEqual([false, false]);

    await listDem([], context);
    const id = /^N31E103\.hgt {2}([0-9a-f]{20}) .*第 \d+ 级/.exec(output.at(-1) ?? '')?.[1] ?? '';
    expect(await readdir(path.join(server.dataDir, 'terrain'))).toEqual([`${id}.ground`]);
    await expect(removeDem(['N31E103.hgt', 'N99E103.hgt'], context)).rejects.toThrow('没有导入过“N99E103.hgt”');
    await expect(removeDem([], context)).rejects.toThrow('请写出要删除的高程');
    // If one name is unknown, nothing is removed.
    expect((await meta()).version).toBe(version);

    await removeDem(['N31E103.hgt'], context);
    await vi.waitFor(async () => expect(await meta()).toMatchObject({ origin: 'demo', version: '', detail: [] }), 20_000);
    expect(await heightThere()).toBeCloseTo(below ?? Number.NaN, 3);
    const tile = await fetch(`${server.base}/terrain/12/6440/1336?v=${version}`, { headers: { authorization: `Bearer ${token}` } });
    expect(tile.status).toBe(410);
    expect(await readdir(path.join(server.dataDir, 'terrain'))).toEqual([]);
    await listDem([], context);
    expect(output.at(-1)).toContain('没有导入过高程');
    expect((await server.store.audit.page(NATION, {}, { offset: 0, limit: 1 })).list[0]).toMatchObject({ act: 'remove-dem' });

    // The same file can be imported again, and has the same version as before.
    expect(await importFile(path.join(folder, 'N31E103.hgt'), server.dataDir)).toMatchObject({ accepted: SIDE ** 2 - 1 });
    await vi.waitFor(async () => expect((await meta()).version).toBe(version), 20_000);
  });

  it('resumes where it was interrupted, and serves nothing before it is complete', async () => {
    const dataDir = await emptyFolder();
    const file = await hgt('N20E110.hgt', () => 300);
    // The state after an interruption: one block is complete, the next is torn.
    await importFile(file, dataDir);
    const [name = ''] = (await readdir(path.join(dataDir, 'terrain'))).filter((one) => one.endsWith('.ground'));
    const again = await emptyFolder();
    await mkdir(path.join(again, 'terrain'));
    const target = path.join(again, 'terrain', name);
    const writer = await openGroundWriter(target);
    for (let column = 0; column < 5; column++) {
      await writer.write(blockKey(column, 0), pack(new Uint16Array(BLOCK * BLOCK).fill(heightToValue(777))));
    }
    await writer.close();
    await writeFile(`${target}.part`, Buffer.from('314b474c0300', 'hex'), { flag: 'a' });
    const halfway = await groundOf(again, false);
    expect([halfway.origin(), await halfway.heightsAt([{ lng: 110.1, lat: 20.95 }])]).toEqual(['none', [null]]);
    await halfway.stop();
    await importFile(file, again);
    const ground = await groundOf(again, false);
    const heights = await ground.heightsAt([
      { lng: 110.1, lat: 20.95 },
      { lng: 110.1, lat: 20.1 },
      { lng: 111.5, lat: 20.1 },
    ]);
    // 777 can only come from the block written before the interruption.
    expect([heights.map((one) => one && Math.round(one)), ground.origin()]).toEqual([[777, 300, null], 'imported']);
    expect(await readdir(path.join(again, 'terrain'))).toEqual([name]);
    await ground.stop();
  });

  it('a file without a single height is refused, and leaves nothing behind', async () => {
    const dataDir = await emptyFolder();
    const file = await hgt('N21E110.hgt', () => -32_768);
    await expect(importFile(file, dataDir)).rejects.toThrow('elevation-without-heights');
    expect(await readdir(path.join(dataDir, 'terrain'))).toEqual([]);
  });

  it('damaged terrain on the disk is replaced by what lies below, and a warning is logged', async () => {
    const dataDir = await emptyFolder();
    await importFile(await hgt('N22E110.hgt', () => 50), dataDir);
    const [name = ''] = await readdir(path.join(dataDir, 'terrain'));
    await writeFile(path.join(dataDir, 'terrain', name), 'gone');
    const warned: string[] = [];
    const log = { warn: (_what: object, message: string) => warned.push(message), info: () => undefined };
    const ground = await openElevation({ ...alone, dataDir, demo: false, log });
    expect(await ground.heightsAt([{ lng: 110.5, lat: 22.5 }])).toEqual([null]);
    expect(warned).toEqual(['imported ground cannot be read; what lies beneath is shown']);
    await ground.stop();
  });
});

const DATA = path.resolve(import.meta.dirname, '../../../../../shared/data/dem');
/** Programs of gdal-bin, if it is installed. */
const PEER = { values: process.env.LOOKOUT_GDAL ?? 'gdallocationinfo', places: 'gdaltransform' };
const hasPeer = existsSync(DATA) && spawnSync(PEER.values, ['--version']).status === 0;
if (!hasPeer) process.stderr.write('NOT RUN: imported elevation beside gdallocationinfo (../shared/data/dem or gdal-bin is absent)\n');

describe.skipIf(!hasPeer)('compared with gdallocationinfo', () => {
  it.each([
    ['mackay.tif', 738, 919],
    ['some_nodata.tif', 74, 92],
  ])('%s has the same heights at random places within a metre, and none where the file has none', async (name, columns, rows) => {
    const file = path.join(DATA, name);
    const dataDir = await emptyFolder();
    await importFile(file, dataDir);
    let state = 20_261_121;
    const next = (below: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const cells = Array.from({ length: 1000 }, () => [next(columns), next(rows)] as const);
    const lines = (command: string, detail: string[], input: string): string[] =>
      execFileSync(command, detail, { input }).toString().trim().split('\n');
    const theirs = lines(PEER.values, ['-valonly', file], cells.map((cell) => cell.join(' ')).join('\n')).map(Number);
    const centres = cells.map(([column, row]) => `${column + 0.5} ${row + 0.5}`).join('\n');
    const places = lines(PEER.places, ['-t_srs', 'EPSG:4326', file], centres).map((line) => {
      const [lng = Number.NaN, lat = Number.NaN] = line.split(' ').map(Number);
      return { lng, lat };
    });
    const ground = await groundOf(dataDir, false);
    const ours = await ground.heightsAt(places);
    await ground.stop();
    const known = theirs.flatMap((value, k) => (value === -9999 ? [] : [Math.abs((ours[k] ?? Number.NaN) - value)]));
    expect(known.length).toBeGreaterThanOrEqual(200);
    expect(known.filter((error) => !(error < 1))).toEqual([]);
    expect(theirs.flatMap((value, k) => (value === -9999 ? [ours[k]] : [])).filter((one) => one !== null)).toEqual([]);
  });
});
