import { placingOf } from '@lookout/ingest';
import { type TinyTiff, writeTiff } from '@lookout/ingest/testing';
import { type AlarmWorld, LIXIAN, type Officer, openAlarmWorld, WENCHUAN } from '@lookout/server/testing/alarm-world.ts';
import { extractRawText } from 'mammoth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../../contract.ts';
import { archiveReportPath } from '../../fire-archive.calls.ts';
import type { BurnMappingOutline, BurnMappingRun } from '../../fire-archive.schema.ts';

vi.setConfig({ testTimeout: 60_000 });

const { fireArchive } = contract;
let world: AlarmWorld;
let fireId: string;
beforeAll(async () => {
  world = await openAlarmWorld();
  fireId = await closedFire();
});
afterAll(() => world?.stop());

async function closedFire(at?: { lng: number; lat: number }): Promise<string> {
  const id = await world.raise('report', at);
  const user = at === LIXIAN ? 'lixian' : 'wenchuan';
  await world.act(user, 'monitorJudge', { fireId: id, isReal: 1 });
  expect((await world.act(user, 'close', { id, kind: 'report', outcome: '已扑灭', note: '' })).body.code).toBe(200);
  return id;
}

/** Map coordinates of the fire in UTM 48N. */
const [EAST, NORTH] = placingOf({ name: '', projection: '+proj=utm +zone=48 +datum=WGS84', cells: [1, 0, 0, 0, 1, 0] }).toCell(
  WENCHUAN.lng,
  WENCHUAN.lat,
);
const UTM: NonNullable<TinyTiff['keys']> = [
  [1024, 1],
  [1025, 1],
  [3072, 32_648],
];
const DEGREES: NonNullable<TinyTiff['keys']> = [
  [1024, 2],
  [1025, 1],
  [2048, 4326],
];
const SIDE = 60;

/** A square raster of 1.2 km around the fire, in cells of `1200 / side` metres. */
const around = (value: (x: number, y: number) => number, more: Partial<TinyTiff> & { readonly side?: number } = {}): Buffer => {
  const { side = SIDE, bands = 1, ...rest } = more;
  const values = Array.from({ length: side * side }, (_, cell) =>
    Array.from({ length: bands }, () => value((((cell % side) + 0.5) / side) * SIDE, ((Math.floor(cell / side) + 0.5) / side) * SIDE)),
  ).flat();
  const cell = (SIDE * 20) / side;
  return writeTiff({ columns: side, rows: side, values, bands, keys: UTM, origin: [EAST - 600, NORTH + 600], cell: [cell, cell], ...rest });
};

/** On cells of 20 m: a burned block of 10 by 10 with a hole of 2 by 2 and a part of higher severity, and one speck. */
const isHole = (x: number, y: number): boolean => x >= 24 && x < 26 && y >= 24 && y < 26;
const isBurned = (x: number, y: number): boolean =>
  (x >= 20 && x < 30 && y >= 20 && y < 30 && !isHole(x, y)) || (x >= 50 && x < 51 && y >= 50 && y < 51);
const afterRatio = (x: number, y: number): number => (!isBurned(x, y) ? 0.5 : x >= 28 && x < 30 ? -0.3 : 0);
const BEFORE = around(() => 0.5);
const AFTER = around(afterRatio);

type Files = Readonly<Record<string, Buffer>>;

async function begin(files: Files, { user = 'wenchuan', fire = fireId, more = '' }: { user?: Officer; fire?: string; more?: string } = {}) {
  const form = new FormData();
  for (const [role, bytes] of Object.entries(files)) form.append(role, new Blob([Uint8Array.from(bytes)]), `${role}.tif`);
  const reply = await fetch(`${world.server.base}${fireArchive.beginBurnMapping.path}?fireId=${fire}${more}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${world.tokens[user]}` },
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came
  return { status: reply.status, body: (await reply.json()) as any };
}

const pathOf = (row: { readonly path: string }, id: string) => row.path.replace('{id}', id);
const look = (id: string, user: Officer = 'wenchuan') =>
  world.server.call('GET', pathOf(fireArchive.burnMapping, id), { token: world.tokens[user] });

