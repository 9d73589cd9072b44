// Coverage of a county over the demo's relief: figures, pictures, trials, the fence, and what lost cameras change.
import { bearingDegrees, camerasThatSee, createSurface, demoRelief, destination, distanceMetres, type LngLat } from '@lookout/geo';
import { type AlarmWorld, type Officer, openAlarmWorld, WENCHUAN } from '@lookout/server/testing/alarm-world.ts';
import { type MqttProbe, mqttProbe } from '@lookout/server/testing/mqtt-probe.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../contract.ts';
import type { CoverageFigures, GridCoverage, MastCoverage } from '../coverage.ts';
import type { Picture } from './coverage-picture.ts';

const { coverageFigures, coverageMasts, coveragePicture, coverageTrial, mastViewshed } = contract.coverage;
const { createMonitoringPoint, deleteMonitoringPoint } = contract.camera;
const COUNTY = '513221';
const RANGE_METRES = 8_000;

const surface = createSurface(demoRelief(), { keepTiles: 2_048 });
let world: AlarmWorld;
let probe: MqttProbe;
let first: string;

/** The highest of some places: a ridge, as towers have it. */
const highestOf = (places: readonly LngLat[]): LngLat =>
  places.reduce((best, place) =>
    (surface.heightAt(place.lng, place.lat) ?? 0) > (surface.heightAt(best.lng, best.lat) ?? 0) ? place : best,
  );
const RIDGE = highestOf(Array.from({ length: 400 }, (_, n) => destination(WENCHUAN, 137.5 * n, 150 * Math.sqrt(n))));
/** Towards the middle of the county. */
const SECOND = highestOf(Array.from({ length: 400 }, (_, n) => destination(RIDGE, 180 + ((37.5 * n) % 90), 2_000 + 5 * n)));

async function build(name: string, position: LngLat, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const made = await world.call('wenchuan', createMonitoringPoint, {
    name,
    position,
    towerHeight: 30,
    monitorRange: RANGE_METRES,
    cameras: [{ deviceId: `${name}机`, name: `${name}机`, manufacturer: 'onvif' }],
    ...more,
  });
  expect(made.body).toMatchObject({ code: 200 });
  return made.body.data.id as string;
}

const figuresOf = async (query: Readonly<Record<string, unknown>> = {}, user: Officer = 'wenchuan') => {
  const { body } = await world.call(user, coverageFigures, { gridNo: COUNTY, ...query });
  expect(body).toMatchObject({ code: 200 });
  return body.data as CoverageFigures;
};
const county = async (query: Readonly<Record<string, unknown>> = {}): Promise<GridCoverage> =>
  (await figuresOf(query)).rows[0] as GridCoverage;
const seenAt = (row: GridCoverage, metres: number) =>
  row.byHeight.find(({ targetMetres }) => targetMetres === metres) as GridCoverage['byHeight'][number];

const mastsOf = async (user: Officer = 'wenchuan'): Promise<MastCoverage[]> => (await world.call(user, coverageMasts)).body.data;

/** Does something that changes the masts, and waits for the live message that says so. */
async function changing<T>(work: () => Promise<T>): Promise<T> {
  const [made, { topic, message }] = await Promise.all([work(), probe.next()]);
  expect([topic, message]).toEqual(['lookout/coverage/100000', expect.objectContaining({ data: { version: expect.any(String) } })]);
  return made;
}

/** The class of a picture at a place; null: none. */
async function classesIn(picture: Picture): Promise<(place: LngLat) => string | null> {
  const { data, info } = await sharp(Buffer.from(picture.image.split(',')[1] as string, 'base64'))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([picture.columns, picture.rows]);
  return ({ lng, lat }) => {
    const column = Math.floor(((lng - picture.west) / (picture.east - picture.west)) * picture.columns);
    const row = Math.floor(((picture.north - lat) / (picture.north - picture.south)) * picture.rows);
    const at = 4 * (row * picture.columns + column);
    if (data[at + 3] === 0) return null;
    const colour = `#${data.subarray(at, at + 3).toString('hex')}`;
    return picture.legend.find((entry) => entry.colour === colour)?.class ?? `no class ${colour}`;
  };
}

