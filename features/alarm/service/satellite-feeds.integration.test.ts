import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ONLY_SERVER } from '@lookout/server/testing/only-server.ts';
import { sharedTestServer, type TestServer } from '@lookout/server/testing/test-server.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAdmission } from './admission.ts';
import { pollFirms, watchFolder } from './satellite-feeds.ts';
import { createSatelliteIntake, type SatelliteIntake } from './satellite-intake.ts';

const HEADER = 'latitude,longitude,bright_ti4,scan,track,acq_date,acq_time,satellite,instrument,confidence,version,bright_ti5,frp,daynight';
const SEEN = new Date(Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000);
const [DAY, TIME] = [SEEN.toISOString().slice(0, 10), SEEN.toISOString().slice(11, 16).replace(':', '')];
const row = (lat: number) => `${lat.toFixed(5)},103.59000,330.1,0.39,0.36,${DAY},${TIME},N,VIIRS,n,2.0NRT,290.2,5.4,D`;
const quiet = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };

let server: TestServer;
let intake: SatelliteIntake;
let folder: string;
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  server = await sharedTestServer();
  const { gazetteer } = server.app.deps;
  const clock = () => new Date();
  const admission = createAdmission({
    store: server.store,
    clock,
    gazetteer,
    live: { committed: () => undefined, expect: () => undefined },
  });
  intake = createSatelliteIntake({ admission, gazetteer, clock });
  folder = await mkdtemp(path.join(tmpdir(), 'lookout-feeds-'));
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
afterAll(async () => {
  await intake?.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const stored = () => server.store.alarms.count('100000' as never);

describe('a watched folder for files', () => {
  it('reads each file once and moves it to done with its report, or to refused with the reason if it is not a FIRMS file', async () => {
    const inbox = path.join(folder, 'inbox');
    const watch = watchFolder({ folder: inbox, intake, clock: () => new Date(), log: quiet, everyMs: 20 });
    stops.push(() => watch.stop());
    const before = await stored();
    // One file is written elsewhere and moved in, the others are written in place: people do both.
    const beside = path.join(folder, 'a.csv');
    await writeFile(beside, `${HEADER}\n${row(31.48)}\nbroken\n`);
    await vi.waitFor(() => readdir(inbox));
    await rename(beside, path.join(inbox, 'a.csv'));
    await writeFile(path.join(inbox, 'b.csv'), 'no,firms\n1,2\n');
    await writeFile(path.join(inbox, 'notes.md'), 'left alone');
    const into = (name: string) => readdir(path.join(inbox, name)).then((names) => names.sort());
    const done = await vi.waitFor(async () => {
      const names = await into('done');
      expect(names).toHaveLength(2);
      return names;
    });
    const refused = await vi.waitFor(async () => {
      const names = await into('refused');
      expect(names).toHaveLength(2);
      return names;
    });
    expect(await stored()).toBe(before + 1);
    const report = JSON.parse(await readFile(path.join(inbox, 'done', done[1] ?? ''), 'utf8'));
    expect(report).toMatchObject({ received: 2, accepted: 1, rejected: [{ line: 3 }] });
    expect(await readFile(path.join(inbox, 'refused', refused[1] ?? ''), 'utf8')).toContain('缺少列');
    expect((await readdir(inbox)).sort()).toEqual(['done', 'notes.md', 'refused']);
  });
});

describe('a large file that must not delay live alarms', () => {
  const sender = { grid: null, heldTo: null };
  const origin = { actor: { kind: 'feed', name: 'test' }, requestId: null } as const;
  async function* inChunks(text: string): AsyncGenerator<Uint8Array> {
    const bytes = new TextEncoder().encode(text);
    for (let i = 0; i < bytes.length; i += 10_007) yield bytes.subarray(i, i + 10_007);
  }
  const many = Array.from({ length: 12_000 }, (_, n) => row(27 + n / 100_000));

  it('is read in a worker: every row has its line, a repeated detection counts once, and all is read back completely', async () => {
    const before = await stored();
    const rows = [...many, many[7], 'broken', many[11_999], row(-31)];
    const report = await intake.csv(inChunks(`${HEADER}\n${rows.join('\n')}`), new Date(), sender, origin);
    expect(report).toMatchObject({ received: 12_004, accepted: 12_000, duplicates: 2 });
    expect(report.rejected.map(({ line }) => line)).toEqual([12_003, 12_005]);
    expect(await stored()).toBe(before + 12_000);
    const [alarm] = (
      await server.store.alarms.list('100000' as never, { fireNo: `N-${DAY.replaceAll('-', '')}${TIME}-E103.59000N27.05000` }, { limit: 2 })
    ).list;
    expect(alarm).toMatchObject({
      position: { lng: 103.59, lat: 27.05 },
      observedAt: SEEN,
      facts: { instrument: 'VIIRS', frpMegawatts: 5.4, pixelAreaHectares: 14.04 },
    });
    const again = await intake.csv(inChunks(`${HEADER}\n${many.toReversed().join('\n')}\n${row(26.9)}\n`), new Date(), sender, origin);
    expect(again).toMatchObject({ received: 12_001, accepted: 1, duplicates: 12_000, rejected: [] });
  });

  it('of JSON is read in a worker too, as completely as the same rows of CSV; a file that is not JSON is refused', async () => {
    const names = HEADER.split(',');
    const fresh = Array.from({ length: 3_000 }, (_, n) => row(28 + n / 100_000));
    const objects = fresh.map((line) => Object.fromEntries(line.split(',').map((value, column) => [names[column], value])));
    const json = JSON.stringify([...objects, { note: '不是火点' }, objects[7]]);
    const report = await intake.json(inChunks(json), new Date(), sender, origin);
    expect(report).toMatchObject({ received: 3_002, accepted: 3_000, duplicates: 1 });
    expect(report.rejected.map(({ line }) => line)).toEqual([3_001]);
    expect(await intake.csv(inChunks(`${HEADER}\n${fresh.join('\n')}`), new Date(), sender, origin)).toMatchObject({ duplicates: 3_000 });
    await expect(intake.json(inChunks(`${json},`), new Date(), sender, origin)).rejects.toThrow('file-not-json');
    await expect(intake.json(inChunks(''), new Date(), sender, origin)).rejects.toThrow('file-not-json');
  });

  it('that is not a FIRMS file, or breaks off, is refused with the reason, and the next file is read', async () => {
    await expect(intake.csv(inChunks(`no,firms\n${'1,2\n'.repeat(50_000)}`), new Date(), sender, origin)).rejects.toThrow(
      'satellite-columns-missing',
    );
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield* inChunks(`${HEADER}\n${many.join('\n')}`);
      throw new Error('the line is gone');
    }
    await expect(intake.csv(broken(), new Date(), sender, origin)).rejects.toThrow('the line is gone');
    expect(await intake.csv(inChunks(`${HEADER}\n${many.join('\n')}`), new Date(), sender, origin)).toMatchObject({ duplicates: 12_000 });
  });
});

describe('polling FIRMS with a key', () => {
  let far: Server;
  let requested: string[];
  const open = async (answer: (url: string) => { status: number; body: string }) => {
    requested = [];
    far = createServer((request, response) => {
      requested.push(request.url ?? '');
      const { status, body } = answer(request.url ?? '');
      response.writeHead(status, { 'content-type': 'text/csv' }).end(body);
    }).listen(0, '127.0.0.1');
    await once(far, 'listening');
    stops.push(async () => {
      far.close();
      await once(far, 'close');
    });
    return `http://127.0.0.1:${(far.address() as AddressInfo).port}`;
  };

  it('asks every source for the box of China, and counts repeated detections once', async () => {
    const base = await open(() => ({ status: 200, body: `${HEADER}\n${row(31.6)}\n` }));
    const before = await stored();
    const poller = pollFirms({
      base,
      mapKey: 'my/key',
      intake,
      clock: () => new Date(),
      fetch,
      sharedJobs: ONLY_SERVER,
      log: quiet,
      everyMs: 20,
    });
    stops.unshift(() => poller.stop());
    await vi.waitFor(() => expect(requested.length).toBeGreaterThanOrEqual(8), { timeout: 10_000 });
    expect(await stored()).toBe(before + 1);
    expect(requested[0]).toBe('/api/area/csv/my%2Fkey/VIIRS_SNPP_NRT/73,18,135.1,53.6/1');
    expect(new Set(requested.slice(0, 4)).size).toBe(4);
  });

  it('continues when the service fails or refuses the key, and never logs the key', async () => {
    quiet.warn.mockClear();
    const base = await open((url) => (url.includes('MODIS') ? { status: 500, body: 'x' } : { status: 200, body: 'Invalid MAP_KEY.' }));
    const before = await stored();
    const poller = pollFirms({
      base,
      mapKey: 'secret-key',
      intake,
      clock: () => new Date(),
      fetch,
      sharedJobs: ONLY_SERVER,
      log: quiet,
      everyMs: 20,
    });
    stops.unshift(() => poller.stop());
    await vi.waitFor(() => expect(requested.length).toBeGreaterThanOrEqual(8), { timeout: 10_000 });
    expect(await stored()).toBe(before);
    expect(quiet.warn).toHaveBeenCalled();
    expect(JSON.stringify(quiet.warn.mock.calls)).not.toContain('secret-key');
  });
});