async function computed(files: Files, more = ''): Promise<BurnMappingRun> {
  const begun = await begin(files, { more });
  expect(begun).toMatchObject({ status: 200 });
  return vi.waitFor(
    async () => {
      const { data } = (await look(begun.body.data.id)).body;
      expect(data.state).not.toBe('reading');
      return data as BurnMappingRun;
    },
    { timeout: 30_000, interval: 50 },
  );
}
const outline = async (id: string, threshold: number, leastHectares: number) =>
  world.server.call('POST', pathOf(fireArchive.burnMappingOutline, id), {
    token: world.tokens.wenchuan,
    body: { threshold, leastHectares },
  });

/** A cell of 20 m on the ellipsoid: UTM shrinks by 0.9996 in the middle of the zone, and stretches towards its border. */
const CELL_HECTARES = 0.04 * 1.00036;

describe('a burned area from satellite pictures', () => {
  it('is what lies above the threshold: outlined along the cells, with holes, without specks, which are counted, and by severity', async () => {
    const run = await computed({ before: BEFORE, after: AFTER });
    expect(run).toMatchObject({ state: 'ready', percent: 100, faults: [] });
    expect(run.pictures[0]).toMatchObject({ role: 'before', system: 'EPSG:32648', columns: SIDE, rows: SIDE, bands: 1 });
    expect(run.result?.severityHectares['moderate-high']).toBeCloseTo(77 * CELL_HECTARES, 2);
    expect(run.result?.severityHectares.high).toBeCloseTo(20 * CELL_HECTARES, 3);
    expect(run.result?.severityHectares.unburned).toBeCloseTo((3_600 - 97) * CELL_HECTARES, 1);
    // Thresholds start at 0.10 in steps of 0.01: the cells lie exactly on 0.50, and 0.51 is above them.
    expect(run.result?.hectaresAbove[40]).toBeCloseTo(97 * CELL_HECTARES, 2);
    expect(run.result?.hectaresAbove[41]).toBeCloseTo(20 * CELL_HECTARES, 3);

    const { data } = (await outline(run.id, 0.27, 0.5)).body as { data: BurnMappingOutline };
    expect(data.polygons.map((rings) => rings.map((ring) => ring.length))).toEqual([[5, 5]]);
    expect(data.hectares).toBeCloseTo(96 * CELL_HECTARES, 2);
    expect(data.specks.count).toBe(1);
    expect(data.specks.hectares).toBeCloseTo(CELL_HECTARES, 3);
    expect(data).toMatchObject({ outside: { count: 0, hectares: 0 }, mergedCells: 1 });
    expect(data.patches.map(({ of, severity }) => [of, severity])).toEqual([
      [0, 'moderate-high'],
      [0, 'high'],
    ]);
    const sum = Object.values(data.severityHectares).reduce((all, one) => all + one, 0);
    expect(sum).toBeCloseTo(data.hectares, 3);
    const fine = (await outline(run.id, 0.27, 0)).body.data as BurnMappingOutline;
    expect([fine.polygons.length, fine.specks.count]).toEqual([2, 0]);
  });

  it('has the same result from bands: two files with two bands each, or four files on different grids and in different coordinate systems', async () => {
    const bands = (ratio: (x: number, y: number) => number) => {
      // NIR + SWIR = 2000: NIR = 1000 (1 + NBR).
      let band = 1;
      return (x: number, y: number): number => {
        band = 1 - band;
        return band === 0 ? 1_000 * (1 + ratio(x, y)) : 1_000 * (1 - ratio(x, y));
      };
    };
    const twoBands = await computed({
      before: around(
        bands(() => 0.5),
        { bands: 2 },
      ),
      after: around(bands(afterRatio), { bands: 2 }),
    });
    expect(twoBands.result?.hectaresAbove[17]).toBeCloseTo(97 * CELL_HECTARES, 2);

    const near = (ratio: (x: number, y: number) => number) => (x: number, y: number) => Math.round(1_000 * (1 + ratio(x, y)));
    const short = (ratio: (x: number, y: number) => number) => (x: number, y: number) => Math.round(1_000 * (1 - ratio(x, y)));
    const degrees = { keys: DEGREES, origin: [WENCHUAN.lng - 0.01, WENCHUAN.lat + 0.01], cell: [0.02 / SIDE, 0.02 / SIDE] } as const;
    const four = await computed({
      'before-nir': around(
        near(() => 0.5),
        { side: 120, kind: 'int16' },
      ),
      // The same value everywhere, on a grid in degrees.
      'before-swir': around(
        short(() => 0.5),
        { ...degrees, kind: 'int16' },
      ),
      'after-nir': around(near(afterRatio), { side: 120, kind: 'int16' }),
      'after-swir': around(short(afterRatio), { kind: 'int16' }),
    });
    expect(four.result?.severityHectares.high).toBeGreaterThan(0.5);
    const found = (await outline(four.id, 0.27, 0.5)).body.data as BurnMappingOutline;
    // The result uses the grid in degrees, whose cells are larger, so its border follows those cells.
    expect(Math.abs(found.hectares - 96 * CELL_HECTARES)).toBeLessThan(0.6);
  });

  it('counts cells without data, and bands whose sum is zero, as unknown and not as burned', async () => {
    const holed = around((x, y) => (x < 10 ? -9_999 : afterRatio(x, y)), { noData: '-9999' });
    const run = await computed({ before: BEFORE, after: holed });
    expect(run.result?.unknownHectares).toBeCloseTo(600 * CELL_HECTARES, 1);
    expect(run.result?.hectaresAbove[0]).toBeCloseTo(97 * CELL_HECTARES, 2);
    const dark = await computed({
      before: around(() => 0.5),
      'after-nir': around((x) => (x < 10 ? 0 : 0.4)),
      'after-swir': around((x) => (x < 10 ? 0 : 0.2)),
    });
    expect(dark.result?.unknownHectares).toBeCloseTo(600 * CELL_HECTARES, 1);
  });

  it('adds the band offset before computing the ratio: the offset of Sentinel-2 changes it', async () => {
    const carrying = (nir: number, swir: number) => ({ nir: around(() => nir + 1_000), swir: around(() => swir + 1_000) });
    const [then, now] = [carrying(4_000, 2_000), carrying(2_000, 3_000)];
    const files = { 'before-nir': then.nir, 'before-swir': then.swir, 'after-nir': now.nir, 'after-swir': now.swir };
    const all = 3_600 * CELL_HECTARES;
    // .3333 + .2 = .5333
    const plain = await computed(files, '&bandOffset=-1000');
    expect(plain.result?.severityHectares['moderate-high']).toBeCloseTo(all, 1);
    expect(plain.result?.hectaresAbove[43]).toBeCloseTo(all, 1);
    expect(plain.result?.hectaresAbove[44]).toBe(0);
    const carried = await computed(files);
    expect(carried.result?.severityHectares['moderate-low']).toBeCloseTo(all, 1);
  });

  it.each<[string, Files, readonly (readonly [path: string, message: RegExp])[]]>([
    ['without a coordinate system', { before: BEFORE, after: around(afterRatio, { keys: [] }) }, [['after', /没有坐标系/]]],
    [
      'both of no use: each is named',
      { before: Buffer.from('no picture'), after: around(afterRatio, { bands: 3 }) },
      [
        ['before', /不是能读的 GeoTIFF/],
        ['after', /有 3 个波段/],
      ],
    ],
    [
      'of another place',
      { before: BEFORE, after: around(afterRatio, { origin: [EAST + 90_000, NORTH] }) },
      [['after', /影像不含起火点周围 20 千米/]],
    ],
    ['only one', { before: BEFORE }, [['', /请选灾前、灾后各一个文件/]]],
    ['of a role that is none', { before: BEFORE, later: AFTER }, [['later', /不认识的文件用途/]]],
  ])('refuses pictures %s', async (_, files, expected) => {
    const { status, body } = await begin(files);
    expect(status).toBe(422);
    expect(body.data.map(({ path }: { path: string }) => path)).toEqual(expected.map(([path]) => path));
    for (const [index, [, message]] of expected.entries()) expect(body.data[index].message).toMatch(message);
  });

  it('a run with a picture that is not a burn ratio fails and names the file', async () => {
    const run = await computed({ before: around(() => 3_000), after: AFTER });
    expect(run).toMatchObject({ state: 'failed', result: null, faults: [{ role: 'before', error: { code: 'burn-picture-not-ratio' } }] });
    expect((await outline(run.id, 0.27, 0.5)).body).toMatchObject({ code: 501 });
  });

  it('refuses a threshold out of range, and a threshold that no cell reaches', async () => {
    const run = await computed({ before: BEFORE, after: AFTER });
    expect(await outline(run.id, 0.05, 0.5)).toMatchObject({
      status: 422,
      body: { data: [{ path: 'threshold', message: '阈值应在 0.1 到 1 之间' }] },
    });
    expect(await outline(run.id, 0.99, 0.5)).toMatchObject({ status: 422, body: { data: [{ path: 'threshold' }] } });
  });

  it('a run belongs to one account and needs a closed fire of its grid; a new run replaces the old one, and a run can be ended', async () => {
    const elsewhere = await closedFire(LIXIAN);
    expect((await begin({ before: BEFORE, after: AFTER }, { fire: elsewhere })).status).toBe(404);
    const first = await computed({ before: BEFORE, after: AFTER });
    expect((await look(first.id, 'aba')).status).toBe(404);
    const second = await computed({ before: BEFORE, after: AFTER });
    expect((await look(first.id)).status).toBe(404);
    const end = () => world.server.call('DELETE', pathOf(fireArchive.endBurnMapping, second.id), { token: world.tokens.wenchuan });
    expect((await end()).status).toBe(200);
    expect((await end()).status).toBe(404);
  });

  it('an outline taken over into the archive is measured again, and the report states what it was computed from', async () => {
    const run = await computed({ before: BEFORE, after: AFTER });
    const { polygons, patches } = (await outline(run.id, 0.27, 0.5)).body.data as BurnMappingOutline;
    const archive = (await world.server.call('POST', fireArchive.openArchive.path, { token: world.tokens.wenchuan, body: { fireId } })).body
      .data;
    const mapping = {
      before: { files: ['before.tif'], day: '2026-03-01' },
      after: { files: ['after.tif'], day: '2026-03-20' },
      threshold: 0.27,
      leastHectares: 0.5,
      patches,
    };
    const revise = (revision: number, more: object) =>
      world.server.call('PUT', pathOf(fireArchive.reviseArchive, archive.id), {
        token: world.tokens.wenchuan,
        body: {
          revision,
          assessment: {
            burned: { polygons, method: 'satellite', source: 'before.tif, after.tif', mapping: { ...mapping, ...more } },
            casualties: { dead: 0, badlyHurt: 0, slightlyHurt: 0 },
            losses: [],
            review: '及时',
            lessons: [],
          },
        },
      });
    const astray = patches.map((patch) => ({ ...patch, rings: patch.rings.map((ring) => ring.map(([lng, lat]) => [lng + 1, lat])) }));
    expect(await revise(1, { patches: astray })).toMatchObject({
      status: 422,
      body: { data: [{ path: 'assessment.burned.mapping.patches.0' }, {}] },
    });
    expect((await revise(1, { patches: [{ ...patches[0], of: 7 }] })).status).toBe(422);
    const { burned } = (await revise(1, {})).body.data.assessment;
    expect(burned).toMatchObject({
      method: 'satellite',
      cover: null,
      coverSource: null,
      mapping: { threshold: 0.27, after: { day: '2026-03-20' } },
    });
    expect(burned.hectares).toBeCloseTo(96 * CELL_HECTARES, 2);
    expect(burned.mapping.severityHectares.high).toBeCloseTo(20 * CELL_HECTARES, 3);
    expect(await world.server.store.fireArchives.find('513221' as never, archive.id)).toMatchObject({
      assessment: { burned: { method: 'satellite' } },
    });
    const report = await fetch(`${world.server.base}${archiveReportPath}?fireId=${fireId}&format=docx`, {
      headers: { authorization: `Bearer ${world.tokens.wenchuan}` },
    });
    const { value: text } = await extractRawText({ buffer: Buffer.from(await report.arrayBuffer()) });
    for (const part of ['来源：卫星影像', '灾前影像：before.tif（2026-03-01）', 'dNBR ≥ 0.27', '中高度', '20.8%', '地类未知'])
      expect(text).toContain(part);
  });
});