beforeAll(async () => {
  world = await openAlarmWorld({ env: { DEMO: 'quiet' } });
  const { accid, access_token } = await world.server.login('wenchuan');
  probe = await mqttProbe(world.server.mqttUrl, accid, access_token);
  expect(await probe.subscribe('lookout/coverage/100000')).toBe(true);
});
afterAll(async () => {
  probe?.end();
  await world?.stop();
});

describe('a county', () => {
  it('without a mast is blind, all of it', async () => {
    const row = await county();
    expect(row).toMatchObject({ gridNo: COUNTY, gridName: '汶川县', masts: 0, ellipse: null, dangerDay: null, unknownHectares: 0 });
    // Wenchuan has 4,084 km², by its statistics.
    expect(Math.abs(row.landHectares / 408_400 - 1)).toBeLessThan(0.05);
    expect(row.forestHectares).toBeGreaterThan(50_000);
    for (const { seenHectares, locatedHectares, blindHectares, blindWeightedShare } of row.byHeight) {
      expect([seenHectares, locatedHectares, blindHectares, blindWeightedShare]).toEqual([0, 0, row.forestHectares, 1]);
    }
  });

  it('sees more forest the higher smoke has risen, and less in haze', async () => {
    first = await changing(() => build('一号塔', RIDGE));
    const [clear, hazy] = [await county(), await county({ visibilityMetres: 3_000 })];
    expect(clear.masts).toBe(1);
    const seen = [0, 10, 50].map((metres) => seenAt(clear, metres).seenHectares);
    expect(seen[0]).toBeGreaterThan(100);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seenAt(clear, 50).blindHectares + seenAt(clear, 50).seenHectares).toBeCloseTo(clear.forestHectares, 3);
    expect(seenAt(clear, 50).locatedHectares).toBe(0);
    expect(clear.ellipse?.medianMetres).toBeLessThanOrEqual(clear.ellipse?.worstTenthMetres ?? 0);
    for (const metres of [0, 10, 50]) expect(seenAt(hazy, metres).seenHectares).toBeLessThan(seenAt(clear, metres).seenHectares);
  });

  it('has a blind valley behind a ridge, where an independent line of sight is blocked, too', async () => {
    const { body } = await world.call('wenchuan', mastViewshed, { id: first });
    const picture = body.data as Picture;
    expect(picture).toMatchObject({ show: 'viewshed', ground: 'demo', legend: [{ class: '0' }, { class: '10' }, { class: '50' }] });
    const classAt = await classesIn(picture);
    const tower = { ...RIDGE, towerHeightMetres: 30 };
    const counts = { both: 0, one: 0, none: 0 };
    for (let n = 0; n < 1_500; n++) {
      const about = destination(RIDGE, 137.5 * n, 200 + 5 * n);
      // The middle of a pixel is a post.
      const [across, down] = [(picture.east - picture.west) / picture.columns, (picture.north - picture.south) / picture.rows];
      const place = {
        lng: picture.west + (Math.floor((about.lng - picture.west) / across) + 0.5) * across,
        lat: picture.north - (Math.floor((picture.north - about.lat) / down) + 0.5) * down,
      };
      const isSeen = camerasThatSee(place, [tower], surface, { maxDistanceMetres: RANGE_METRES }).length > 0;
      const isGround = classAt(place) === '0';
      counts[isSeen && isGround ? 'both' : isSeen || isGround ? 'one' : 'none'] += 1;
    }
    expect(counts.none).toBeGreaterThan(500);
    // The globe's ground is cut into triangles, that of the sweep is bilinear.
    expect(counts.both / (counts.both + counts.one)).toBeGreaterThan(0.9);
  });

  it('locates where the bearings of a second mast cross, which makes the ellipse smaller; losing it undoes both', async () => {
    const before = await county();
    const second = await changing(() => build('二号塔', SECOND));
    const after = await county();
    expect(after.masts).toBe(2);
    for (const metres of [0, 10, 50]) {
      expect(seenAt(after, metres).seenHectares).toBeGreaterThan(seenAt(before, metres).seenHectares);
      expect(seenAt(after, metres).locatedHectares).toBeLessThan(seenAt(after, metres).seenHectares);
    }
    expect(seenAt(after, 50).locatedHectares).toBeGreaterThan(0);
    expect(after.ellipse?.medianMetres).toBeLessThan(before.ellipse?.medianMetres ?? 0);

    const { body } = await world.call('wenchuan', coveragePicture, { gridNo: COUNTY, targetMetres: 50 });
    const picture = body.data as Picture;
    const classAt = await classesIn(picture);
    const angleAt = (place: LngLat): number => {
      const angle = Math.abs(bearingDegrees(RIDGE, place) - bearingDegrees(SECOND, place)) % 180;
      return Math.min(angle, 180 - angle);
    };
    const located = Array.from({ length: 2_000 }, (_, n) => destination(RIDGE, 137.5 * n, 170 * Math.sqrt(n))).filter(
      (place) => classAt(place) === 'located',
    );
    expect(located.length).toBeGreaterThan(10);
    // A pixel is 150 m wide.
    expect(
      located.filter((place) => angleAt(place) < 13 && Math.min(distanceMetres(place, RIDGE), distanceMetres(place, SECOND)) > 1_000),
    ).toEqual([]);
    const area = picture.legend.find((entry) => entry.class === 'located')?.hectares ?? 0;
    expect(area).toBeGreaterThanOrEqual(seenAt(after, 50).locatedHectares);

    await changing(() => world.call('wenchuan', { ...deleteMonitoringPoint, path: deleteMonitoringPoint.path.replace('{id}', second) }));
    expect(await county()).toEqual(before);
  });

  it('sees less while its camera may be turned to a part of the horizon only', async () => {
    const before = await county();
    const [cameraId] = (await mastsOf()).find(({ id }) => id === first)?.cameraIds ?? [];
    const setUp = (ranges: readonly unknown[]) =>
      changing(async () => {
        const reply = await world.call('wenchuan', contract.camera.updateCameraSetup, { cameraId, masks: [], tour: [], ranges });
        expect(reply.body).toMatchObject({ code: 200 });
      });
    await setUp([{ name: '东', fromHorizontal: 0, toHorizontal: 180, fromVertical: -90, toVertical: 90 }]);
    const after = await county();
    for (const metres of [0, 10, 50]) expect(seenAt(after, metres).seenHectares).toBeLessThan(seenAt(before, metres).seenHectares);
    await setUp([]);
    expect(await county()).toEqual(before);
  });

  it('has the ellipses as a picture, with an area for each class', async () => {
    const { body } = await world.call('wenchuan', coveragePicture, { gridNo: COUNTY, targetMetres: 0, show: 'ellipse' });
    expect(body.data.legend.map((entry: { class: string }) => entry.class)).toEqual(['50', '100', '250', '500', '1000', '>1000']);
    expect(body.data.legend.reduce((sum: number, { hectares }: { hectares: number }) => sum + hectares, 0)).toBeGreaterThan(100);
  });
});

describe('masts', () => {
  it('have the land that they see, computed in the background', async () => {
    await expect.poll(async () => (await mastsOf())[0]?.seenHectares.length, { timeout: 20_000 }).toBe(3);
    const [mast] = await mastsOf();
    expect(mast).toMatchObject({
      id: first,
      kind: 'monitoring-point',
      name: '一号塔',
      mastMetres: 30,
      rangeMetres: RANGE_METRES,
      sectors: [],
      uncounted: null,
    });
    const [ground = 0, , high = 0] = mast?.seenHectares ?? [];
    expect(high).toBeGreaterThan(ground);
    // A circle of 8 km has 20,106 ha.
    expect(high).toBeLessThan(20_106);
    expect(mast?.seenForestHectares[2]).toBeLessThanOrEqual(high);
  });

  it('without a height or without cameras count for nothing, and say why', async () => {
    const before = await county();
    const bare = await changing(() => build('无高塔', SECOND, { towerHeight: null }));
    await changing(() => build('空塔', SECOND, { cameras: [] }));
    const reasons = (await mastsOf()).map(({ name, uncounted, seenHectares }) => [name, uncounted, seenHectares.length]);
    expect(reasons).toEqual(
      expect.arrayContaining([
        ['无高塔', 'no-mast-height', 0],
        ['空塔', 'no-camera', 0],
      ]),
    );
    expect(await county()).toEqual(before);
    const shown = await world.call('wenchuan', mastViewshed, { id: bare });
    expect([shown.status, shown.body.message]).toEqual([422, expect.stringContaining('塔高')]);
  });
});

describe('a trial', () => {
  const trial = (masts: readonly unknown[], user: Officer = 'wenchuan') => world.call(user, coverageTrial, { targetMetres: 10, masts });
  const higher = { replaces: null as string | null, position: RIDGE, mastMetres: 45, rangeMetres: RANGE_METRES };

  it('of a higher mast sees more and loses nothing, and changes nothing', async () => {
    const before = await county();
    const { body } = await trial([{ ...higher, replaces: first }]);
    const { trial: found, picture } = body.data;
    expect(found.lostHectares).toEqual([0, 0, 0]);
    for (const at of [0, 1, 2]) {
      expect(found.gainedHectares[at]).toBeGreaterThan(0);
      expect(found.after[at].seenHectares - found.before[at].seenHectares).toBeCloseTo(found.gainedHectares[at], 3);
    }
    expect(picture).toMatchObject({ show: 'trial', legend: [{ class: 'gained' }, { class: 'lost', hectares: 0 }] });
    expect(await county()).toEqual(before);
  });

  it('of the same mast changes nothing, and a mast moved away loses what it saw', async () => {
    const same = (await trial([{ ...higher, replaces: first, mastMetres: 30 }])).body.data.trial;
    expect([same.gainedHectares, same.lostHectares, same.after]).toEqual([[0, 0, 0], [0, 0, 0], same.before]);
    const moved = (await trial([{ ...higher, replaces: first, mastMetres: 30, position: SECOND }])).body.data.trial;
    for (const at of [0, 1, 2]) {
      expect(moved.lostHectares[at]).toBeGreaterThan(0);
      expect(moved.after[at].seenHectares).toBeCloseTo(
        moved.before[at].seenHectares + moved.gainedHectares[at] - moved.lostHectares[at],
        3,
      );
    }
  });

  it('is refused for a height of 0, a range of 200 km, a place outside the county and a mast of another county', async () => {
    expect((await trial([{ ...higher, mastMetres: 0 }])).status).toBe(422);
    expect((await trial([{ ...higher, rangeMetres: 200_000 }])).status).toBe(422);
    expect((await trial([{ ...higher, position: { lng: 103.17, lat: 31.44 } }])).status).toBe(422);
    expect((await trial([{ ...higher, replaces: first }], 'lixian')).status).toBe(404);
  });
});

describe('the fence', () => {
  it('answers 404 for another county’s figures, pictures and masts, and lists no masts of it', async () => {
    for (const [row, given] of [
      [coverageFigures, { gridNo: COUNTY }],
      [coveragePicture, { gridNo: COUNTY, targetMetres: 0 }],
      [mastViewshed, { id: first }],
    ] as const) {
      expect((await world.call('lixian', row, given)).status).toBe(404);
    }
    expect(await mastsOf('lixian')).toEqual([]);
  });

  it('has no figures of a town and no picture of a province', async () => {
    expect((await world.call('wenchuan', coverageFigures, { gridNo: '513221100' })).body).toMatchObject({
      message: expect.stringContaining('县'),
    });
    expect((await world.call('sichuan', coveragePicture, { gridNo: '510000', targetMetres: 0 })).status).toBe(422);
  });
});

it('a prefecture is the sum of its counties, which are computed one by one', async () => {
  await expect.poll(async () => (await figuresOf({ gridNo: '513200' }, 'aba')).pendingCounties, { timeout: 120_000 }).toBe(0);
  const { rows } = await figuresOf({ gridNo: '513200' }, 'aba');
  const [whole, ...counties] = rows as [GridCoverage, ...GridCoverage[]];
  expect(counties.length).toBe(13);
  const sum = (of: (row: GridCoverage) => number) => counties.reduce((total, row) => total + of(row), 0);
  expect(whole.forestHectares).toBeCloseTo(
    sum(({ forestHectares }) => forestHectares),
    0,
  );
  expect(seenAt(whole, 50).seenHectares).toBeCloseTo(
    sum((row) => seenAt(row, 50).seenHectares),
    0,
  );
  expect(counties.find(({ gridNo }) => gridNo === COUNTY)).toEqual(await county());
});
